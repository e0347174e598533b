import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { MIGRATIONS_FOLDER, readMigrations } from '../../server/src/database/migrate.ts'

/**
 * Keeps migrations as they landed: databases out there have applied them, and refuse a program whose files differ.
 * `migrations.json` beside this file holds the checksum of each; `--write` adds those of new files and changes none.
 */
const FILE = path.join(import.meta.dirname, 'migrations.json')

const landed: Readonly<Record<string, string>> = JSON.parse(readFileSync(FILE, 'utf8'))
const present = new Map(readMigrations(MIGRATIONS_FOLDER).map(({ name, checksum }) => [name, checksum]))
const newest = Object.keys(landed).sort().at(-1) ?? ''

const faults: string[] = []
for (const [name, checksum] of Object.entries(landed)) {
  const found = present.get(name)
  if (found === undefined) faults.push(`${name} has landed and is gone: put it back`)
  else if (found !== checksum)
    faults.push(`${name} has landed and was changed: restore it, and put the change into a new file`)
}
const added = [...present].filter(([name]) => !(name in landed))
for (const [name] of added)
  if (name < newest) faults.push(`${name} comes before ${newest}, which has landed: give it a higher number`)

if (process.argv.includes('--write') && faults.length === 0) {
  writeFileSync(FILE, `${JSON.stringify({ ...landed, ...Object.fromEntries(added) }, null, 2)}\n`)
} else {
  for (const [name] of added)
    faults.push(`${name} is not in ${path.basename(FILE)}: node tests/releases/migrations.ts --write`)
}
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
