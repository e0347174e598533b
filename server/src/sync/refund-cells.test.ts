import { CHANNELS } from '@huanji/domain/channel'
import { expiryOf } from '@huanji/domain/refunds/expiry'
import { REFUND_KINDS } from '@huanji/domain/refunds/kinds'
import { REFUND_STATES, type RefundAction, type RefundState } from '@huanji/domain/states/refund'
import { nextState } from '@huanji/domain/states/transition'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampled } from '../../../tests/support/depth.ts'
import { type AfterSaleTrade, afterSaleTrade } from './testing/after-sale.ts'
import { type JourneyStep, REFUND_JOURNEYS, type RefundJourney } from './testing/refund-journeys.ts'
import { startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

const nameOf = ({ kind, channel, received, steps }: RefundJourney): string =>
  `${kind} on ${channel}${received ? '' : ', not received'}: ${steps.join(', ')}`

const moverOf = (action: RefundAction) => REFUND_STATES.moves.find((move) => move.action === action)?.who

/** The states that a journey goes through: what each step begins in. */
function cellsOf({ steps }: RefundJourney): { readonly from: RefundState; readonly action: RefundAction }[] {
  let from: RefundState = REFUND_STATES.initial
  return steps.flatMap((action) => {
    if (action === 'plans') return []
    const cell = { from, action }
    from = nextState(REFUND_STATES, from, action) ?? from
    return [cell]
  })
}

/** Moves that the marketplace takes in two: an appeal goes back to the beginning, where it is judged. */
const IN_TWO: readonly string[] = ['refused>confirmCompensation', 'refused>confirmReturn', 'refused>ruleRefund']

describe('the journeys', () => {
  test('make every move of the table, from every state that it starts in', () => {
    const made = new Set(REFUND_JOURNEYS.flatMap(cellsOf).map(({ from, action }) => `${from}>${action}`))
    const all = REFUND_STATES.moves.flatMap(({ from, action }) => from.map((state) => `${state}>${action}`))
    expect(all.filter((cell) => !made.has(cell))).toEqual(IN_TWO)
  })

  test.each(REFUND_KINDS.flatMap(({ code }) => CHANNELS.map((channel) => [code, channel] as const)))(
    'let every step of %s on %s that runs out run out, and each be called off that can be',
    (kind, channel) => {
      const mine = REFUND_JOURNEYS.filter((one) => one.kind === kind && one.channel === channel)
      const cells = mine.flatMap(cellsOf)
      const made = new Set(cells.map(({ from, action }) => `${from}>${action}`))
      const missing = new Set(
        cells.flatMap(({ from }) => {
          const isJudged = mine.every(({ steps }) => !steps.includes('agreeRefund') && !steps.includes('agreeReturn'))
          const verdict = isJudged && from === 'awaiting_merchant' && made.has(`${from}>confirmReturn`)
          const expiry = expiryOf({ kind, state: from, verdict: verdict ? 'awaitingSeller' : null })?.action
          const called = nextState(REFUND_STATES, from, 'cancel') === null ? null : 'cancel'
          return [expiry, called].flatMap((action) =>
            action && !made.has(`${from}>${action}`) ? `${from}>${action}` : [],
          )
        }),
      )
      expect([...missing]).toEqual([])
    },
  )
})

/** A journey on its way. */
interface Traveller {
  readonly journey: RefundJourney
  readonly orderNo: string
  step: number
  waitsUntilMs: number | null
}

let gateway: TradingGateway
let trade: AfterSaleTrade
let ownerName: string
const travellers = new Map<RefundJourney, Traveller>()

const isByClock = (step: JourneyStep): boolean =>
  step.endsWith('Automatically') || step === 'missReturn' || step === 'letAppealLapse'

/** Does what a step asks for, by whosever hand it is. */
async function act({ journey, orderNo }: Traveller, step: JourneyStep): Promise<void> {
  const { control } = gateway
  if (step === 'sendBack') control.returnGoods(orderNo)
  else if (step === 'appeal') control.appealRefund(orderNo)
  else if (step === 'cancel') control.withdrawRefund(orderNo)
  else if (step === 'plans' || step === 'ruleRefund') control.giveVerdict(orderNo, 'buyer')
  else if (step === 'ruleClosed') control.giveVerdict(orderNo, 'seller')
  else {
    const refund = await trade.caseOf(orderNo)
    const wanted = trade.requestFor(step, refund)
    if (wanted === null) throw new Error(`${nameOf(journey)}: ${step} in ${refund.state}`)
    await trade.ask(refund, wanted)
  }
}

/** Takes everybody one step on; whoever waits for the clock only notes until when. Gives how many are still on their way. */
async function stepAll(): Promise<number> {
  const going = [...travellers.values()].filter(({ journey, step }) => step < journey.steps.length)
  for (const one of going) {
    const step = one.journey.steps[one.step]
    if (step === undefined || one.waitsUntilMs !== null) continue
    if (isByClock(step)) one.waitsUntilMs = (await trade.told(one.orderNo)).timeout_time * 1000
    else {
      await act(one, step)
      one.step += 1
    }
  }
  return going.length
}

/** Lets the nearest deadline pass once nobody else has anything to do. */
async function letTimePass(): Promise<void> {
  const going = [...travellers.values()].filter(({ journey, step }) => step < journey.steps.length)
  if (going.length === 0 || going.some(({ waitsUntilMs }) => waitsUntilMs === null)) return gateway.pass(1_000)
  const nearest = Math.min(...going.map(({ waitsUntilMs }) => waitsUntilMs ?? Number.POSITIVE_INFINITY))
  await gateway.pass(Math.max(0, nearest - gateway.control.nowMs()) + 1_000)
  for (const one of going) {
    if ((one.waitsUntilMs ?? 0) > gateway.control.nowMs()) continue
    one.waitsUntilMs = null
    one.step += 1
  }
}

beforeAll(async () => {
  gateway = await startTradingGateway()
  gateway.control.setBehaviour({ keepGoodsShare: 1 })
  const owner = await gateway.shopOwner('售后手机')
  trade = afterSaleTrade(gateway, owner)
  const [employee] = await trade.sql<{ name: string }>('select name from employee where id = $1', [
    owner.actor.employeeId,
  ])
  ownerName = employee?.name ?? ''
  for (const [key, group] of Map.groupBy(REFUND_JOURNEYS, ({ channel, received }) => `${channel} ${received}`)) {
    const [first] = group
    if (!first) throw new Error(key)
    const orderNos = await trade.orders(first.channel, group.length, { received: first.received })
    for (const [index, journey] of group.entries()) {
      const orderNo = orderNos[index] ?? ''
      travellers.set(journey, { journey, orderNo, step: 0, waitsUntilMs: null })
    }
  }
  for (const { journey, orderNo } of travellers.values()) {
    gateway.control.openRefund({ orderNo, kind: journey.kind, detail: '成色不符' })
  }
  await gateway.pass(1_000)
  while ((await stepAll()) > 0) await letTimePass()
  await gateway.pass(1_000)
}, 300_000)
afterAll(() => gateway.close())

const whoOf = (action: string): string => {
  const mover = moverOf(action as RefundAction)
  if (action === 'open' || mover === 'buyer') return '买家'
  return mover === 'marketplace' || action === 'verdict' ? '闲鱼' : ownerName
}

describe('a case', () => {
  test.each(sampled(REFUND_JOURNEYS, 3).map((journey) => [nameOf(journey), journey] as const))(
    '%s',
    async (_name, journey) => {
      const { orderNo = '' } = travellers.get(journey) ?? {}
      const refund = await trade.caseOf(orderNo)
      const told = await trade.told(orderNo)
      const history = await trade.historyOf(refund.refundId)
      const expected = ['open', ...journey.steps.map((step) => (step === 'plans' ? 'verdict' : step))]
      expect(history.map(({ action }) => action)).toEqual(expected)
      expect(history.map(({ who }) => who)).toEqual(expected.map(whoOf))
      const end = cellsOf(journey).at(-1)
      expect(refund.state).toBe(end && nextState(REFUND_STATES, end.from, end.action))
      expect(refund).toMatchObject({ amountFen: told.refund_amount, deadlineAt: null, desired: null })
      expect(refund.endedAt).not.toBeNull()
      const [order] = await trade.sql<{ refund_status: number }>(
        'select refund_status from sale_order where order_no = $1',
        [orderNo],
      )
      expect(order?.refund_status).toBe(told.refund_status)
      const audits = await trade.sql('select who from audit_log where subject_id = $1', [refund.refundId])
      const isPaid = refund.state === 'succeeded' && told.refund_amount > 0
      expect(audits).toEqual(isPaid && whoOf(expected.at(-1) ?? '') !== ownerName ? [{ who: '闲鱼' }] : [])
    },
  )
})
