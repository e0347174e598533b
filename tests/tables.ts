import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { type Column, migratedColumns } from './support/migrated-columns.ts'

/** Keeps server/src/database/tables.ts what the migrations make: `--write` makes it, without it a difference is a failure. */
const FILE = 'server/src/database/tables.ts'
const NARROWED = 'server/src/database/column-types.ts'

/** How a type of the database is named in column-types.ts or in the language. */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  'integer[]': 'List<number>',
  jsonb: 'Json<unknown>',
  smallint: 'number',
  text: 'string',
  'text[]': 'List<string>',
  'timestamp with time zone': 'Moment',
  uuid: 'string',
  'uuid[]': 'List<string>',
}

/** `order_no` as `orderNo`. @throws Error for a name that the compiler of queries would not turn back into itself */
function camel(name: string): string {
  const turned = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (turned.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) !== name) {
    throw new Error(`a table or column must be named in lower case with underscores before letters: ${name}`)
  }
  return turned
}

const columns = await migratedColumns()
const known = new Set(columns.map(({ table, name }) => `${camel(table)}.${camel(name)}`))
const narrowed = new Set([...readFileSync(NARROWED, 'utf8').matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, key]) => key))
const strange = [...narrowed].filter((key) => key === undefined || !known.has(key))
if (strange.length > 0) throw new Error(`${NARROWED} names columns that do not exist: ${strange.join(', ')}`)

function valueType({ table, name, type, values }: Column): string {
  const plain = TYPES[type]
  if (plain === undefined) throw new Error(`tests/tables.ts knows no type for ${table}.${name} ${type}`)
  const key = `${camel(table)}.${camel(name)}`
  if (narrowed.has(key)) return type === 'jsonb' ? `Json<ColumnTypes['${key}']>` : `ColumnTypes['${key}']`
  return values === null ? plain : values.map((value) => `'${value}'`).join(' | ')
}

function columnType(column: Column): string {
  const value = valueType(column)
  if (column.isIdentity) return `ByDatabase<${value}>`
  const withDefault = column.hasDefault ? `Defaulted<${value}>` : value
  return column.isNullable ? `${withDefault} | null` : withDefault
}

const byTable = Map.groupBy(columns, ({ table }) => table)
const pascal = (table: string) => camel(table).replace(/^./, (letter) => letter.toUpperCase())
const interfaces = [...byTable].map(
  ([table, ofTable]) => `export interface ${pascal(table)}Table {
${ofTable.map((column) => `  ${camel(column.name)}: ${columnType(column)}`).join('\n')}
}`,
)
const body = interfaces.join('\n\n')
const used = ['ByDatabase', 'ColumnTypes', 'Defaulted', 'Json', 'List', 'Moment'].filter((name) =>
  new RegExp(`\\b${name}\\b`).test(body),
)
const source = `import type { ${used.join(', ')} } from './column-types.ts'

/** Every table after the last migration, made from the migrations by \`npm run generate\`. */
export interface Tables {
${[...byTable.keys()].map((table) => `  ${camel(table)}: ${pascal(table)}Table`).join('\n')}
}

${body}
`
const formatted = spawnSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${FILE}`], {
  input: source,
  encoding: 'utf8',
})
if (formatted.status !== 0) throw new Error(`biome could not format ${FILE}: ${formatted.stderr}`)

if (process.argv.includes('--write')) writeFileSync(FILE, formatted.stdout)
else if (readFileSync(FILE, 'utf8') !== formatted.stdout) {
  process.stdout.write(`${FILE} is not what the migrations make: npm run generate makes it\n`)
  process.exitCode = 1
}
