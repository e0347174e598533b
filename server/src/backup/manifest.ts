import { z } from 'zod'

/** How the archive is laid out; a reader refuses what it does not know. */
export const FORMAT = 1

export const ABOUT = 'about.json'
export const TABLES = 'tables.json'
export const MANIFEST = 'manifest.json'
export const FILES = 'files/'
export const ROWS = 'rows/'

export const aboutSchema = z.object({ format: z.literal(FORMAT), createdAt: z.iso.datetime() })

/** What the database looked like: its newest migration, its tables, and how far numbers were given out. */
export const tablesSchema = z.object({
  migration: z.int(),
  tables: z.array(z.object({ name: z.string(), isMerchants: z.boolean(), columns: z.array(z.string()) })),
  numbers: z.array(z.object({ table: z.string(), column: z.string(), last: z.string() })),
})

/** The last entry: an archive without it was cut off. */
export const manifestSchema = z.object({
  /** The hash over every entry before this one. */
  digest: z.string(),
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  fileBytes: z.int(),
  /** Files that rows name and that were not in the storage: the first of them, and how many. */
  missing: z.object({ count: z.int(), keys: z.array(z.string()) }),
})

export type Tables = z.output<typeof tablesSchema>
export type Manifest = z.output<typeof manifestSchema>

/** Rows on lines of their own, so that a table of any size is written and read in pieces. */
export const rowsText = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((row) => JSON.stringify(row)).join('\n')

const rowSchema = z.array(z.string().nullable())

/** The rows of an entry. @throws ZodError or SyntaxError for what are no rows */
export const rowsOf = (text: string): (string | null)[][] =>
  text.split('\n').map((line) => rowSchema.parse(JSON.parse(line)))
