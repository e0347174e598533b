import type { Channel } from '@huanji/domain/channel'
import type { NoticeKind } from '@huanji/domain/notices/kinds'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, db, jsonText, type RowOfQuery } from '../../database/query.ts'

/** Whose notices, and which: those of everybody by kind and channel, and the person's own. */
export interface NoticeReader {
  readonly employeeId: string
  /** The kinds to be seen of each channel, and of none. */
  readonly kinds: ReadonlyMap<Channel | null, readonly NoticeKind[]>
  /** What came before it is read. */
  readonly readBefore: string
}

/** The notices that a person is told of. */
const noticesFor = (tx: Tx, { employeeId, kinds }: NoticeReader) =>
  db
    .selectFrom('notice as n')
    .where('n.merchantId', '=', tx.merchantId)
    .where(({ eb, or }) => or([eb('n.employeeId', 'is', null), eb('n.employeeId', '=', employeeId)]))
    .where(({ eb, and, or }) =>
      or(
        [...kinds].map(([channel, ofChannel]) =>
          and([
            channel === null ? eb('n.channel', 'is', null) : eb('n.channel', '=', channel),
            eb('n.kind', '=', anyOf(ofChannel)),
          ]),
        ),
      ),
    )

/** The person's marks of having read `n`. */
const marksOf = (tx: Tx, employeeId: string) =>
  db
    .selectFrom('noticeRead as r')
    .where('r.merchantId', '=', tx.merchantId)
    .where('r.employeeId', '=', employeeId)
    .whereRef('r.noticeId', '=', 'n.id' as never)
    .select(sql.lit(1).as('one'))

const shownNotices = (tx: Tx, reader: NoticeReader) =>
  noticesFor(tx, reader)
    .select(['n.id as noticeId', 'n.kind', 'n.channel', 'n.label', 'n.detail', 'n.subjectId', 'n.dueAt', 'n.at'])
    .select('n.groupKey')
    .select(({ eb, or, exists }) =>
      or([eb('n.at', '<', reader.readBefore), exists(marksOf(tx, reader.employeeId))]).as('isRead'),
    )

export type ShownNotice = RowOfQuery<typeof shownNotices>

export interface NoticeFilter {
  readonly unreadOnly: boolean
  readonly kind: NoticeKind | null
  /** Only what came before. */
  readonly before: string | null
}

const unread = (tx: Tx, reader: NoticeReader) =>
  shownNotices(tx, reader)
    .where('n.at', '>=', reader.readBefore)
    .where(({ not, exists }) => not(exists(marksOf(tx, reader.employeeId))))

/** The newest notices of a filter, at most `limit`. */
export function listNotices(tx: Tx, reader: NoticeReader, filter: NoticeFilter, limit: number): Promise<ShownNotice[]> {
  let rows = filter.unreadOnly ? unread(tx, reader) : shownNotices(tx, reader)
  if (filter.kind !== null) rows = rows.where('n.kind', '=', filter.kind)
  if (filter.before !== null) rows = rows.where('n.at', '<', filter.before)
  return tx.rows(rows.orderBy('n.at', 'desc').orderBy('n.id', 'desc').limit(limit))
}

/** Those of some notices that the person is told of, with the group that each stands in. */
export function noticesOf(
  tx: Tx,
  reader: NoticeReader,
  noticeIds: readonly string[],
): Promise<{ noticeId: string; groupKey: string; at: string }[]> {
  return tx.rows(
    noticesFor(tx, reader).where('n.id', '=', anyOf(noticeIds)).select(['n.id as noticeId', 'n.groupKey', 'n.at']),
  )
}

/** The notices of groups up to a moment that the person is told of. */
export async function membersOf(
  tx: Tx,
  reader: NoticeReader,
  groups: readonly { readonly groupKey: string; readonly at: string }[],
): Promise<string[]> {
  const rows = await tx.rows(
    noticesFor(tx, reader)
      .where('n.groupKey', '=', anyOf(groups.map(({ groupKey }) => groupKey)))
      .select(['n.id', 'n.groupKey', 'n.at']),
  )
  const untilOf = new Map(groups.map(({ groupKey, at }) => [groupKey, at]))
  return rows.flatMap(({ id, groupKey, at }) => (at <= (untilOf.get(groupKey) ?? '') ? [id] : []))
}

/** Marks notices as read by a person. */
export async function markRead(tx: Tx, employeeId: string, noticeIds: readonly string[]): Promise<void> {
  if (noticeIds.length === 0) return
  const { merchantId } = tx
  await tx.run(
    db
      .insertInto('noticeRead')
      .values(noticeIds.map((noticeId) => ({ merchantId, employeeId, noticeId })))
      .onConflict((conflict) => conflict.columns(['merchantId', 'employeeId', 'noticeId']).doNothing()),
  )
}

const person = (tx: Tx, employeeId: string) =>
  db
    .selectFrom('employee as e')
    .leftJoin('noticePerson as p', (on) =>
      on.onRef('p.merchantId', '=', 'e.merchantId').onRef('p.employeeId', '=', 'e.id'),
    )
    .where('e.merchantId', '=', tx.merchantId)
    .where('e.id', '=', employeeId)
    .select(({ fn, ref }) => [
      'p.choices',
      'p.quietFrom',
      'p.quietUntil',
      'p.smsADay',
      'p.smsSince',
      // what was before somebody came is nothing new to them
      fn.coalesce(ref('p.readBefore'), ref('e.createdAt')).as('readBefore'),
    ])

/** What a person chose, null where they chose nothing, and up to when they have read everything. */
export async function noticePerson(tx: Tx, employeeId: string): Promise<RowOfQuery<typeof person>> {
  const row = await tx.one(person(tx, employeeId))
  if (row === null) throw new Error('a person with a session is an employee')
  return row
}

/** Keeps other changes of a person's choices, and other messages to them, waiting to the commit. */
export async function lockPerson(tx: Tx, employeeId: string): Promise<void> {
  await tx.rows(
    db
      .selectFrom('employee')
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', employeeId)
      .select(sql.lit(1).as('locked'))
      .forNoKeyUpdate(),
  )
}

/** What of a person's row can change. */
export interface PersonChange {
  readonly choices: NonNullable<RowOfQuery<typeof person>['choices']>
  readonly quietFrom: number
  readonly quietUntil: number
  readonly smsADay: number
  readonly smsSince: Date | string | null
  readonly readBefore: Date
}

/** Keeps what of a person's row changed; the rest stays as it is, or as it is for everybody. */
export async function savePerson(tx: Tx, employeeId: string, change: Partial<PersonChange>): Promise<void> {
  const { choices, ...rest } = change
  const set = { ...rest, ...(choices === undefined ? {} : { choices: jsonText(choices) }) }
  if (Object.keys(set).length === 0) return
  await tx.run(
    db
      .insertInto('noticePerson')
      .values({ merchantId: tx.merchantId, employeeId, ...set })
      .onConflict((conflict) => conflict.columns(['merchantId', 'employeeId']).doUpdateSet(set)),
  )
}
