import { isForced, noticeTitle } from '@huanji/domain/notices/kinds'
import { isQuiet, STANDARD_QUIET_HOURS, STANDARD_SMS_A_DAY } from '@huanji/domain/notices/quiet-hours'
import { shanghaiDate, startOfShanghaiDay } from '@huanji/domain/time'
import * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import { boundTo } from '../../database/shop-bound.ts'
import { enqueueJob, type JobHandlers, type JobServices } from '../../jobs/job.ts'
import { later } from '../../platform/clock.ts'
import { canSendNotices, sendNoticeSms } from '../auth/sms.ts'
import { actorOf } from '../people/acting.ts'
import { presentGroup } from './present.ts'
import { readerOf, wantedBy } from './reader.ts'
import { noteSent, sentOf, sentSince, smsMerchants, smsReaders } from './sms-store.ts'
import { listNotices, lockPerson, noticePerson, type ShownNotice } from './store.ts'

/** The job that hands a message to whoever carries it. */
const SMS_JOB = 'notice.sms'
/** Between two messages to a person: what comes meanwhile is told of together. */
const PAUSE_MS = 5 * 60_000
/** What is older is no news any more, also of a night. */
const NEWS_MS = 14 * 3_600_000
const LOOKED_AT = 300
/** A provider's template takes no longer a word. */
const SUMMARY_CHARACTERS = 35

/** What there is, in few words: `2 笔新订单、快到发货时间`. */
export function summaryOf(notices: readonly ShownNotice[]): string {
  const titles = [...Map.groupBy(notices, ({ groupKey }) => groupKey).values()].map((group) => {
    const { kind, count } = presentGroup(group)
    return noticeTitle(kind, count)
  })
  const said = [...new Set(titles)].join('、')
  return said.length <= SUMMARY_CHARACTERS ? said : `${said.slice(0, SUMMARY_CHARACTERS - 1)}…`
}

const smsPayload = z.strictObject({
  employeeId: z.string(),
  count: z.int(),
  summary: z.string(),
})

/** Sees what a person is to be sent now, notes it, and puts the message on its way. */
export async function tellBySms(tx: Tx, employeeId: string, now: Date): Promise<void> {
  await lockPerson(tx, employeeId)
  const person = await noticePerson(tx, employeeId)
  const actor = await actorOf(tx, employeeId, '')
  if (actor === null || person.smsSince === null) return
  const moment = now.toISOString()
  const { quietFrom, quietUntil } = person
  const hours = quietFrom === null || quietUntil === null ? STANDARD_QUIET_HOURS : { quietFrom, quietUntil }
  if (isQuiet(hours, moment)) return
  const today = await sentSince(tx, employeeId, startOfShanghaiDay(shanghaiDate(moment)))
  const [last] = today
  if (today.length >= (person.smsADay ?? STANDARD_SMS_A_DAY)) return
  if (last !== undefined && last > later(now, -PAUSE_MS).toISOString()) return
  // what is sent in any case was sent when it happened
  const kinds = wantedBy(actor, person).flatMap(({ kind, isSent }) => (isSent && !isForced(kind) ? [kind] : []))
  const reader = readerOf(actor, person, kinds)
  const unread = await listNotices(
    boundTo(tx, actor.shops),
    reader,
    { unreadOnly: true, kind: null, before: null },
    LOOKED_AT,
  )
  const since = [person.smsSince, later(now, -NEWS_MS).toISOString()].toSorted().at(-1) ?? moment
  const fresh = unread.filter(({ at }) => at > since)
  const told = await sentOf(
    tx,
    employeeId,
    fresh.map(({ noticeId }) => noticeId),
  )
  const untold = fresh.filter(({ noticeId }) => !told.has(noticeId))
  if (untold.length === 0) return
  const ids = untold.map(({ noticeId }) => noticeId)
  if (!(await noteSent(tx, employeeId, ids, now))) return
  const payload = { employeeId, count: untold.length, summary: summaryOf(untold) }
  await enqueueJob(tx, { kind: SMS_JOB, aggregate: `notice-sms:${employeeId}`, payload, now })
}

/** Sends what is to be sent, of every merchant whose people asked for messages. */
export async function tellAllBySms(services: JobServices): Promise<void> {
  if (!canSendNotices(services)) return
  const { db, clock, log } = services
  for (const merchantId of await db.worker((tx) => smsMerchants(tx))) {
    for (const employeeId of await db.tenant(merchantId, (tx) => smsReaders(tx))) {
      await db
        .tenant(merchantId, (tx) => tellBySms(tx, employeeId, clock.now()))
        .catch((error: unknown) => log.error({ err: error, merchantId, employeeId }, 'notices could not be sent'))
    }
  }
}

export const noticeJobs: JobHandlers = {
  [SMS_JOB]: async ({ id, merchantId, payload }, services) => {
    const { employeeId, count, summary } = smsPayload.parse(payload)
    // the phone as it is now, and nobody who does not work here any more
    const person = await services.db.tenant(merchantId, (tx) => actorOf(tx, employeeId, ''))
    if (person === null) return
    const { phone } = person
    await services.db.global((tx) => sendNoticeSms(tx, services, { id, phone, count, summary }))
  },
}
