import type { AUDIT_SUBJECT_LABELS } from '@huanji/contract/features/audit/labels'
import { isId } from '../platform/ids.ts'
import { maskPhone } from '../platform/log.ts'

export type AuditSubject = keyof typeof AUDIT_SUBJECT_LABELS

/** What a thing was or is, for a reader: what the fact is called → its value in words. No password, token or code. */
export type AuditFacts = Readonly<Record<string, string>>

/** One change as the audit log keeps it. */
export interface AuditEntry {
  /** What this very change is called, where its call does several things: 添加员工; the call's own name unless given. */
  readonly actionLabel?: string
  readonly subject: AuditSubject
  readonly subjectId: string
  /** What a person knows the thing by: a name, an order number. Phones are masked (`maskPhone`). */
  readonly subjectLabel: string
  /** Null for what did not exist before. */
  readonly before: AuditFacts | null
  /** Null for what exists no more. */
  readonly after: AuditFacts | null
}

/** Who did it and from where. */
export interface AuditOrigin {
  /** Of a program the id of its API key; null for what a schedule or the marketplace did. */
  readonly employeeId: string | null
  readonly who: string
  readonly ip: string
  readonly userAgent: string
  readonly requestId: string
}

const PHONE = /(?:(?<!\d)|(?<=\+86))1[3-9]\d{9}(?!\d)/g

/** A text as the log may keep it: every mobile number in it masked, since people type them where they like. */
export const withoutPhones = (text: string): string => text.replace(PHONE, maskPhone)

const factsWithoutPhones = (facts: AuditFacts | null): AuditFacts | null =>
  facts && Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, withoutPhones(value)]))

/** An entry as the log may keep it, without a mobile number in full. */
export const entryWithoutPhones = (entry: AuditEntry): AuditEntry => ({
  ...entry,
  // an id of ours may well have eleven digits in a row
  subjectId: isId(entry.subjectId) ? entry.subjectId : withoutPhones(entry.subjectId),
  subjectLabel: withoutPhones(entry.subjectLabel),
  before: factsWithoutPhones(entry.before),
  after: factsWithoutPhones(entry.after),
})

/** What the marketplace and our own schedules did. */
export const systemOrigin = (who: '系统' | '闲鱼'): AuditOrigin => ({
  employeeId: null,
  who,
  ip: '',
  userAgent: '',
  requestId: '',
})

/** Only the facts that differ, on both sides; null on a side that does not exist. */
export function differingFacts(
  before: AuditFacts | null,
  after: AuditFacts | null,
): Pick<AuditEntry, 'before' | 'after'> {
  if (before === null || after === null) return { before, after }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  )
  const side = (facts: AuditFacts) =>
    Object.fromEntries(names.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])))
  return { before: side(before), after: side(after) }
}
