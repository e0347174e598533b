import { refund } from '@huanji/contract/features/refund/refund-calls'
import { OWNER } from './fixtures/accounts.ts'
import {
  caseOfEach,
  openRefund,
  type RefundRow,
  refundIn,
  refundOf,
  sendBack,
  sendPhones,
} from './fixtures/after-sale.ts'
import { signIn } from './fixtures/api-client.ts'
import { expect, test } from './fixtures/journey.ts'
import { control } from './fixtures/marketplace.ts'
import { type OwnTime, startOwnTime } from './fixtures/own-time.ts'
import { afterSale, decide, expectTold, openCase } from './pages/after-sale.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const AGREE = '/api/open/trade/refund/operate/agree'

let time: OwnTime

test.beforeAll(async () => {
  time = await startOwnTime()
  // nobody trades or sends anything back but where a journey says so
  await control('setBehaviour', { bid: false, shop: false, refundShare: 0, keepGoodsShare: 1 })
})
test.afterAll(async () => time.end())

/** Lets the time of the marketplace pass, by whose clock every step of a case runs out. */
const pass = (durationMs: number) => control('advance', { durationMs })

/** What the clock did to a case, by the end of the first, second and third lapse of time. */
interface Lapses {
  readonly row: RefundRow
  readonly states: readonly RefundRow['state'][]
  readonly told: readonly string[]
}

test('an agreement whose answer is lost is told once, and paid once', { tag: '@nightly' }, async ({
  userWithSession,
}) => {
  const owner = await signIn(OWNER)
  const sent = await sendPhones(owner, 'curated', 1)
  const [orderNo = ''] = sent.map((one) => one.orderNo)
  const row = await openRefund(owner, orderNo, 'refundOnly')
  await control('failNext', { kind: 'reset', path: AGREE, afterEffect: true })
  const { page } = await userWithSession(owner)
  await decide(page, row, { opens: '同意', says: '闲鱼立即退款给买家', sends: /^同意退款 ¥/ })
  await expectTold(page, '同意退款')
  await refundIn(owner, orderNo, 'succeeded')
  const { history, amountFen } = await refundOf(owner, row)
  expect(history.filter(({ actionLabel }) => actionLabel === '同意退款')).toHaveLength(1)
  const { order = {} } = await control<{ order?: Record<string, { refundedFen: number }> }>('dump')
  expect(order[orderNo]?.refundedFen).toBe(amountFen)
})

test('what nobody does, the clock does: of each kind on each channel', { tag: '@nightly' }, async ({
  userWithSession,
}) => {
  const owner = await signIn(OWNER)
  const [auction, curated] = await Promise.all([caseOfEach(owner, 'auction'), caseOfEach(owner, 'curated')])
  for (const { orderNo } of [auction.returnAndRefund, auction.priceDifference]) {
    await control('giveVerdict', { orderNo, outcome: 'buyer' })
  }
  const refusal = { reason: '未沟通协商一致', explanation: '发货前已拍照' }
  for (const { row } of [auction.resend, curated.priceDifference]) {
    await owner.call(refund.refuse, { refundId: row.refundId, ...refusal })
    await refundIn(owner, row.orderNo, 'refused')
  }
  for (const { row } of [auction.exchange, curated.exchange]) {
    await owner.call(refund.agree, { refundId: row.refundId, addressId: '' })
    await refundIn(owner, row.orderNo, 'awaiting_address')
  }
  const { page } = await userWithSession(owner)
  await page.goto('/sale/after-sale')
  const waiting = page.getByRole('row').filter({ hasText: curated.refundOnly.row.refundNo })
  await expect(waiting).toContainText('超时未处理将自动退款给买家')

  const missed = { states: ['awaiting_return', 'closed', 'closed'], told: ['买家超时未寄回'] } as const
  const cases: readonly Lapses[] = [
    {
      row: auction.refundOnly.row,
      states: ['succeeded', 'succeeded', 'succeeded'],
      told: ['超时自动退款'],
    },
    { row: auction.returnAndRefund.row, states: missed.states, told: ['超时没选，按退货退款办', ...missed.told] },
    {
      row: auction.exchange.row,
      states: ['awaiting_receipt', 'awaiting_resend', 'succeeded'],
      told: ['超时使用默认退货地址', '买家寄回', '超时视为已收货，等您补发', '超时自动退款'],
    },
    { row: auction.priceDifference.row, states: missed.states, told: ['超时没选，按退货退款办', ...missed.told] },
    { row: auction.resend.row, states: ['closed', 'closed', 'closed'], told: ['申诉超时关闭'] },
    {
      row: curated.refundOnly.row,
      states: ['succeeded', 'succeeded', 'succeeded'],
      told: ['超时自动退款'],
    },
    {
      row: curated.returnAndRefund.row,
      states: ['awaiting_receipt', 'succeeded', 'succeeded'],
      told: ['超时自动同意退货', '买家寄回', '超时自动退款'],
    },
    { row: curated.exchange.row, states: missed.states, told: ['超时使用默认退货地址', ...missed.told] },
    { row: curated.priceDifference.row, states: ['closed', 'closed', 'closed'], told: ['申诉超时关闭'] },
    {
      row: curated.resend.row,
      states: ['awaiting_resend', 'succeeded', 'succeeded'],
      told: ['超时自动同意补发', '超时自动退款'],
    },
  ]
  const lapses = [2 * DAY_MS + HOUR_MS, 10 * DAY_MS + HOUR_MS, 2 * DAY_MS + HOUR_MS]
  for (const [index, ms] of lapses.entries()) {
    await pass(ms)
    if (index === 0) {
      for (const { row } of [auction.exchange, curated.returnAndRefund]) await sendBack(owner, row.orderNo)
    }
    for (const { row, states } of cases) await refundIn(owner, row.orderNo, states[index] ?? 'closed')
  }
  for (const { row, told } of cases) {
    await openCase(page, row)
    for (const one of told) await expectTold(page, one)
    await expect(afterSale.deadline(page)).toHaveCount(0)
  }
})
