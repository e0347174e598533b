import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { nextState } from '@huanji/domain/states/transition'
import { ControlRefused } from '@huanji/marketplace/sandbox/options'
import { type Random, randomOf } from '@huanji/marketplace/sandbox/random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAtDeadlines, pollRefunds } from './refund-polls.ts'
import { lookAgainFor } from './requests/index.ts'
import { type AfterSaleTrade, afterSaleTrade } from './testing/after-sale.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

/** `HUANJI_REFUND_RACES=2000` for the long form; a seed repeats a run. */
const LONG = Number(process.env.HUANJI_REFUND_RACES ?? 0)
const RACES = LONG > 0 ? LONG : 24
const SEED = Number(process.env.HUANJI_REFUND_RACES_SEED ?? (LONG > 0 ? Date.now() % 1_000_000 : 20_261_125))
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const KINDS = [
  'refundOnly',
  'returnAndRefund',
  'exchange',
  'priceDifference',
  'resend',
] as const satisfies readonly RefundKindCode[]
const WITHOUT_FAULTS = {
  callFaultShare: 0,
  lateCallShare: 0,
  pushTwice: false,
  pushOutOfOrder: false,
  dropPushes: false,
  pushDelayMs: 0,
}

let gateway: TradingGateway
let owner: ShopOwner
let trade: AfterSaleTrade
let orderNos: string[]

beforeAll(async () => {
  gateway = await startTradingGateway({ timeoutMs: 2_000 })
  gateway.control.setBehaviour({ keepGoodsShare: 1 })
  owner = await gateway.shopOwner('同时手机')
  trade = afterSaleTrade(gateway, owner)
}, 120_000)
afterAll(() => gateway.close())

/** What fits the present state is done, and what does not is refused. */
function unlessRefused(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof ControlRefused)) throw error
  }
}

const REQUESTS = [
  'agreeRefund',
  'agreeResend',
  'agreeReturn',
  'agreeWithoutAddress',
  'refuse',
  'confirmReceipt',
] as const

/** The merchant decides by what is seen here, which may be behind; a case that nothing is known of is let be. */
async function decide(orderNo: string, random: Random): Promise<void> {
  const [known] = await trade.sql<{ id: string }>(
    'select id from refund where order_no = $1 order by opened_at desc, refund_no desc limit 1',
    [orderNo],
  )
  const refund = known ? await trade.caseById(known.id) : null
  if (!refund || refund.desired?.state === 'pending') return
  const action = refund.state === 'awaiting_resend' ? 'resend' : random.pick(REQUESTS)
  const wanted = trade.requestFor(action, refund)
  if (wanted?.state === refund.state) await trade.ask(refund, wanted)
}

/** One of the things that may happen to a case at the same moment. */
async function happen(orderNo: string, kind: RefundKindCode, random: Random): Promise<void> {
  const { control } = gateway
  const claim = { orderNo, kind, detail: '成色不符' }
  const deeds = [
    () => decide(orderNo, random),
    () => decide(orderNo, random),
    () => gateway.runJobs(),
    () => unlessRefused(() => control.withdrawRefund(orderNo)),
    () =>
      unlessRefused(() =>
        control.changeRefund(orderNo, kind === 'refundOnly' ? random.whole(1, 9) * 1_000 : undefined),
      ),
    () => unlessRefused(() => control.returnGoods(orderNo)),
    () => unlessRefused(() => control.appealRefund(orderNo)),
    () => unlessRefused(() => control.giveVerdict(orderNo, random.pick(['buyer', 'seller'] as const))),
    () => unlessRefused(() => control.openRefund(claim)),
    () => gateway.pass(random.whole(1, 50) * MINUTE_MS),
    () => gateway.pass(48 * HOUR_MS),
  ] as const
  await random.pick(deeds)()
}

function misbehave(random: Random): void {
  gateway.control.setFaults({
    callFaultShare: random.pick([0, 0.2]),
    lateCallShare: random.pick([0, 0.2]),
    pushTwice: random.chance(0.3),
    pushOutOfOrder: random.chance(0.3),
    dropPushes: random.chance(0.2),
    pushDelayMs: random.pick([0, 0, 5 * MINUTE_MS]),
  })
}

/** Lets everything come that was to come, and looks at the marketplace as the schedules do. */
async function settle(): Promise<void> {
  gateway.control.setFaults(WITHOUT_FAULTS)
  for (let turn = 0; turn < 3; turn += 1) {
    await gateway.pass(61 * MINUTE_MS)
    await gateway.poll(owner.seller)
    await pollRefunds(gateway.services, owner.seller)
    await lookAtDeadlines(gateway.services, owner.seller)
    await lookAgainFor(gateway.services, owner.seller.merchantId)
    await gateway.runJobs()
  }
}

interface CaseRow {
  readonly id: string
  readonly refund_no: string
  readonly state: string
  readonly amount_fen: number
}

/** Every line goes on from where the one before ended, by a move of the table; a case ends once. */
async function expectOneHistory({ id, state }: CaseRow): Promise<void> {
  const lines = await trade.historyOf(id)
  let at = REFUND_STATES.initial as string
  for (const { from_state: from, to_state: to, action } of lines) {
    if (action === 'open') continue
    expect(from, `${action} of ${id}`).toBe(at)
    if (from !== to) expect(nextState(REFUND_STATES, from ?? '', action), `${action} of ${id}`).toBe(to)
    at = to ?? at
  }
  expect(at).toBe(state)
  const ends = lines.filter(
    ({ from_state: from, to_state: to }) => from !== to && /^(closed|succeeded)$/.test(to ?? ''),
  )
  expect(ends.length, `ends of ${id}`).toBe(state === 'closed' || state === 'succeeded' ? 1 : 0)
}

test(
  `${RACES} orders whose cases are decided by everybody at once have one legal end each, and their money moves once (seed ${SEED})`,
  async () => {
    const random = randomOf(SEED, 'races')
    orderNos = await trade.orders('curated', Math.ceil(RACES / 2))
    orderNos.push(...(await trade.orders('auction', Math.floor(RACES / 2))))
    for (const orderNo of orderNos) {
      gateway.control.openRefund({ orderNo, kind: random.pick(KINDS), detail: '成色不符' })
    }
    await gateway.pass(1_000)
    for (let round = 0; round < 7; round += 1) {
      misbehave(random)
      for (const orderNo of orderNos) {
        if (random.chance(0.6)) await happen(orderNo, random.pick(KINDS), random)
      }
    }
    await settle()
    let paidTimes = 0
    for (const orderNo of orderNos) {
      const cases = await trade.sql<CaseRow>(
        'select id, refund_no, state, amount_fen from refund where order_no = $1 order by opened_at, refund_no',
        [orderNo],
      )
      for (const one of cases) await expectOneHistory(one)
      const told = await trade.told(orderNo)
      const newest = cases.find((one) => one.refund_no === told.refund_no)
      expect(REFUND_STATES.states.find(({ code }) => code === newest?.state)?.wireCode, orderNo).toBe(
        told.refund_status,
      )
      expect(cases.filter((one) => one !== newest && !/^(closed|succeeded)$/.test(one.state))).toEqual([])
      const paid = cases
        .filter(({ state }) => state === 'succeeded')
        .reduce((sum, one) => sum + Number(one.amount_fen), 0)
      const order = await gateway.services.marketplace.orderDetail(owner.seller.sellerId, { order_no: orderNo })
      expect(paid, `paid back on ${orderNo}`).toBe(order.refund_amount)
      expect(paid).toBeLessThanOrEqual(order.pay_amount)
      if (paid > 0) paidTimes += 1
    }
    expect(paidTimes).toBeGreaterThan(0)
    const pending = await trade.sql("select 1 from desired_state where subject = 'refund' and state = 'pending'", [])
    expect(pending, 'requests without an answer').toEqual([])
    const dead = await trade.sql("select kind, last_error from outbox where state = 'dead'", [])
    expect(dead).toEqual([])
    process.stdout.write(`seed ${SEED}: ${orderNos.length} orders, ${paidTimes} of them paid back\n`)
  },
  LONG > 0 ? 4 * HOUR_MS : 180_000,
)
