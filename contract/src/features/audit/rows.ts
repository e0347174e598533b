import * as z from 'zod'
import { moment } from '../../shapes.ts'

/** What something was before or after: texts for a reader, keyed by what they are called. */
const facts = z.record(z.string(), z.string()).nullable()

export const auditRow = z.strictObject({
  /** Counts the merchant's entries from 1 without a gap. */
  sequence: z.int(),
  at: moment,
  /** The employee's name, or what acted by itself (系统, 闲鱼). */
  who: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  /** A call's path, or an event's name. */
  action: z.string(),
  actionLabel: z.string(),
  /** What kind of thing, such as `employee`. */
  subject: z.string(),
  subjectLabel: z.string(),
  before: facts,
  after: facts,
  requestId: z.string(),
})
