import { createHash } from 'node:crypto'
import type { AuditFacts } from './entry.ts'

/** A row of the audit log as its link covers it: everything but the link itself. */
export interface LinkedRow {
  readonly merchantId: string
  readonly sequence: number
  /** ISO 8601 in UTC, to the millisecond. */
  readonly at: string
  readonly employeeId: string | null
  readonly who: string
  readonly ip: string
  readonly userAgent: string
  readonly action: string
  readonly actionLabel: string
  readonly subject: string
  readonly subjectId: string
  readonly subjectLabel: string
  readonly before: AuditFacts | null
  readonly after: AuditFacts | null
  readonly requestId: string
}

/** The database keeps facts without their order, so a link takes them by name. What are no facts stays as it is. */
const inOrder = (facts: unknown) =>
  typeof facts === 'object' && facts !== null && !Array.isArray(facts)
    ? Object.fromEntries(Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1)))
    : facts

/** Half a surrogate pair reaches the database as U+FFFD, so it must be that in the link as well. */
const asStored = (_name: string, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value)

/**
 * The link of a row: the SHA-256 of the link before it and of everything the row says. `previous` is empty for the first
 * row. It is worked out here and not in the database, so that the log needs no function that runs with the rights of
 * somebody else.
 */
export function auditLink(previous: Buffer, row: LinkedRow): Buffer {
  const said = JSON.stringify(
    [
      row.merchantId,
      row.sequence,
      row.at,
      row.employeeId,
      row.who,
      row.ip,
      row.userAgent,
      row.action,
      row.actionLabel,
      row.subject,
      row.subjectId,
      row.subjectLabel,
      inOrder(row.before),
      inOrder(row.after),
      row.requestId,
    ],
    asStored,
  )
  return createHash('sha256').update(previous).update(said).digest()
}
