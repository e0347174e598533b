import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { MIGRATIONS_FOLDER, readMigrations } from '../../server/src/database/migrate.ts'

/**
 * Keeps the migrations of releases as they went out: databases out there have applied them, and refuse a program whose files
 * differ. `migrations.json` beside this file holds the newest release and the checksum of each file up to it.
 */
const FILE = path.join(import.meta.dirname, 'migrations.json')
const PACKAGE = path.join(import.meta.dirname, '../../package.json')

const present = () => new Map(readMigrations(MIGRATIONS_FOLDER).map(({ name, checksum }) => [name, checksum]))
const version = (): string => JSON.parse(readFileSync(PACKAGE, 'utf8')).version

/** Writes the migrations down as those of the version of package.json. */
export const recordMigrations = (): void =>
  writeFileSync(FILE, `${JSON.stringify({ release: version(), files: Object.fromEntries(present()) }, null, 2)}\n`)

/** What was done to migrations that went out, one sentence each. */
export function migrationFaults(): string[] {
  const { release, files }: { release: string; files: Record<string, string> } = JSON.parse(readFileSync(FILE, 'utf8'))
  const found = present()
  const newest = Object.keys(files).sort().at(-1) ?? ''
  return [
    ...Object.entries(files).flatMap(([name, checksum]) => {
      if (!found.has(name)) return [`${name} went out with a release and is gone: put it back`]
      if (found.get(name) === checksum) return []
      return [`${name} went out with a release and was changed: restore it, and put the change into a new file`]
    }),
    ...[...found.keys()]
      .filter((name) => !(name in files) && name < newest)
      .map((name) => `${name} comes before ${newest}, which went out: give it a higher number`),
    ...(release === version()
      ? []
      : [`${FILE} is of ${release}: node tests/releases/make.ts makes what ${version()} leaves behind`]),
  ]
}

if (import.meta.main) {
  const faults = migrationFaults()
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
