import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '@huanji/server/database/migrate'
import type { ClientBase } from 'pg'

/** Brings a database to where it was when there were only the migrations up to this number. */
export async function migrateUpTo(client: ClientBase, number: number): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-migrations-'))
  try {
    for (const one of readMigrations(MIGRATIONS_FOLDER).filter((migration) => migration.number <= number)) {
      fs.copyFileSync(path.join(MIGRATIONS_FOLDER, one.name), path.join(folder, one.name))
    }
    await migrate(client, folder)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}
