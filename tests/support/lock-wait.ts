import type { OpenDatabase } from '@huanji/server/database/open'
import { until } from './until.ts'

/**
 * Waits until a transaction waits for what another one holds. On the embedded database it waits for the one connection,
 * which whoever is in a transaction has.
 */
export async function somebodyWaits({ kind, ownerQuery }: Pick<OpenDatabase, 'kind' | 'ownerQuery'>): Promise<void> {
  if (kind === 'embedded') return
  await until(async () => {
    const { rows } = await ownerQuery(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  })
}
