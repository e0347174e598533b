import type { Tx } from '../database/database.ts'
import { db, jsonText } from '../database/query.ts'
import { AUDIT_LIST, enterSearch, numberAsId, type Searchable } from '../database/search.ts'
import { type AuditEntry, type AuditFacts, type AuditOrigin, entryWithoutPhones, withoutPhones } from './entry.ts'
import { auditLink, type LinkedRow } from './link.ts'

/** What was done: a call's path or an event's name, what it is called, and when. */
export interface AuditAction {
  readonly action: string
  readonly actionLabel: string
  readonly now: Date
}

/** The end of a merchant's chain before new rows are added. */
interface ChainEnd {
  readonly sequence: number
  readonly hash: Buffer
}

/** So many rows go into one statement: each has sixteen parameters. */
const ROWS_OF_A_STATEMENT = 500

/**
 * Appends entries to the log of the transaction's merchant, and what keywords find them by, in the transaction that makes the changes. The log's last
 * link is held from here to the commit, so this comes last in a transaction. Mobile numbers are masked on the way.
 * @throws Error in a transaction without a merchant
 */
export async function recordAudit(
  tx: Tx,
  origin: AuditOrigin,
  action: AuditAction,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const end = await takeChainEnd(tx, entries.length)
  let { hash } = end
  const rows = entries.map((entry, index) => {
    const row = linkedRow(tx, origin, action, entryWithoutPhones(entry), end.sequence + index + 1)
    hash = auditLink(hash, row)
    return { ...row, hash }
  })
  for (let at = 0; at < rows.length; at += ROWS_OF_A_STATEMENT) {
    await insertRows(tx, rows.slice(at, at + ROWS_OF_A_STATEMENT))
  }
  await tx.run(db.updateTable('auditHead').set({ hash }).where('merchantId', '=', tx.merchantId))
  await enterSearch(tx, ...rows.map(searchable))
}

/** What keywords find an entry of the log by. */
const searchable = ({ sequence, at, who, subjectLabel }: LinkedRow): Searchable => ({
  list: AUDIT_LIST,
  subjectId: numberAsId(sequence),
  state: '',
  at,
  texts: [who, subjectLabel],
})

/** Takes the end of the chain until the commit and counts the new rows in: two at once wait for each other. */
async function takeChainEnd(tx: Tx, count: number): Promise<ChainEnd> {
  const head = await tx.one(
    db
      .insertInto('auditHead')
      .values({ merchantId: tx.merchantId, sequence: count, hash: Buffer.alloc(0) })
      .onConflict((conflict) =>
        conflict
          .column('merchantId')
          .doUpdateSet(({ eb, ref }) => ({ sequence: eb('auditHead.sequence', '+', ref('excluded.sequence')) })),
      )
      .returning(['sequence', 'hash']),
  )
  if (!head) throw new Error('the end of the audit log could not be taken')
  return { sequence: head.sequence - count, hash: head.hash }
}

function linkedRow(
  tx: Tx,
  origin: AuditOrigin,
  { action, actionLabel, now }: AuditAction,
  entry: AuditEntry,
  sequence: number,
): LinkedRow {
  if (tx.merchantId === null) throw new Error('the audit log belongs to a merchant, and this transaction has none')
  return {
    merchantId: tx.merchantId,
    sequence,
    at: now.toISOString(),
    employeeId: origin.employeeId,
    who: withoutPhones(origin.who),
    ip: origin.ip,
    userAgent: origin.userAgent,
    action,
    actionLabel: entry.actionLabel ?? actionLabel,
    subject: entry.subject,
    subjectId: entry.subjectId,
    subjectLabel: entry.subjectLabel,
    before: entry.before,
    after: entry.after,
    requestId: origin.requestId,
  }
}

const json = (facts: AuditFacts | null) => (facts === null ? null : jsonText(facts))

async function insertRows(tx: Tx, rows: readonly (LinkedRow & { hash: Buffer })[]): Promise<void> {
  const values = rows.map(({ before, after, ...row }) => ({ ...row, before: json(before), after: json(after) }))
  await tx.run(db.insertInto('auditLog').values(values))
}
