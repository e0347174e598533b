import { notice, UNREAD_MAX } from '@huanji/contract/features/notice/calls'
import { NOTICE_KINDS } from '@huanji/domain/notices/kinds'
import { STANDARD_QUIET_HOURS, STANDARD_SMS_A_DAY } from '@huanji/domain/notices/quiet-hours'
import { refuse } from '../../errors/refusal.ts'
import { handlers } from '../../gateway/handler.ts'
import { later } from '../../platform/clock.ts'
import { maskPhone } from '../../platform/log.ts'
import { canSendNotices } from '../auth/sms.ts'
import { saveChoices } from './commands.ts'
import { pageOf, presentGroup } from './present.ts'
import { shownTo, wantedBy } from './reader.ts'
import { listNotices, markRead, membersOf, noticePerson, noticesOf, savePerson } from './store.ts'

/** One that is older was there when the person came. */
const URGENT_FOR_MS = 10 * 60_000

const PAGE_SIZE = 30
/** As many notices are looked at for a page of groups, and for the number of unread ones. */
const LOOKED_AT = 300
/** More do not happen within the minutes that are marked one by one. */
const YOUNG_MAX = 10_000

const EVERY = { unreadOnly: false, kind: null, before: null } as const

/**
 * What is this old was committed long ago, so that everything before is read by one moment; what is younger is marked
 * one by one, since something from before may still be on its way.
 */
const SETTLED_MS = 10 * 60_000

/** The calls of the notice centre. */
export const noticeCalls = handlers(notice, {
  unread: async ({ tx, actor, now }) => {
    const { reader } = await shownTo(tx, actor)
    const rows = await listNotices(tx, reader, { ...EVERY, unreadOnly: true }, LOOKED_AT)
    const groups = new Set(rows.map(({ groupKey }) => groupKey))
    const since = later(now, -URGENT_FOR_MS).toISOString()
    const urgent = rows.find(({ kind, at }) => at >= since && NOTICE_KINDS[kind].isUrgent)
    return {
      count: Math.min(groups.size, UNREAD_MAX + 1),
      newestId: rows[0]?.noticeId ?? null,
      urgent: urgent === undefined ? null : presentGroup([urgent]),
    }
  },

  list: async ({ tx, actor }, { unreadOnly, kind = null, before = null }) => {
    const { reader, kinds } = await shownTo(tx, actor)
    const rows = await listNotices(tx, reader, { unreadOnly, kind, before }, LOOKED_AT)
    return { ...pageOf(rows, PAGE_SIZE, rows.length < LOOKED_AT), kinds }
  },

  read: async ({ tx, actor }, { noticeIds }) => {
    const { reader } = await shownTo(tx, actor)
    const wanted = [...new Set(noticeIds)]
    const found = await noticesOf(tx, reader, wanted)
    if (found.length < wanted.length) return refuse('NOT_FOUND')
    await markRead(tx, actor.employeeId, await membersOf(tx, reader, found))
    return {}
  },

  readAll: async ({ tx, actor, now }) => {
    const { reader } = await shownTo(tx, actor)
    const settled = later(now, -SETTLED_MS)
    const readBefore = settled.toISOString() > reader.readBefore ? settled : new Date(reader.readBefore)
    await savePerson(tx, actor.employeeId, { readBefore })
    const rest = { ...reader, readBefore: readBefore.toISOString() }
    const young = await listNotices(tx, rest, { ...EVERY, unreadOnly: true }, YOUNG_MAX)
    await markRead(
      tx,
      actor.employeeId,
      young.map(({ noticeId }) => noticeId),
    )
    return {}
  },

  choices: async ({ tx, actor, services }) => {
    const person = await noticePerson(tx, actor.employeeId)
    return {
      kinds: wantedBy(actor, person),
      quietFrom: person.quietFrom ?? STANDARD_QUIET_HOURS.quietFrom,
      quietUntil: person.quietUntil ?? STANDARD_QUIET_HOURS.quietUntil,
      smsADay: person.smsADay ?? STANDARD_SMS_A_DAY,
      canSend: canSendNotices(services),
      phone: maskPhone(actor.phone),
    }
  },

  saveChoices: async (context, input) => {
    await saveChoices(context, input)
    return {}
  },
})
