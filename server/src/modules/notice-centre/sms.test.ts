import type { LoginContext } from '@huanji/contract/envelope'
import { notice } from '@huanji/contract/features/notice/calls'
import type { NoticeKind } from '@huanji/domain/notices/kinds'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settableClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { demoInbox } from '../auth/sms.ts'
import { type AccountGateway, granted, startAccountGateway } from '../auth/testing/account-gateway.ts'
import { raiseNotice } from '../notice/raise.ts'
import type { CreatedMerchant } from '../people/commands.ts'
import { noticeJobs, summaryOf, tellAllBySms } from './sms.ts'

/** Ten in the morning in Shanghai. */
const clock = settableClock('2026-11-26T02:00:00.000Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let gateway: AccountGateway
let merchant: CreatedMerchant
let phone: string
let clerk: LoginContext
let clerkId: string
let serial = 0

beforeAll(async () => {
  gateway = await startAccountGateway({ clock, modules: { jobHandlers: noticeJobs } })
})
afterAll(() => gateway.close())
beforeEach(async () => {
  // each test begins at ten in the morning, with people of its own
  const now = clock.now().getTime()
  clock.advance(24 * HOUR_MS - ((now - Date.parse('2026-11-26T02:00:00.000Z')) % (24 * HOUR_MS)))
  serial += 1
  merchant = await gateway.merchant(`1380017${String(2000 + serial)}`, `短信商家${serial}`)
  phone = `1390017${String(2000 + serial)}`
  clerkId = await gateway.employee(merchant, phone, 'shipper')
  clerk = await gateway.signIn(phone)
})

async function happen(label = '苹果 iPhone 13', kind: NoticeKind = 'newOrder'): Promise<void> {
  const about = { kind, channel: 'auction', source: newId(), subjectId: newId(), label } as const
  await gateway.db.tenant(merchant.merchantId, (tx) => raiseNotice(tx, about, clock.now()))
}

const choose = async (input: Parameters<typeof gateway.call<typeof notice.saveChoices>>[1]) =>
  granted(await gateway.call(notice.saveChoices, input, { login: clerk }))
const askForOrders = (isSent = true) => choose({ kinds: [{ kind: 'newOrder', isShown: true, isSent }] })

/** Lets the schedule have its turn, and gives what the clerk was sent by then, oldest first. */
async function sent(): Promise<string[]> {
  await tellAllBySms(gateway.services)
  await gateway.runJobs()
  const inbox = await demoInbox(gateway.services)
  return inbox.flatMap((message) => (message.phone === phone ? [message.text] : [])).toReversed()
}

describe('a message', () => {
  it('is for whoever asked for it, once, and tells of all that there is', async () => {
    await happen('之前的')
    expect(await sent()).toEqual([])
    await askForOrders()
    clock.advance(MINUTE_MS)
    for (const label of ['一', '二', '三']) await happen(label)
    await happen('不要的', 'orderDeadlineNear')
    const told = ['【焕机】您有3条新消息：3 笔新订单，请登录查看。']
    expect(await sent()).toEqual(told)
    clock.advance(HOUR_MS)
    expect(await sent()).toEqual(told)
  })

  it('is not for what was read by then', async () => {
    await askForOrders()
    clock.advance(MINUTE_MS)
    await happen()
    clock.advance(MINUTE_MS)
    granted(await gateway.call(notice.readAll, {}, { login: clerk }))
    expect(await sent()).toEqual([])
  })

  it('waits for five minutes after the one before, and tells of what came meanwhile', async () => {
    await askForOrders()
    clock.advance(MINUTE_MS)
    await happen()
    expect(await sent()).toHaveLength(1)
    clock.advance(2 * MINUTE_MS)
    await happen()
    await happen()
    expect(await sent()).toHaveLength(1)
    clock.advance(4 * MINUTE_MS)
    expect((await sent()).at(-1)).toBe('【焕机】您有2条新消息：2 笔新订单，请登录查看。')
  })

  it('of the night is held until the morning', async () => {
    await askForOrders()
    clock.advance(12 * HOUR_MS)
    await happen()
    expect(await sent()).toEqual([])
    clock.advance(9 * HOUR_MS + 59 * MINUTE_MS)
    expect(await sent()).toEqual([])
    clock.advance(MINUTE_MS)
    expect(await sent()).toHaveLength(1)
  })

  it('comes at the hours that the person chose', async () => {
    await askForOrders()
    await choose({ quietFrom: 10, quietUntil: 11 })
    clock.advance(MINUTE_MS)
    await happen()
    expect(await sent()).toEqual([])
    clock.advance(HOUR_MS)
    expect(await sent()).toHaveLength(1)
  })

  it('is one of so many a day, and the next day counts anew', async () => {
    await askForOrders()
    await choose({ smsADay: 2 })
    for (let number = 0; number < 4; number += 1) {
      clock.advance(10 * MINUTE_MS)
      await happen()
      await sent()
    }
    expect(await sent()).toHaveLength(2)
    clock.advance(22 * HOUR_MS + 30 * MINUTE_MS)
    await happen()
    expect(await sent()).toHaveLength(3)
  })

  it('ends with the right, with the choice, and with the work here', async () => {
    await askForOrders()
    clock.advance(MINUTE_MS)
    await happen()
    await gateway.query("update role set grants = '{}', preset = null where merchant_id = $1", [merchant.merchantId])
    expect(await sent()).toEqual([])
    await gateway.query("update role set grants = null, preset = 'shipper' where merchant_id = $1", [
      merchant.merchantId,
    ])
    await askForOrders(false)
    expect(await sent()).toEqual([])
    await askForOrders()
    clock.advance(MINUTE_MS)
    await happen()
    await gateway.query("update employee set status = 'disabled' where id = $1", [clerkId])
    expect(await sent()).toEqual([])
  })

  it('is put on its way once, however many look at the same time', async () => {
    await askForOrders()
    clock.advance(MINUTE_MS)
    await happen()
    await Promise.all([1, 2, 3].map(() => tellAllBySms(gateway.services)))
    expect(await sent()).toHaveLength(1)
  })
})

it('few words are kept to what a template takes', () => {
  const of = (kind: NoticeKind) => ({
    noticeId: newId(),
    kind,
    channel: null,
    label: '',
    detail: '',
    subjectId: null,
    dueAt: null,
    at: clock.now().toISOString(),
    groupKey: newId(),
    isRead: false,
  })
  const all: NoticeKind[] = [
    'orderDeadlineNear',
    'refundDeadlineNear',
    'shopExpiring',
    'bagsLow',
    'moneyMissed',
    'newOrder',
  ]
  expect(summaryOf([of('bagsLow'), of('bagsLow')])).toBe('封袋不足')
  expect(summaryOf(all.map(of))).toHaveLength(35)
})
