import type { InputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { notice } from '@huanji/contract/features/notice/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settableClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { type AccountGateway, granted, startAccountGateway } from '../auth/testing/account-gateway.ts'
import { type NewNotice, raiseNew, raiseNotice, raiseNotices } from '../notice/raise.ts'
import type { CreatedMerchant } from '../people/commands.ts'
import { noticeSchedules } from './jobs.ts'

const clock = settableClock('2026-11-26T02:00:00.000Z')
const DAY_MS = 24 * 3_600_000

let gateway: AccountGateway
let merchant: CreatedMerchant
let owner: LoginContext
let shipper: LoginContext
let service: LoginContext
let foreign: LoginContext

beforeAll(async () => {
  gateway = await startAccountGateway({ clock })
  merchant = await gateway.merchant('13800152001', '消息商家')
  await gateway.merchant('13800152002', '别的商家')
  await gateway.employee(merchant, '13800152003', 'shipper')
  await gateway.employee(merchant, '13800152004', 'service')
})
afterAll(() => gateway.close())

/** Sessions do not outlive a test: each begins a day later. */
async function signInAll(): Promise<void> {
  owner = await gateway.signIn('13800152001')
  foreign = await gateway.signIn('13800152002')
  shipper = await gateway.signIn('13800152003')
  service = await gateway.signIn('13800152004')
}

const tenant = <T>(work: Parameters<AccountGateway['db']['tenant']>[1]) =>
  gateway.db.tenant(merchant.merchantId, work) as Promise<T>
const raise = (...notices: NewNotice[]) => tenant<void>((tx) => raiseNotices(tx, notices, clock.now()))

const order = (label: string, source = newId()): NewNotice => ({
  kind: 'newOrder',
  channel: 'auction',
  source,
  subjectId: source,
  label,
})
const refundCase = (label: string): NewNotice => ({
  kind: 'refundOpened',
  channel: 'auction',
  source: newId(),
  subjectId: newId(),
  label,
})

const list = (login: LoginContext, input: InputOf<typeof notice.list> = {}) =>
  gateway.call(notice.list, input, { login }).then(granted)
const unread = (login: LoginContext) => gateway.call(notice.unread, {}, { login }).then(granted)
const labels = async (login: LoginContext, input?: InputOf<typeof notice.list>) =>
  (await list(login, input)).notices.map(({ label }) => label)
const read = (login: LoginContext, noticeIds: string[]) => gateway.call(notice.read, { noticeIds }, { login })
const readAll = (login: LoginContext) => gateway.call(notice.readAll, {}, { login }).then(granted)

beforeEach(async () => {
  // each test has a day of its own, with everything before read
  clock.advance(DAY_MS)
  await signInAll()
  for (const login of [owner, shipper, service]) await readAll(login)
  clock.advance(3_600_000)
})

describe('a notice', () => {
  it('is told of once, however often it is found', async () => {
    const source = newId()
    await raise(order('苹果 iPhone 13', source), order('苹果 iPhone 13', source))
    await Promise.all([1, 2, 3].map(() => raise(order('苹果 iPhone 13', source))))
    await tenant((tx) => raiseNew(tx, [order('苹果 iPhone 13', source)], clock.now()))
    const { notices } = await list(owner, { unreadOnly: true })
    expect(notices).toEqual([
      {
        noticeId: expect.any(String),
        kind: 'newOrder',
        channel: 'auction',
        count: 1,
        label: '苹果 iPhone 13',
        detail: '',
        subjectId: source,
        dueAt: null,
        at: clock.now().toISOString(),
        isRead: false,
      },
    ])
  })

  it('is not told of when the transaction is undone', async () => {
    const undone = tenant(async (tx) => {
      await raiseNotice(tx, order('没有的订单'), clock.now())
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await labels(owner, { unreadOnly: true })).toEqual([])
  })

  it('is one with those of its kind and channel in the same minute', async () => {
    for (let number = 1; number <= 10; number += 1) {
      await raise(order(`手机${number}`))
      clock.advance(2_000)
    }
    await raise({ ...order('严选的'), channel: 'curated' }, refundCase('售后的'))
    expect((await unread(owner)).count).toBe(3)
    const { notices } = await list(owner, { kind: 'newOrder' })
    expect(notices.slice(0, 2).map(({ channel, count, label }) => [channel, count, label])).toEqual([
      ['curated', 1, '严选的'],
      ['auction', 10, '手机10'],
    ])
    clock.advance(60_000)
    await raise(order('下一分钟的'))
    expect((await list(owner)).notices[0]).toMatchObject({ count: 1, label: '下一分钟的' })
  })

  it('of another merchant is nobody’s', async () => {
    await raise(order('自己的'))
    expect((await list(foreign)).notices).toEqual([])
    const [mine] = (await list(owner)).notices
    expect((await read(foreign, [mine?.noticeId ?? '']))._bizErrCode).toBe('NOT_FOUND')
  })

  it('for one person is seen by nobody else, the owner of the merchant included', async () => {
    const about = { kind: 'exportFinished', source: newId(), subjectId: newId(), label: '鱼市订单' } as const
    await raise({ ...about, employeeId: shipper.employeeId })
    expect(await labels(shipper, { unreadOnly: true })).toEqual(['鱼市订单'])
    expect(await labels(owner, { unreadOnly: true })).toEqual([])
  })
})

describe('the right to a notice', () => {
  it('is looked at when it is read: a post sees what it is meant for', async () => {
    await raise(order('订单'), refundCase('售后'), {
      kind: 'moneyMissed',
      source: newId(),
      subjectId: newId(),
      label: '对账',
    })
    expect((await labels(owner, { unreadOnly: true })).toSorted()).toEqual(['售后', '对账', '订单'].toSorted())
    // may read cases, and is not meant to decide them
    expect(await labels(shipper, { unreadOnly: true })).toEqual(['订单'])
    expect(await labels(service, { unreadOnly: true })).toEqual(['售后'])
  })

  it('goes with the grant, also for what was there before and was chosen', async () => {
    const phone = '13800152005'
    const employeeId = await gateway.employee(merchant, phone, 'shipper')
    const login = await gateway.signIn(phone)
    clock.advance(60_000)
    await raise(order('只此一单'))
    const kinds = [{ kind: 'newOrder' as const, isShown: true, isSent: false }]
    granted(await gateway.call(notice.saveChoices, { kinds }, { login }))
    expect((await unread(login)).count).toBe(1)
    const [mine] = (await list(login)).notices
    const grants = ['/sale', '/sale/order', '/api/yushiorder/v1/order/list']
    const [held] = await gateway.query('select role_id from employee_role where employee_id = $1', [employeeId])
    await gateway.query('update role set grants = $2, preset = null where id = $1', [held?.role_id, grants])
    expect(await unread(login)).toEqual({ count: 0, newestId: null, urgent: null })
    expect((await list(login)).notices).toEqual([])
    expect((await list(login)).kinds).not.toContain('newOrder')
    expect((await read(login, [mine?.noticeId ?? '']))._bizErrCode).toBe('NOT_FOUND')
    await gateway.query("update role set grants = null, preset = 'shipper' where id = $1", [held?.role_id])
    expect((await unread(login)).count).toBe(1)
  })
})

describe('what was read', () => {
  it('is each person’s own, with those that were shown together', async () => {
    await raise(order('第一单'), order('第二单'))
    const [mine] = (await list(owner)).notices
    expect(mine).toMatchObject({ count: 2, isRead: false })
    granted(await read(owner, [mine?.noticeId ?? '']))
    granted(await read(owner, [mine?.noticeId ?? '']))
    expect((await list(owner)).notices[0]).toMatchObject({ count: 2, isRead: true })
    expect((await unread(owner)).count).toBe(0)
    expect((await unread(shipper)).count).toBe(1)
    clock.advance(1_000)
    await raise(order('第三单'))
    expect((await unread(owner)).count).toBe(1)
    expect((await list(owner)).notices[0]).toMatchObject({ count: 3, isRead: false })
  })

  it('is everything at once, but not what was still on its way', async () => {
    const began = clock.now()
    await raise(order('之前的'))
    clock.advance(60_000)
    await readAll(owner)
    expect((await unread(owner)).count).toBe(0)
    // begun before, and committed after
    await tenant((tx) => raiseNotice(tx, order('迟到的'), began))
    expect(await labels(owner, { unreadOnly: true })).toEqual(['迟到的'])
    clock.advance(3_600_000)
    await readAll(owner)
    expect(await labels(owner, { unreadOnly: true })).toEqual([])
  })

  it('from before somebody came is nothing new to them', async () => {
    await raise(order('从前的'))
    clock.advance(60_000)
    const phone = '13800152006'
    await gateway.employee(merchant, phone, 'shipper')
    const login = await gateway.signIn(phone)
    expect((await unread(login)).count).toBe(0)
    expect((await list(login)).notices[0]).toMatchObject({ isRead: true })
  })
})

describe('the list', () => {
  it('goes on page by page without a gap and without anything twice', async () => {
    for (let minute = 0; minute < 70; minute += 1) {
      await raise(order(`第${minute}分`), order(`第${minute}分`))
      clock.advance(60_000)
    }
    const seen: string[] = []
    let before: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(owner, {
        unreadOnly: true,
        ...(before === null ? {} : { before }),
      })
      for (const { label, count } of page.notices) {
        seen.push(label)
        expect(count).toBe(2)
      }
      before = page.next
    } while (before !== null)
    expect(seen).toEqual(Array.from({ length: 70 }, (_, index) => `第${69 - index}分`))
  })

  it('names the newest urgent one, while it is new', async () => {
    const due = { kind: 'orderDeadlineNear', channel: 'auction', subjectId: newId() } as const
    await raise({ ...due, source: newId(), label: '快超时的', dueAt: clock.now().toISOString() })
    expect((await unread(owner)).urgent).toMatchObject({ label: '快超时的', kind: 'orderDeadlineNear', count: 1 })
    expect((await unread(service)).urgent).toBeNull()
    clock.advance(11 * 60_000)
    expect(await unread(owner)).toMatchObject({ count: 1, urgent: null })
  })
})

describe('choices', () => {
  it('are what is meant for the post until somebody chooses, and are kept', async () => {
    const usual = granted(await gateway.call(notice.choices, {}, { login: shipper }))
    expect(usual).toMatchObject({ quietFrom: 22, quietUntil: 8, smsADay: 20, canSend: true, phone: '138****2003' })
    const shown = usual.kinds.filter(({ isShown }) => isShown).map(({ kind }) => kind)
    expect(shown).toEqual([
      ...['newOrder', 'orderClosed', 'orderDeadlineNear', 'shipmentRefused'],
      ...['refundDeadlineNear', 'refundRequestRefused', 'exportFinished', 'bagsLow'],
    ])
    const kinds = [{ kind: 'newOrder' as const, isShown: false, isSent: false }]
    granted(await gateway.call(notice.saveChoices, { kinds, quietFrom: 20 }, { login: shipper }))
    await raise(order('不想看的'))
    expect(await labels(shipper, { unreadOnly: true })).toEqual([])
    const kept = granted(await gateway.call(notice.choices, {}, { login: shipper }))
    expect(kept).toMatchObject({ quietFrom: 20, quietUntil: 8 })
    expect(kept.kinds[0]).toEqual({ kind: 'newOrder', isShown: false, isSent: false })
    // somebody else's are their own
    expect(await labels(owner, { unreadOnly: true })).toEqual(['不想看的'])
    const back = [{ kind: 'newOrder' as const, isShown: true, isSent: false }]
    granted(await gateway.call(notice.saveChoices, { kinds: back }, { login: shipper }))
    expect(await labels(shipper, { unreadOnly: true })).toEqual(['不想看的'])
  })
})

describe('old notices', () => {
  it('go after ninety days, with what was read of them', async () => {
    await raise(order('很久以前的'))
    const [mine] = (await list(owner)).notices
    granted(await read(owner, [mine?.noticeId ?? '']))
    clock.advance(89 * DAY_MS)
    const prune = noticeSchedules.find(({ name }) => name === 'notice.prune')
    await prune?.run(gateway.services)
    await signInAll()
    expect(await labels(owner)).toContain('很久以前的')
    clock.advance(2 * DAY_MS)
    await prune?.run(gateway.services)
    expect(await gateway.query('select id from notice where merchant_id = $1', [merchant.merchantId])).toEqual([])
    expect(
      await gateway.query('select notice_id from notice_read where merchant_id = $1', [merchant.merchantId]),
    ).toEqual([])
  })
})
