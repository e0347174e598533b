import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccountFlow } from '../protocol/accounts.ts'
import { DAY_MS, HOUR_MS } from './clock.ts'
import { randomOf } from './random.ts'
import { afterSaleIn } from './testing/aftersale.ts'
import { SELLER_ID, USER_NAME } from './testing/merchant.ts'
import { PRICE_FEN, receivedOn, receivedOrder, settledLines, soldOn } from './testing/orders.ts'
import { type SandboxFixture, startSandboxFixture } from './testing/sandbox-fixture.ts'

let fixture: SandboxFixture
beforeEach(async () => {
  fixture = await startSandboxFixture()
})
afterEach(() => fixture.stop())

const { agree, perform, resend } = afterSaleIn(() => fixture)

const CHANNELS = ['auction', 'curated', 'plain'] as const
const PLANS = ['onlyRefund', 'refundAndReturn'] as const

/** All flows, oldest first. */
async function flows(): Promise<AccountFlow[]> {
  const all: AccountFlow[] = []
  for (let page = 1; ; page += 1) {
    const { list, count } = await fixture.client.listAccountFlows(SELLER_ID, { page_no: page, page_size: 100 })
    all.push(...list)
    if (all.length >= count) return all.reverse()
  }
}

const shapes = (rows: readonly AccountFlow[]) =>
  rows.map(({ type, direction, amount, balance_after, frozen_after }) => [
    type,
    direction,
    amount,
    balance_after,
    frozen_after,
  ])

const isFreezing = ({ type }: AccountFlow): boolean => type.endsWith('reeze')

/** Refuses a history in which a balance does not follow from what was before, or a settlement is missing. */
async function expectFollowing(): Promise<void> {
  const history = await flows()
  let balance = 0
  let frozen = 0
  for (const flow of history) {
    const signed = flow.direction === 'in' ? flow.amount : -flow.amount
    if (isFreezing(flow)) frozen -= signed
    else balance += signed
    expect(flow).toMatchObject({ balance_after: balance, frozen_after: frozen })
  }
  const { list } = await fixture.client.listSettlements(SELLER_ID, { page_size: 100 })
  for (const { lines, net_amount: net } of list) {
    expect(lines.reduce((sum, line) => sum + (line.direction === 'in' ? line.amount : -line.amount), 0)).toBe(net)
  }
  const settled = history.filter(({ type }) => type === 'settlement').map(({ settlement_no: number }) => number)
  expect(settled.toSorted()).toEqual(list.map(({ settlement_no: number }) => number).toSorted())
}

describe('the account of a shop', () => {
  it('takes every settlement, and freezes what a case on a settled order is about', async () => {
    const { control } = fixture.sandbox
    const orderNo = await receivedOrder(fixture)
    control.settleOrder(orderNo)
    control.openRefund({ orderNo, kind: 'priceDifference', amountFen: 21_000 })
    control.changeRefund(orderNo, 10_500)
    await agree(orderNo)
    const history = await flows()
    expect(shapes(history)).toEqual([
      ['settlement', 'in', 205_740, 205_740, 0],
      ['freeze', 'out', 21_000, 205_740, 21_000],
      ['unfreeze', 'in', 21_000, 205_740, 0],
      ['freeze', 'out', 10_500, 205_740, 10_500],
      ['unfreeze', 'in', 10_500, 205_740, 0],
      ['settlement', 'out', 10_437, 195_303, 0],
    ])
    expect(history.at(-1)).toMatchObject({
      order_no: orderNo,
      user_name: USER_NAME,
      refund_no: expect.stringMatching(/^3936/),
    })
    expect((await fixture.client.listAccountFlows(SELLER_ID, { user_name: 'another' })).count).toBe(0)
    expect((await fixture.client.listAccountFlows(SELLER_ID + 1, {})).count).toBe(0)
  })

  it.each(['withdrawRefund', 'resend', 'clock'] as const)(
    'gives free what was frozen when the case ends by %s',
    async (end) => {
      const { control } = fixture.sandbox
      const orderNo = await receivedOrder(fixture)
      control.settleOrder(orderNo)
      control.openRefund({ orderNo, kind: 'resend' })
      expect((await flows()).at(-1)).toMatchObject({ type: 'freeze', frozen_after: 210_000 })
      if (end === 'withdrawRefund') control.withdrawRefund(orderNo)
      if (end === 'resend') {
        await agree(orderNo)
        await resend(orderNo)
      }
      if (end === 'clock') await control.advance(4 * DAY_MS)
      expect((await flows()).at(-1)).toMatchObject({ frozen_after: 0 })
      await expectFollowing()
    },
  )

  it('is moved by hand, as far as there is something', async () => {
    const { control } = fixture.sandbox
    const userName = USER_NAME
    expect(() => control.withdraw({ userName, amountFen: 1 })).toThrow('可用余额只有¥0.00')
    expect(() => control.topUp({ userName: 'nobody', amountFen: 1 })).toThrow('店铺不存在')
    control.topUp({ userName, amountFen: 50_000 })
    control.freezeDeposit({ userName, amountFen: 30_000 })
    expect(() => control.withdraw({ userName, amountFen: 20_001 })).toThrow('可用余额只有¥200.00')
    expect(() => control.unfreezeDeposit({ userName, amountFen: 30_001 })).toThrow('已冻结保证金只有¥300.00')
    control.withdraw({ userName, amountFen: 20_000 })
    control.unfreezeDeposit({ userName, amountFen: 10_000 })
    control.adjust({ userName, amountFen: -500, reason: '多付运费' })
    expect(shapes(await flows())).toEqual([
      ['topUp', 'in', 50_000, 50_000, 0],
      ['depositFreeze', 'out', 30_000, 50_000, 30_000],
      ['withdrawal', 'out', 20_000, 30_000, 30_000],
      ['depositUnfreeze', 'in', 10_000, 30_000, 20_000],
      ['adjustment', 'out', 500, 29_500, 20_000],
    ])
  })

  const SEED = Number(process.env.HUANJI_ACCOUNTS_SEED ?? process.env.TEST_SEED ?? 20_261_128)

  it(`adds up after every history (HUANJI_ACCOUNTS_SEED=${SEED})`, async () => {
    const { control } = fixture.sandbox
    const random = randomOf(SEED, 'account')
    const orders: string[] = []
    const deeds: readonly [string, (orderNo: string, fen: number) => unknown][] = [
      ['sell', async () => orders.push(await receivedOn(fixture, random.pick(CHANNELS)))],
      ['settle', (orderNo) => control.settleOrder(orderNo)],
      ['settle', (orderNo) => control.settleOrder(orderNo)],
      ['difference', (orderNo, fen) => control.openRefund({ orderNo, kind: 'priceDifference', amountFen: fen })],
      ['part', (orderNo, fen) => control.openRefund({ orderNo, kind: 'refundOnly', amountFen: fen })],
      ['return', (orderNo) => control.openRefund({ orderNo, kind: 'returnAndRefund' })],
      ['exchange', (orderNo) => control.openRefund({ orderNo, kind: 'exchange' })],
      ['change', (orderNo, fen) => control.changeRefund(orderNo, fen)],
      ['withdrawal of a claim', (orderNo) => control.withdrawRefund(orderNo)],
      ['agreement', (orderNo) => agree(orderNo)],
      ['agreement', (orderNo) => agree(orderNo)],
      ['return of the goods', (orderNo) => control.returnGoods(orderNo)],
      ['verdict', (orderNo, fen) => control.giveVerdict(orderNo, 'buyer', fen)],
      ['plan', (orderNo) => perform(orderNo, random.pick(PLANS))],
      ['time', () => control.advance(random.whole(1, 30) * HOUR_MS)],
      ['adjustment of an order', (orderNo, fen) => control.adjust({ orderNo, amountFen: -fen, reason: '核对' })],
      ['adjustment', (_, fen) => control.adjust({ userName: USER_NAME, amountFen: fen, reason: '核对' })],
      ['top-up', (_, amountFen) => control.topUp({ userName: USER_NAME, amountFen })],
      ['withdrawal', (_, amountFen) => control.withdraw({ userName: USER_NAME, amountFen })],
      ['deposit', (_, amountFen) => control.freezeDeposit({ userName: USER_NAME, amountFen })],
      ['deposit back', (_, amountFen) => control.unfreezeDeposit({ userName: USER_NAME, amountFen })],
    ]
    for (let step = 0; step < 400; step += 1) {
      const deed = deeds[random.whole(0, deeds.length - 1)]
      const orderNo = orders[random.whole(0, Math.max(orders.length - 1, 0))] ?? '1'.repeat(19)
      const fen = random.whole(1, 30_000)
      // what the moment does not allow is refused, and must have moved nothing
      await (async () => deed?.[1](orderNo, fen))().catch(() => {})
    }
    await expectFollowing()
    await control.advance(30 * DAY_MS)
    await expectFollowing()
    for (const orderNo of orders) {
      const { refund_amount: repaid, pay_amount: paid } = await fixture.client.orderDetail(SELLER_ID, {
        order_no: orderNo,
      })
      const { deal = 0, refund = 0, priceDifference = 0 } = await settledLines(fixture, orderNo)
      expect(repaid).toBeLessThanOrEqual(paid)
      // an order that was paid back whole before it was settled has no settlement of its deal
      if (deal > 0) expect([orderNo, repaid + refund + priceDifference]).toEqual([orderNo, 0])
    }
  }, 60_000)
})

describe('settlements', () => {
  it('take what several cases have cost before, each under its own name, and the same money once', async () => {
    const { control } = fixture.sandbox
    const orderNo = await receivedOn(fixture, 'curated')
    for (const [kind, amountFen] of [
      ['priceDifference', 10_000],
      ['refundOnly', 20_000],
      ['priceDifference', 5_000],
    ] as const) {
      control.openRefund({ orderNo, kind, amountFen })
      await agree(orderNo)
    }
    await control.advance(3 * DAY_MS)
    expect(await settledLines(fixture, orderNo)).toEqual({
      deal: PRICE_FEN,
      serviceFee: -1_200,
      inspectionFee: -3_000,
      refund: -20_000,
      priceDifference: -15_000,
      feeReturn: 210,
    })
    control.openRefund({ orderNo, kind: 'refundOnly' })
    await agree(orderNo)
    const { list } = await fixture.client.listSettlements(SELLER_ID, { order_no: orderNo })
    expect(list[0]).toMatchObject({ net_amount: -165_000 + 990 + 3_000, refund_no: expect.stringMatching(/^3936/) })
  })

  it.each([
    ['a part', [7_777]],
    ['several parts', [10_001, 333, 54_321]],
    ['all of it', [50_000, PRICE_FEN - 50_000]],
  ])('defect: what is left of an order hung on the hour at which %s went back', async (_name, parts) => {
    const { control } = fixture.sandbox
    for (const channel of ['auction', 'curated'] as const) {
      const left: number[] = []
      for (const isSettledFirst of [false, true]) {
        const orderNo = await receivedOn(fixture, channel)
        if (isSettledFirst) await control.advance(1.5 * DAY_MS)
        for (const amountFen of parts) {
          control.openRefund({ orderNo, kind: 'refundOnly', amountFen })
          if (channel === 'auction') control.giveVerdict(orderNo, 'buyer', Math.min(amountFen, PRICE_FEN - 1))
          if (channel === 'auction') await perform(orderNo, 'onlyRefund')
          else await agree(orderNo)
        }
        await control.advance(3 * DAY_MS)
        left.push(Object.values(await settledLines(fixture, orderNo)).reduce((sum, fen) => sum + fen, 0))
      }
      expect(left[1]).toBe(left[0])
    }
  })

  it('charge the way back by whose fault it is', async () => {
    const { control } = fixture.sandbox
    for (const [detail, money] of [
      ['成色不符', { freight: -1_200 }],
      ['七天无理由', {}],
      ['运输损坏', {}],
    ] as const) {
      const orderNo = await receivedOn(fixture, 'curated')
      control.openRefund({ orderNo, kind: 'returnAndRefund', detail })
      await control.advance(20 * DAY_MS)
      expect(await settledLines(fixture, orderNo)).toEqual(money)
    }
  })

  it.each([
    ['at the rate', 200_000, -10_000],
    ['at the least', 5_000, -500],
    ['at the most', 900_000, -10_000],
  ])('compensate a buyer whose goods were not shipped, %s', async (_name, priceFen, compensation) => {
    const { control } = fixture.sandbox
    const orderNo = await soldOn(fixture, 'curated', priceFen)
    await control.advance(3 * DAY_MS)
    expect(await settledLines(fixture, orderNo)).toEqual({ compensation })
  })

  it('are corrected, and wrong where a test wants them so', async () => {
    const { control } = fixture.sandbox
    const orderNo = await receivedOn(fixture, 'curated')
    control.misstate(orderNo, -100)
    await control.advance(DAY_MS)
    expect(() => control.misstate(orderNo, 1)).toThrow('订单已结算')
    control.adjust({ orderNo, amountFen: 100, reason: '补足成交价' })
    expect(await settledLines(fixture, orderNo)).toMatchObject({ deal: PRICE_FEN - 100, adjustment: 100 })
    const { list } = await fixture.client.listSettlements(SELLER_ID, { order_no: orderNo })
    expect(list[0]).toMatchObject({ net_amount: 100, remark: '补足成交价' })
    await expectFollowing()
  })

  it('are in the statement that the seller keeps from the console', async () => {
    const { control, url } = fixture.sandbox
    const orderNo = await receivedOn(fixture, 'curated')
    await control.advance(DAY_MS)
    control.topUp({ userName: USER_NAME, amountFen: 1_050 })
    control.adjust({ orderNo, amountFen: -5, reason: '=1+1,"核对"' })
    const read = (query: string) => fetch(`${url}/pages/statement?${query}`)
    const answer = await read(`user=${USER_NAME}&from=2026-03-01&to=2026-03-31`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
    expect(rows.map((row) => row.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'T'))).toEqual([
      '结算单号,订单号,店铺,渠道,项目,收支,金额(元),结算时间,备注',
      `JS000000000001,${orderNo},${USER_NAME},严选,订单结算,收入,2000.00,T,`,
      `JS000000000001,${orderNo},${USER_NAME},严选,平台服务费,支出,12.00,T,`,
      `JS000000000001,${orderNo},${USER_NAME},严选,质检费,支出,30.00,T,`,
      `JS000000000002,${orderNo},${USER_NAME},严选,调账,支出,0.05,T,"'=1+1,""核对"""`,
      `LS000000000002,,${USER_NAME},,充值,收入,10.50,T,充值`,
    ])
    const another = await read(`user=${USER_NAME}&from=2026-04-01&to=2026-04-30`)
    expect((await another.text()).trimEnd().split('\r\n')).toHaveLength(1)
    expect((await read('user=nobody&from=2026-03-01&to=2026-03-31')).status).toBe(404)
    expect((await read(`user=${USER_NAME}&from=2026-03-31&to=2026-03-01`)).status).toBe(400)
  })
})
