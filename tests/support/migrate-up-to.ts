import { MIGRATIONS_FOLDER, migrate } from '@huanji/server/database/migrate'
import type { ClientBase } from 'pg'

/** Brings a database to where it was when there were only the migrations up to this number. */
export async function migrateUpTo(client: ClientBase, number: number): Promise<void> {
  await migrate(client, MIGRATIONS_FOLDER, number)
}
