import { noticeLink } from '@huanji/contract/notice-links'
import type { Channel } from '@huanji/domain/channel'
import { minuteOf, NOTICE_KINDS, type NoticeKind } from '@huanji/domain/notices/kinds'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../platform/ids.ts'
import {
  insertDeliveries,
  insertNotices,
  knownSources,
  listeningEndpoints,
  type NewDelivery,
  type NewNoticeRow,
} from './store.ts'

/** Something that people are to be told of. */
export interface NewNotice {
  readonly kind: NoticeKind
  /** Null, or left out, where it is about neither channel alone. */
  readonly channel?: Channel | null
  /** Names what happened among all of its kind: it is told of once. */
  readonly source: string
  readonly subjectId: string | null
  /** What a person knows the thing by: no name of a buyer, no amount. */
  readonly label: string
  /** No amount either, but in a kind that is told to those alone who may see it (`tellsMoney`). */
  readonly detail?: string
  /** By when something has to be done, ISO 8601. */
  readonly dueAt?: string | null
  /** Whom alone it is for; left out for everybody who may see the kind. */
  readonly employeeId?: string
}

const sourceKeyOf = ({ kind, source }: NewNotice): string => `${kind}:${source}`

function rowOf(notice: NewNotice, now: Date): NewNoticeRow {
  const { kind, channel = null, subjectId, label, detail = '', dueAt = null, employeeId = null } = notice
  const id = newId()
  const { together } = NOTICE_KINDS[kind]
  const groupKey = together === null ? id : `${kind}:${channel ?? ''}:${minuteOf(now.toISOString())}`
  return { id, sourceKey: sourceKeyOf(notice), kind, channel, employeeId, subjectId, label, detail, dueAt, groupKey }
}

/** What a receiver is told of a notice: ids, and where it leads; no names and no amounts. */
function dataOf({ id, kind, channel, subjectId, dueAt }: NewNoticeRow, now: Date): NewDelivery['data'] {
  const path = noticeLink({ kind, channel, subjectId, count: 1 })
  return { noticeId: id, channel, subjectId, dueAt, at: now.toISOString(), path }
}

/**
 * Tells of what happened, in the transaction in which it happened: those who may know see it after the commit, and
 * receivers (docs/webhooks.md) get it. What was told of before is not told of again.
 */
export async function raiseNotices(tx: Tx, notices: readonly NewNotice[], now: Date): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map((notice) => rowOf(notice, now))
  const kept = await insertNotices(tx, rows, now)
  const shared = rows.filter(({ id, employeeId }) => kept.has(id) && employeeId === null)
  if (shared.length === 0) return
  const deliveries = (await listeningEndpoints(tx)).flatMap(({ endpointId, kinds }) =>
    shared
      .filter(({ kind }) => kinds.includes(kind))
      .map((row) => ({ id: newId(), endpointId, noticeId: row.id, event: row.kind, data: dataOf(row, now) })),
  )
  await insertDeliveries(tx, deliveries, now)
}

/** The same of one thing. */
export const raiseNotice = (tx: Tx, notice: NewNotice, now: Date): Promise<void> => raiseNotices(tx, [notice], now)

/** The same of what a schedule finds again and again: what was told of costs no more than a look. */
export async function raiseNew(tx: Tx, notices: readonly NewNotice[], now: Date): Promise<void> {
  if (notices.length === 0) return
  const known = await knownSources(tx, notices.map(sourceKeyOf))
  await raiseNotices(
    tx,
    notices.filter((notice) => !known.has(sourceKeyOf(notice))),
    now,
  )
}
