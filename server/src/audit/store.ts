import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { type AuditEntry, type AuditOrigin, entryWithoutPhones, withoutPhones } from './entry.ts'

/** What was done: a call's path or an event's name, what it is called, and when. */
export interface AuditAction {
  readonly action: string
  readonly actionLabel: string
  readonly now: Date
}

/**
 * Appends entries to the log of the transaction's merchant, in the transaction that makes the changes. The log's last
 * link is held from here to the commit, so this comes last in a transaction. Mobile numbers are masked on the way.
 */
export async function recordAudit(
  tx: Tx,
  origin: AuditOrigin,
  { action, actionLabel, now }: AuditAction,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  await tx.rows(sql`
    select huanji_audit(
      ${now}, ${origin.employeeId}, ${withoutPhones(origin.who)}, ${origin.ip}, ${origin.userAgent}, ${action},
      coalesce(given.entry ->> 'actionLabel', ${actionLabel}), given.entry ->> 'subject', given.entry ->> 'subjectId', given.entry ->> 'subjectLabel',
      nullif(given.entry -> 'before', 'null'), nullif(given.entry -> 'after', 'null'), ${origin.requestId})
    from jsonb_array_elements(${JSON.stringify(entries.map(entryWithoutPhones))}::jsonb) with ordinality as given (entry, place)
    order by given.place`)
}
