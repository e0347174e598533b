import { sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'

/** Takes a turn at repeating work when it is due: true for one process only. Runs as the worker. */
export async function takeTurn(tx: GlobalTx, name: string, now: Date, until: Date): Promise<boolean> {
  const taken = await tx.run(sql`
    insert into schedule_turn (name, due_at) values (${name}, ${until})
    on conflict (name) do update set due_at = excluded.due_at where schedule_turn.due_at <= ${now}`)
  return taken === 1
}

/** Makes every turn due: for the only process there is, when it starts. Runs as the worker. */
export async function freeTurns(tx: GlobalTx, now: Date): Promise<void> {
  await tx.run(sql`update schedule_turn set due_at = ${now} where due_at > ${now}`)
}

/** Says when the next turn is due. Runs as the worker. */
export async function endTurn(tx: GlobalTx, name: string, dueAt: Date): Promise<void> {
  await tx.run(sql`update schedule_turn set due_at = ${dueAt} where name = ${name}`)
}
