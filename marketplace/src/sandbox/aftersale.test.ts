import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from './clock.ts'
import type { Channel } from './documents.ts'
import { afterSaleIn, DIFFERENCE_FEN, goOn } from './testing/aftersale.ts'
import { SELLER_ID, USER_NAME } from './testing/merchant.ts'
import { PRICE_FEN, receivedOn, returnAddress, settledLines, ship, soldOn } from './testing/orders.ts'
import { type SandboxFixture, startSandboxFixture } from './testing/sandbox-fixture.ts'

let fixture: SandboxFixture
beforeEach(async () => {
  fixture = await startSandboxFixture()
})
afterEach(() => fixture.stop())

const { refundOf, statusOf, orderOf, agree, refuse, resend, perform, claimed, reach } = afterSaleIn(() => fixture)
const KINDS: readonly RefundKindCode[] = ['refundOnly', 'returnAndRefund', 'exchange', 'priceDifference', 'resend']
const CHANNELS: readonly Channel[] = ['auction', 'curated', 'plain']
const isJudged = (channel: Channel, kind: RefundKindCode): boolean =>
  channel === 'auction' && kind !== 'exchange' && kind !== 'resend'

/** The merchant does all there is to do, at once. */
async function byMerchant(orderNo: string, channel: Channel, kind: RefundKindCode): Promise<void> {
  const { control } = fixture.sandbox
  const travels = kind === 'returnAndRefund' || kind === 'exchange'
  if (isJudged(channel, kind)) {
    control.giveVerdict(orderNo, 'buyer', DIFFERENCE_FEN)
    await perform(orderNo, travels ? 'refundAndReturn' : 'onlyRefund')
  } else await agree(orderNo, travels ? { return_address: returnAddress } : {})
  if (travels) {
    control.returnGoods(orderNo, 'SF1002009999999')
    await agree(orderNo)
  }
  if (kind === 'exchange' || kind === 'resend') await resend(orderNo)
}

interface End {
  readonly refund: number
  readonly order: number
  readonly refundedFen: number
  readonly money: Readonly<Record<string, number>>
}

/** What an order settles at, fees as in the table of fees. */
const PROCEEDS: Readonly<Record<Channel, Readonly<Record<string, number>>>> = {
  auction: { deal: PRICE_FEN, serviceFee: -4_000, inspectionFee: -3_000 },
  curated: { deal: PRICE_FEN, serviceFee: -1_200, inspectionFee: -3_000 },
  plain: { deal: PRICE_FEN, serviceFee: -1_200 },
}
const FREIGHT = { freight: -1_200 }
const kept = (channel: Channel, extra: Readonly<Record<string, number>> = {}, refundedFen = 0): End => ({
  refund: 5,
  order: 22,
  refundedFen,
  money: { ...PROCEEDS[channel], ...extra },
})
const repaid = (money: Readonly<Record<string, number>> = {}): End => ({
  refund: 5,
  order: 23,
  refundedFen: PRICE_FEN,
  money,
})
/** A tenth went back, and a tenth of the service fee with it. */
const difference = (channel: Channel): End =>
  kept(channel, { priceDifference: -DIFFERENCE_FEN, feeReturn: channel === 'auction' ? 400 : 120 }, DIFFERENCE_FEN)

const BY_MERCHANT: Readonly<Record<RefundKindCode, (channel: Channel) => End>> = {
  refundOnly: (channel) => (channel === 'auction' ? difference(channel) : repaid()),
  returnAndRefund: () => repaid(FREIGHT),
  exchange: (channel) => kept(channel, FREIGHT),
  priceDifference: difference,
  resend: (channel) => kept(channel),
}
const BY_CLOCK: Readonly<Record<RefundKindCode, (channel: Channel) => End>> = {
  refundOnly: (channel) => (channel === 'auction' ? repaid(FREIGHT) : repaid()),
  returnAndRefund: () => repaid(FREIGHT),
  exchange: () => repaid(FREIGHT),
  priceDifference: (channel) => (channel === 'auction' ? repaid(FREIGHT) : difference(channel)),
  resend: () => repaid(),
}

const CELLS = KINDS.flatMap((kind) => CHANNELS.map((channel) => [kind, channel] as const))

describe('a case after receipt', () => {
  async function expectEnd(orderNo: string, end: End): Promise<void> {
    await fixture.sandbox.control.advance(3 * DAY_MS)
    expect(await refundOf(orderNo)).toMatchObject({ refund_status: end.refund, timeout_time: 0 })
    expect(await orderOf(orderNo)).toMatchObject({
      order_status: end.order,
      refund_status: end.refund,
      refund_amount: end.refundedFen,
    })
    expect(await settledLines(fixture, orderNo)).toEqual(end.money)
  }

  it.each(CELLS)('%s on %s ends by the merchant', async (kind, channel) => {
    const orderNo = await claimed(channel, kind)
    await byMerchant(orderNo, channel, kind)
    await expectEnd(orderNo, BY_MERCHANT[kind](channel))
  })

  it.each(CELLS)('%s on %s ends by the buyer, who takes it back', async (kind, channel) => {
    const orderNo = await claimed(channel, kind)
    fixture.sandbox.control.withdrawRefund(orderNo)
    await expectEnd(orderNo, { ...kept(channel), refund: 4 })
  })

  it.each(CELLS)('%s on %s ends by the clock', async (kind, channel) => {
    const orderNo = await claimed(channel, kind)
    await fixture.sandbox.control.advance(20 * DAY_MS)
    await expectEnd(orderNo, BY_CLOCK[kind](channel))
  })

  it.each(CELLS)('%s on %s is refused, and judged for either side', async (kind, channel) => {
    const { control } = fixture.sandbox
    for (const outcome of ['seller', 'buyer'] as const) {
      const orderNo = await claimed(channel, kind)
      if (isJudged(channel, kind)) {
        control.giveVerdict(orderNo, outcome, outcome === 'buyer' ? DIFFERENCE_FEN : undefined)
        expect(await refundOf(orderNo)).toMatchObject(
          outcome === 'buyer'
            ? { refund_status: 1, verdict: 'awaitingSeller' }
            : { refund_status: 4, verdict: 'decided' },
        )
      } else {
        await refuse(orderNo)
        control.appealRefund(orderNo)
        expect(await refundOf(orderNo)).toMatchObject({ refund_status: 1, verdict: 'judging', timeout_time: 0 })
        control.giveVerdict(orderNo, outcome)
        expect(await statusOf(orderNo)).toBe(outcome === 'buyer' ? 5 : 4)
      }
    }
  })
})

describe('a case before receipt', () => {
  it.each(CHANNELS)('on %s is paid before shipment, and is no other kind', async (channel) => {
    const orderNo = await soldOn(fixture, channel)
    const { openRefund } = fixture.sandbox.control
    for (const kind of KINDS.slice(1)) expect(() => openRefund({ orderNo, kind })).toThrow('未发货订单只能仅退款')
    openRefund({ orderNo, kind: 'refundOnly' })
    await agree(orderNo)
    expect(await orderOf(orderNo)).toMatchObject({ order_status: 23, refund_amount: PRICE_FEN })
    expect(await settledLines(fixture, orderNo)).toEqual({})
  })

  it.each(CHANNELS)('on %s is asked for while the parcel is under way, without a verdict', async (channel) => {
    const orderNo = await soldOn(fixture, channel)
    await ship(fixture, orderNo)
    const { openRefund } = fixture.sandbox.control
    for (const kind of ['exchange', 'priceDifference', 'resend'] as const) {
      expect(() => openRefund({ orderNo, kind })).toThrow('收货后才能申请')
    }
    openRefund({ orderNo, kind: 'returnAndRefund' })
    expect((await refundOf(orderNo)).verdict).toBeUndefined()
    await agree(orderNo)
    expect(await statusOf(orderNo)).toBe(8)
  })
})

/** How long each state lasts. */
const HOURS = {
  awaitingSeller: 48,
  awaitingAddress: 48,
  awaitingReturn: 168,
  awaitingReceipt: 240,
  awaitingResend: 48,
  refused: 48,
} as const

describe('the clock', () => {
  it.each<[keyof typeof HOURS, RefundKindCode, number]>([
    ['awaitingSeller', 'refundOnly', 5],
    ['awaitingSeller', 'priceDifference', 5],
    ['awaitingSeller', 'returnAndRefund', 2],
    ['awaitingSeller', 'exchange', 2],
    ['awaitingSeller', 'resend', 7],
    ['awaitingAddress', 'returnAndRefund', 2],
    ['awaitingReturn', 'returnAndRefund', 4],
    ['awaitingReceipt', 'returnAndRefund', 5],
    ['awaitingReceipt', 'exchange', 7],
    ['awaitingResend', 'resend', 5],
    ['refused', 'returnAndRefund', 4],
  ])('ends %s of %s in state %i, and not a second before', async (state, kind, status) => {
    fixture.sandbox.control.setBehaviour({ keepGoodsShare: 1 })
    const hours = HOURS[state]
    const orderNo = await reach[state](kind)
    const before = await refundOf(orderNo)
    expect(before.timeout_time).toBe(Math.floor((fixture.sandbox.control.nowMs() + hours * HOUR_MS) / 1000))
    await fixture.sandbox.control.advance(hours * HOUR_MS - 1)
    expect(await statusOf(orderNo)).toBe(before.refund_status)
    await fixture.sandbox.control.advance(1)
    expect(await statusOf(orderNo)).toBe(status)
  })

  it('asks for an address where the shop keeps none, and then takes the one it ships from', async () => {
    const { control } = fixture.sandbox
    control.openShop({ sellerId: SELLER_ID, userName: USER_NAME, nick: '焕机示例店', hasReturnAddress: false })
    expect((await fixture.client.listAddresses(SELLER_ID, { type: 2 })).list).toEqual([])
    const orderNo = await claimed('curated', 'returnAndRefund')
    await control.advance(48 * HOUR_MS)
    expect(await statusOf(orderNo)).toBe(8)
    await expect(agree(orderNo)).rejects.toMatchObject({ code: 100004 })
    await control.advance(48 * HOUR_MS)
    expect(await statusOf(orderNo)).toBe(2)
    const judged = await claimed('auction', 'returnAndRefund')
    control.giveVerdict(judged, 'buyer')
    await perform(judged, 'refundAndReturn')
    expect(await statusOf(judged)).toBe(8)
  })

  it('stands still while the marketplace judges, then gives 48 hours, and takes the phone back', async () => {
    const { control } = fixture.sandbox
    const orderNo = await claimed('auction', 'priceDifference')
    const verdict = () => fixture.client.auctionAftersaleDetail(SELLER_ID, { order_no: orderNo })
    const startS = Math.floor(control.nowMs() / 1000)
    expect(await verdict()).toMatchObject({ status: 'judging', timeout_time: startS + 7_200 })
    await control.advance(2 * HOUR_MS)
    expect(await verdict()).toMatchObject({ status: 'awaitingSeller', timeout_time: startS + 50 * 3_600 })
    expect(await refundOf(orderNo)).toMatchObject({ need_return_goods: false, refund_amount: DIFFERENCE_FEN })
    await control.advance(48 * HOUR_MS)
    expect(await verdict()).toMatchObject({ status: 'decided', decided_plan: 'refundAndReturn', timeout_time: 0 })
    expect(await refundOf(orderNo)).toMatchObject({
      refund_status: 2,
      refund_amount: PRICE_FEN,
      need_return_goods: true,
    })
  })

  it('judges an appeal by itself within the three days that it takes', async () => {
    const orderNo = await goOn(claimed('curated', 'refundOnly'), refuse)
    fixture.sandbox.control.appealRefund(orderNo)
    await fixture.sandbox.control.advance(3 * DAY_MS - 1)
    expect((await refundOf(orderNo)).verdict).toBe('judging')
    await fixture.sandbox.control.advance(1)
    expect([4, 5]).toContain(await statusOf(orderNo))
  })

  it.each<[Channel, number]>([
    ['auction', 48],
    ['curated', 168],
    ['plain', 168],
  ])('ends the time in which a buyer on %s may ask after %i hours', async (channel, hours) => {
    const { control } = fixture.sandbox
    const orderNo = await receivedOn(fixture, channel)
    await control.advance(hours * HOUR_MS)
    control.openRefund({ orderNo, kind: 'refundOnly', amountFen: 1 })
    control.withdrawRefund(orderNo)
    await control.advance(1)
    expect(() => control.openRefund({ orderNo, kind: 'refundOnly' })).toThrow('已超过售后申请期')
  })
})
