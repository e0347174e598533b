import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from './clock.ts'
import { afterSaleIn, goOn } from './testing/aftersale.ts'
import { PRICE_FEN, receivedOn, settledLines } from './testing/orders.ts'
import { type SandboxFixture, startSandboxFixture } from './testing/sandbox-fixture.ts'

let fixture: SandboxFixture
beforeEach(async () => {
  fixture = await startSandboxFixture()
})
afterEach(() => fixture.stop())

const { refundOf, statusOf, orderOf, agree, agreeWithAddress, refuse, resend, perform, claimed, reach } = afterSaleIn(
  () => fixture,
)

/** Everything that can be done about a claim, by either side and the marketplace. */
const DEEDS: Readonly<Record<string, (orderNo: string) => unknown>> = {
  agree: (orderNo) => agree(orderNo),
  agreeWithAddress,
  refuse,
  resend,
  onlyRefund: (orderNo) => perform(orderNo, 'onlyRefund'),
  refundAndReturn: (orderNo) => perform(orderNo, 'refundAndReturn'),
  openRefund: (orderNo) => fixture.sandbox.control.openRefund({ orderNo, kind: 'refundOnly' }),
  changeRefund: (orderNo) => fixture.sandbox.control.changeRefund(orderNo),
  returnGoods: (orderNo) => fixture.sandbox.control.returnGoods(orderNo),
  withdrawRefund: (orderNo) => fixture.sandbox.control.withdrawRefund(orderNo),
  appealRefund: (orderNo) => fixture.sandbox.control.appealRefund(orderNo),
  reapplyRefund: (orderNo) => fixture.sandbox.control.reapplyRefund(orderNo),
  giveVerdict: (orderNo) => fixture.sandbox.control.giveVerdict(orderNo, 'seller'),
}

/** In each state what may be done, and where it leads. */
const ALLOWED: readonly (readonly [string, () => Promise<string>, Readonly<Record<string, number>>])[] = [
  [
    'awaiting the seller, for money',
    () => claimed('curated', 'refundOnly'),
    { agree: 5, agreeWithAddress: 5, refuse: 6, changeRefund: 1, withdrawRefund: 4 },
  ],
  [
    'awaiting the seller, for a return',
    () => claimed('curated', 'returnAndRefund'),
    { agree: 8, agreeWithAddress: 2, refuse: 6, changeRefund: 1, withdrawRefund: 4 },
  ],
  ['awaiting an address', () => reach.awaitingAddress('returnAndRefund'), { agreeWithAddress: 2, withdrawRefund: 4 }],
  ['awaiting the return', () => reach.awaitingReturn('returnAndRefund'), { returnGoods: 3, withdrawRefund: 4 }],
  ['awaiting receipt', () => reach.awaitingReceipt('returnAndRefund'), { agree: 5, refuse: 6, withdrawRefund: 4 }],
  ['awaiting the parcel', () => reach.awaitingResend('resend'), { resend: 5, withdrawRefund: 4 }],
  ['refused', () => reach.refused('returnAndRefund'), { appealRefund: 1, reapplyRefund: 1, withdrawRefund: 4 }],
  ['being judged', () => claimed('auction', 'returnAndRefund'), { giveVerdict: 4, withdrawRefund: 4 }],
  [
    'judged, for money',
    () => goOn(claimed('auction', 'refundOnly'), (orderNo) => fixture.sandbox.control.giveVerdict(orderNo, 'buyer')),
    { onlyRefund: 5, refundAndReturn: 2, withdrawRefund: 4 },
  ],
  [
    'judged, for a return',
    () =>
      goOn(claimed('auction', 'returnAndRefund'), (orderNo) => fixture.sandbox.control.giveVerdict(orderNo, 'buyer')),
    { agree: 8, agreeWithAddress: 2, onlyRefund: 5, refundAndReturn: 2, withdrawRefund: 4 },
  ],
  [
    'closed',
    () => goOn(claimed('curated', 'returnAndRefund'), (orderNo) => fixture.sandbox.control.withdrawRefund(orderNo)),
    { openRefund: 1 },
  ],
  ['paid', () => goOn(claimed('curated', 'refundOnly'), (orderNo) => agree(orderNo)), {}],
]

describe('in each state', () => {
  it.each(ALLOWED)(
    '%s: what is allowed leads on, and all else is refused and changes nothing',
    async (_, reach, allowed) => {
      for (const [name, deed] of Object.entries(DEEDS)) {
        const orderNo = await reach()
        const before = fixture.sandbox.control.dump()
        const done = (async () => deed(orderNo))()
        const status = allowed[name]
        if (status !== undefined) {
          await done
          expect([name, await statusOf(orderNo)]).toEqual([name, status])
        } else {
          await expect(done, name).rejects.toThrow(/[\u4e00-\u9fff]|is not set/)
          expect(fixture.sandbox.control.dump()).toEqual(before)
        }
      }
    },
  )
})

describe('a buyer who asks for something else', () => {
  it('asks for all that can go back unless an amount is named, and is refused what cannot be asked for', async () => {
    const { control } = fixture.sandbox
    const orderNo = await claimed('curated', 'priceDifference')
    await control.advance(HOUR_MS)
    control.changeRefund(orderNo, undefined, 'returnAndRefund')
    const { timeout_time: deadline, ...changed } = await refundOf(orderNo)
    expect(changed).toMatchObject({ refund_type: 3, refund_amount: PRICE_FEN, need_return_goods: true })
    expect(deadline * 1000 - control.nowMs()).toBeGreaterThan(48 * HOUR_MS - 1_000)
    control.changeRefund(orderNo, 50_000, 'refundOnly')
    expect(await refundOf(orderNo)).toMatchObject({ refund_type: 1, refund_amount: 50_000 })
    expect(() => control.changeRefund(orderNo, 50_000, 'exchange')).toThrow('换货不涉及退款金额')
  })

  it('is judged on the auction market where it is about money', async () => {
    const { control } = fixture.sandbox
    const orderNo = await claimed('auction', 'exchange')
    control.changeRefund(orderNo, undefined, 'refundOnly')
    expect(await refundOf(orderNo)).toMatchObject({ refund_type: 1, refund_status: 1, verdict: 'judging' })
    expect(() => control.changeRefund(orderNo, undefined, 'exchange')).toThrow('平台已介入，不能修改')
  })
})

describe('agreeing', () => {
  it('is refused for an amount that the buyer has changed meanwhile', async () => {
    const { control } = fixture.sandbox
    const orderNo = await claimed('curated', 'refundOnly')
    await control.advance(HOUR_MS)
    control.changeRefund(orderNo, 50_000)
    const { timeout_time: deadline, refund_amount: amount } = await refundOf(orderNo)
    expect([deadline * 1000 - control.nowMs() > 48 * HOUR_MS - 1_000, amount]).toEqual([true, 50_000])
    await expect(agree(orderNo, { refund_amount: PRICE_FEN })).rejects.toMatchObject({ code: 100409 })
    await agree(orderNo, { refund_amount: 50_000 })
    expect(await orderOf(orderNo)).toMatchObject({ order_status: 22, refund_amount: 50_000 })
  })

  const path = '/api/open/trade/refund/operate/agree'

  it('twice pays once', async () => {
    const orderNo = await reach.awaitingReceipt('returnAndRefund')
    fixture.sandbox.control.failNext({ kind: 'twice', path })
    await expect(agree(orderNo)).rejects.toMatchObject({ code: 100409 })
    expect(await orderOf(orderNo)).toMatchObject({ order_status: 23, refund_amount: PRICE_FEN })
    expect(await settledLines(fixture, orderNo)).toEqual({ freight: -1_200 })
  })

  it('late pays once', async () => {
    const orderNo = await claimed('curated', 'refundOnly')
    fixture.sandbox.control.failNext({ kind: 'late', path, delayMs: HOUR_MS })
    await expect(agree(orderNo)).rejects.toThrow()
    expect(await statusOf(orderNo)).toBe(1)
    await agree(orderNo)
    await fixture.sandbox.control.advance(HOUR_MS)
    expect(await orderOf(orderNo)).toMatchObject({ order_status: 23, refund_amount: PRICE_FEN })
  })

  it('defect: to a return, and late until the phone is back, does not pay for it unseen', async () => {
    const { control } = fixture.sandbox
    const orderNo = await claimed('curated', 'returnAndRefund')
    control.failNext({ kind: 'late', path, delayMs: 4 * DAY_MS })
    await expect(agreeWithAddress(orderNo)).rejects.toThrow()
    await agreeWithAddress(orderNo)
    control.returnGoods(orderNo)
    await control.advance(4 * DAY_MS)
    expect(await statusOf(orderNo)).toBe(3)
  })
})

describe('a claim', () => {
  it('tells its reason in two levels, its pictures and what was said on both sides', async () => {
    const { control } = fixture.sandbox
    const orderNo = await receivedOn(fixture, 'curated')
    control.openRefund({
      orderNo,
      kind: 'returnAndRefund',
      detail: '水货',
      reason: '其他',
      imageCount: 2,
      description: '<b>',
    })
    expect(await refundOf(orderNo)).toMatchObject({
      refund_type: 3,
      order_amount: PRICE_FEN,
      buyer_apply_reason: '其他',
      buyer_apply_sub_reason: '水货',
      buyer_apply_desc: '<b>',
    })
    await refuse(orderNo)
    const refund = await refundOf(orderNo)
    expect(refund).toMatchObject({ refuse_explain: '描述里已写明', refuse_images: [{ width: 900 }] })
    expect(refund.buyer_images).toHaveLength(2)
    for (const address of refund.buyer_images ?? []) {
      const picture = await fetch(address)
      expect(picture.headers.get('content-type')).toBe('image/png')
      expect(
        Buffer.from(await picture.arrayBuffer())
          .subarray(0, 4)
          .toString('latin1'),
      ).toBe('\x89PNG')
    }
    const none = refund.buyer_images?.[0]?.replace(/1$/, '3') ?? ''
    expect((await fetch(none)).status).not.toBe(200)
  })

  it('names its first level for a reason of the second', async () => {
    const orderNo = await receivedOn(fixture, 'curated')
    fixture.sandbox.control.openRefund({ orderNo, kind: 'refundOnly', reason: '屏幕显示问题' })
    expect(await refundOf(orderNo)).toMatchObject({
      buyer_apply_reason: '质量问题',
      buyer_apply_sub_reason: '屏幕显示问题',
    })
  })

  it.each<[string, RefundKindCode, number, string]>([
    ['all of the price for keeping the phone', 'priceDifference', PRICE_FEN, '补差金额应小于成交价'],
    ['more than was paid', 'returnAndRefund', PRICE_FEN + 1, '退款金额超出可退范围'],
    ['money for an exchange', 'exchange', 100, '换货不涉及退款金额'],
  ])('is refused for %s', async (_name, kind, amountFen, words) => {
    const orderNo = await receivedOn(fixture, 'curated')
    expect(() => fixture.sandbox.control.openRefund({ orderNo, kind, amountFen })).toThrow(words)
  })

  it('of simulated buyers is of every kind, some taken back and some appealed', async () => {
    fixture.sandbox.control.setBehaviour({ refundShare: 1.5 })
    const kinds = new Set<unknown>()
    for (let round = 0; round < 40; round += 1) await receivedOn(fixture, 'curated')
    await fixture.sandbox.control.advance(3 * DAY_MS)
    const { refund = {} } = fixture.sandbox.control.dump()
    for (const one of Object.values(refund)) kinds.add((one as { kind: string }).kind)
    expect(kinds.size).toBeGreaterThanOrEqual(4)
  }, 20_000)
})
