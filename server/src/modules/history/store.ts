import type { historyLine } from '@huanji/contract/shapes'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import { db, jsonText } from '../../database/query.ts'
import type { Actor } from '../../platform/actor.ts'

/** A mover that is no employee. */
export type SystemWho = 'system' | 'marketplace' | 'buyer'

/** Who moves a thing: one of our people, or none of them. */
export type Mover = Pick<Actor, 'employeeId' | 'employeeName'> | SystemWho

/** Who moves a thing, when, and what the history says beside it. */
export interface MovedBy {
  readonly who: Actor | SystemWho
  readonly now: Date
  readonly note?: string
}

export type HistoryLine = z.output<typeof historyLine>

/** What a line of history changed, from what to what, in words. */
export interface HistoryChange {
  readonly label: string
  readonly before: string
  readonly after: string
}

export interface HistoryEntry {
  /** What kind of thing: the name of its state table, such as `inspection`. */
  readonly subject: string
  readonly subjectId: string
  readonly who: Mover
  readonly action: string
  readonly actionLabel: string
  readonly fromState?: string | null
  readonly toState?: string | null
  readonly note?: string
  readonly changes?: readonly HistoryChange[]
  readonly now: Date
}

const SYSTEM_NAMES: Readonly<Record<SystemWho, string>> = { system: '系统', marketplace: '闲鱼', buyer: '买家' }

const moverOf = ({ who }: Pick<HistoryEntry, 'who'>) =>
  typeof who === 'string'
    ? { employeeId: null, who: SYSTEM_NAMES[who] }
    : { employeeId: who.employeeId, who: who.employeeName }

/** Adds a line to a thing's history, in the transaction that changes it. Lines are never changed or removed. */
export async function recordHistory(tx: Tx, { subjectId, ...entry }: HistoryEntry): Promise<void> {
  await recordHistoryOfMany(tx, [subjectId], entry)
}

/** Adds the same line to the histories of many things at once, in the transaction that changes them. */
export async function recordHistoryOfMany(
  tx: Tx,
  subjectIds: readonly string[],
  entry: Omit<HistoryEntry, 'subjectId'>,
): Promise<void> {
  if (subjectIds.length === 0) return
  const { subject, action, actionLabel, fromState = null, toState = null, note = '', changes = [], now } = entry
  const { employeeId, who } = moverOf(entry)
  const about = { subject, employeeId, who, action, actionLabel, fromState, toState, note }
  const line = { ...about, changes: jsonText(changes), at: now }
  const lines = subjectIds.map((subjectId) => ({ merchantId: tx.merchantId, subjectId, ...line }))
  await tx.run(db.insertInto('history').values(lines))
}

const linesOf = (tx: Tx, subject: string, subjectId: string) =>
  db
    .selectFrom('history')
    .where('merchantId', '=', tx.merchantId)
    .where('subject', '=', subject)
    .where('subjectId', '=', subjectId)

/** The history of one thing, oldest line first, at most 500 lines; states are the codes of its table. */
export function historyOf(tx: Tx, subject: string, subjectId: string): Promise<HistoryLine[]> {
  return tx.rows(
    linesOf(tx, subject, subjectId)
      .select(['at', 'who', 'action', 'actionLabel', 'fromState', 'toState', 'note'])
      .orderBy('at')
      .orderBy('sequence')
      .limit(500),
  )
}

/** What the marketplace answers to what a person has done comes within this; several lines may tell of one answer. */
const ANSWER_MS = 10 * 60_000
const ANSWER_LINES = 10

/**
 * Who changed a thing last and when (ISO 8601), or null when no change of it is recorded: what a late editor is told. A
 * change that the marketplace or a job has made in answer to a person is the person's.
 */
export async function lastChangeOf(
  tx: Tx,
  subject: string,
  subjectId: string,
): Promise<Pick<HistoryLine, 'at' | 'who'> | null> {
  const newest = linesOf(tx, subject, subjectId).orderBy('at', 'desc').orderBy('sequence', 'desc').limit(ANSWER_LINES)
  const lines = await tx.rows(newest.select(['at', 'who', 'employeeId']))
  const [last = null] = lines
  const byPerson = lines.find(({ employeeId }) => employeeId !== null)
  const isAnswer =
    last?.who !== SYSTEM_NAMES.buyer && last && byPerson && Date.parse(last.at) - Date.parse(byPerson.at) <= ANSWER_MS
  const told = isAnswer ? byPerson : last
  return told && { at: told.at, who: told.who }
}
