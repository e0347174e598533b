import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Where the numbered files lie. */
export const MIGRATIONS_FOLDER = path.join(import.meta.dirname, 'migrations')

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/
/** A file's first line, where programs that do not know the file may go on working with its tables (docs/releasing.md). */
const WORKS_WITH = /^-- works with (\d{4}): /

/** A numbered file. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly text: string
  readonly checksum: string
  /** The newest file that a program must know at least, to work with the tables as this file leaves them. */
  readonly worksWith: number
}

/** The migrations of a folder in order. @throws Error for a file that is not named `0001_name.sql`, or a number used twice */
export function readMigrations(folder: string): Migration[] {
  const found = fs
    .readdirSync(folder)
    .sort()
    .map((name) => readMigration(folder, name))
  found.forEach((one, index) => {
    if (found[index - 1]?.number === one.number) throw new Error(`two migrations have the number ${one.number}`)
  })
  return found
}

function readMigration(folder: string, name: string): Migration {
  const number = FILE_NAME.exec(name)?.[1]
  if (number === undefined) throw new Error(`not a migration's name: ${name}`)
  // a checkout with other line ends is the same migration
  const text = fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(text).digest('hex')
  return { number: Number(number), name, text, checksum, worksWith: Number(WORKS_WITH.exec(text)?.[1] ?? number) }
}
