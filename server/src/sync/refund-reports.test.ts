import type { Channel } from '@huanji/domain/channel'
import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import type { Refund } from '@huanji/marketplace/protocol/refunds'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { approvalsOf, insertApproval } from '../modules/refund/approval-store.ts'
import { newId } from '../platform/ids.ts'
import { refreshRefund } from './refresh.ts'
import { pollRefunds } from './refund-polls.ts'
import { type AfterSaleTrade, afterSaleTrade, CASE_PRICE_FEN } from './testing/after-sale.ts'
import { HOUR_MS, type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

const AFTERSALE = '/api/sandbox/auction/aftersale/detail'

let gateway: TradingGateway
let owner: ShopOwner
let trade: AfterSaleTrade
const free: Record<Channel, string[]> = { auction: [], curated: [] }

beforeAll(async () => {
  gateway = await startTradingGateway()
  gateway.control.setBehaviour({ keepGoodsShare: 1 })
  owner = await gateway.shopOwner('报告手机')
  trade = afterSaleTrade(gateway, owner)
  free.auction = await trade.orders('auction', 4)
  free.curated = await trade.orders('curated', 8)
}, 120_000)
afterAll(() => gateway.close())
afterEach(() => gateway.control.setFaults({ dropPushes: false }))

/** The services with a marketplace that answers some calls otherwise. */
const withMarketplace = (change: Partial<MarketplaceClient>) => ({
  ...gateway.services,
  marketplace: { ...gateway.services.marketplace, ...change },
})

/** A case of a received order, known here; from then on nothing is heard of unless it is asked for. */
async function opened(channel: Channel, kind: RefundKindCode, amountFen?: number): Promise<string> {
  const orderNo = free[channel].pop() ?? ''
  gateway.control.openRefund({ orderNo, kind, detail: '成色不符', ...(amountFen === undefined ? {} : { amountFen }) })
  await gateway.pass(1_000)
  gateway.control.setFaults({ dropPushes: true })
  return orderNo
}

async function refused(orderNo: string): Promise<void> {
  const refund = await trade.caseOf(orderNo)
  const wanted = trade.requestFor('refuse', refund)
  if (wanted) await trade.ask(refund, wanted)
  await gateway.runJobs()
}

const actionsOf = async (refundId: string) => (await trade.historyOf(refundId)).map(({ action }) => action)
const refresh = (orderNo: string, services = gateway.services) => refreshRefund(services, owner.seller, orderNo)

describe('a buyer who asks the seller once more after a refusal', () => {
  it('defect: was taken for an older report, so that nobody could act before the clock paid', async () => {
    const orderNo = await opened('curated', 'refundOnly')
    await refused(orderNo)
    await gateway.pass(HOUR_MS)
    gateway.control.reapplyRefund(orderNo)
    await refresh(orderNo)
    const again = await trade.caseOf(orderNo)
    expect(again).toMatchObject({ state: 'awaiting_merchant', verdict: null })
    expect(await actionsOf(again.refundId)).toEqual(['open', 'refuse', 'appeal'])
    const wanted = trade.requestFor('agreeRefund', again)
    if (wanted) await trade.ask(again, wanted)
    await gateway.runJobs()
    expect(await trade.caseOf(orderNo)).toMatchObject({ state: 'succeeded', amountFen: CASE_PRICE_FEN })
  })

  it('defect: was not heard of where the marketplace does not say when a case changed', async () => {
    const orderNo = await opened('curated', 'refundOnly')
    await refused(orderNo)
    await gateway.pass(HOUR_MS)
    gateway.control.reapplyRefund(orderNo)
    const { marketplace } = gateway.services
    const undated = ({ modify_time: _, ...refund }: Refund): Refund => ({ ...refund, reject_time: 0 })
    const services = withMarketplace({
      refundDetail: async (...asked) => undated(await marketplace.refundDetail(...asked)),
      listRefunds: async (...asked) => {
        const page = await marketplace.listRefunds(...asked)
        return { ...page, list: page.list.map(undated) }
      },
    })
    await pollRefunds(services, owner.seller)
    expect(await trade.caseOf(orderNo)).toMatchObject({ state: 'awaiting_merchant', verdict: null })
    await gateway.pass(HOUR_MS)
    gateway.control.changeRefund(orderNo)
    await pollRefunds(services, owner.seller)
    const { deadlineAt } = await trade.caseOf(orderNo)
    expect(Date.parse(deadlineAt ?? '')).toBe((await trade.told(orderNo)).timeout_time * 1000)
  })
})

describe('the plans of a verdict', () => {
  /** A claim of the auction market that was judged; here it is still being judged. */
  async function judged(): Promise<string> {
    const orderNo = await opened('auction', 'refundOnly')
    gateway.control.giveVerdict(orderNo, 'buyer', 12_000)
    return orderNo
  }
  const withhold = (times = 1) =>
    gateway.control.failNext({ kind: 'refuse', path: AFTERSALE, code: 100404, msg: '鱼市售后单不存在', times })

  it('defect: that could not be read were never asked for again', async () => {
    const orderNo = await judged()
    withhold()
    await refresh(orderNo)
    expect(await trade.caseOf(orderNo)).toMatchObject({ verdict: 'awaitingSeller', keepPlanFen: null })
    await pollRefunds(gateway.services, owner.seller)
    expect(await trade.caseOf(orderNo)).toMatchObject({ keepPlanFen: 12_000, returnPlanFen: CASE_PRICE_FEN })
  })

  it('defect: were forgotten when they could not be read once more', async () => {
    const orderNo = await judged()
    await refresh(orderNo)
    withhold()
    await refresh(orderNo)
    expect(await trade.caseOf(orderNo)).toMatchObject({ keepPlanFen: 12_000, returnPlanFen: CASE_PRICE_FEN })
  })

  it('defect: were both dropped where there is one', async () => {
    const orderNo = await judged()
    const { marketplace } = gateway.services
    const oneOf = (change: object) =>
      withMarketplace({
        auctionAftersaleDetail: async (...asked) => ({
          ...(await marketplace.auctionAftersaleDetail(...asked)),
          ...change,
        }),
      })
    await refresh(orderNo, oneOf({ only_refund_cent: 0 }))
    expect(await trade.caseOf(orderNo)).toMatchObject({ keepPlanFen: null, returnPlanFen: CASE_PRICE_FEN })
    await refresh(orderNo, oneOf({ refund_and_return_cent: 0 }))
    expect(await trade.caseOf(orderNo)).toMatchObject({ keepPlanFen: 12_000, returnPlanFen: null })
  })

  it('defect: and the one that was taken were forgotten when the buyer asked for something else', async () => {
    const orderNo = await judged()
    await refresh(orderNo)
    const refund = await trade.caseOf(orderNo)
    const wanted = trade.requestFor('confirmReturn', refund)
    if (wanted) await trade.ask(refund, wanted)
    await gateway.runJobs()
    gateway.control.withdrawRefund(orderNo)
    const ended = await trade.told(orderNo)
    await gateway.pass(HOUR_MS)
    gateway.control.openRefund({ orderNo, kind: 'exchange', detail: '成色不符' })
    const { marketplace } = gateway.services
    const listRefunds: MarketplaceClient['listRefunds'] = async (sellerId, asked) => {
      const page = await marketplace.listRefunds(sellerId, asked)
      return asked.order_no === orderNo ? { ...page, list: [...page.list, ended] } : page
    }
    await refresh(orderNo, withMarketplace({ listRefunds }))
    expect(await trade.caseById(refund.refundId)).toMatchObject({
      state: 'closed',
      decidedPlan: 'return',
      keepPlanFen: 12_000,
      returnPlanFen: CASE_PRICE_FEN,
    })
  })
})

describe('a case that stands where no move leads', () => {
  it('defect: was taken for an older report without a word', async () => {
    const orderNo = await opened('curated', 'refundOnly')
    gateway.control.withdrawRefund(orderNo)
    await refresh(orderNo)
    const { refundId, refundNo } = await trade.caseOf(orderNo)
    const { marketplace } = gateway.services
    const refundDetail: MarketplaceClient['refundDetail'] = async (...asked) => {
      const refund = await marketplace.refundDetail(...asked)
      return { ...refund, refund_status: 1, modify_time: (refund.modify_time ?? 0) + 60 }
    }
    const error = vi.spyOn(gateway.services.log, 'error')
    for (let times = 0; times < 2; times += 1) await refresh(orderNo, withMarketplace({ refundDetail }))
    const fields = {
      merchantId: owner.seller.merchantId,
      orderNo,
      refundNo,
      here: 'closed',
      there: 'awaiting_merchant',
    }
    expect(error.mock.calls).toEqual([[fields, expect.any(String)]])
    error.mockRestore()
    expect(await actionsOf(refundId)).toEqual(['open', 'cancel'])
  })
})

describe('a case that another one has followed', () => {
  /** A claim that was taken back and one after it, of which nothing is known here. */
  async function followed() {
    const orderNo = await opened('curated', 'refundOnly', 30_000)
    const former = await trade.caseOf(orderNo)
    gateway.control.withdrawRefund(orderNo)
    await gateway.pass(HOUR_MS)
    gateway.control.openRefund({ orderNo, kind: 'refundOnly', amountFen: 50_000 })
    return { orderNo, former }
  }

  it('defect: was paid what the next one was, when that was paid meanwhile', async () => {
    const { orderNo, former } = await followed()
    const { marketplace } = gateway.services
    let isPaid = false
    const orderDetail: MarketplaceClient['orderDetail'] = async (sellerId, asked) => {
      if (!isPaid) await marketplace.agreeRefund(sellerId, asked)
      isPaid = true
      return marketplace.orderDetail(sellerId, asked)
    }
    await refresh(orderNo, withMarketplace({ orderDetail }))
    expect(await trade.caseById(former.refundId)).toMatchObject({ state: 'closed', amountFen: 30_000 })
    expect(await trade.caseOf(orderNo)).toMatchObject({ state: 'succeeded', amountFen: 50_000 })
  })

  it('is looked at anew when a third one has followed meanwhile', async () => {
    const { orderNo, former } = await followed()
    const { control, services } = gateway
    let isFollowed = false
    const orderDetail: MarketplaceClient['orderDetail'] = async (sellerId, asked) => {
      const order = await services.marketplace.orderDetail(sellerId, asked)
      if (!isFollowed) {
        await services.marketplace.agreeRefund(sellerId, asked)
        control.openRefund({ orderNo, kind: 'exchange' })
      }
      isFollowed = true
      return order
    }
    await refresh(orderNo, withMarketplace({ orderDetail }))
    // of the one between the two nothing was heard, so that its money is the former's: it is counted once
    expect(await trade.caseById(former.refundId)).toMatchObject({ state: 'succeeded', amountFen: 50_000 })
    expect(await trade.caseOf(orderNo)).toMatchObject({ kind: 'exchange', state: 'awaiting_merchant' })
  })

  it('defect: was ended by a parcel that nobody sent', async () => {
    const orderNo = await opened('curated', 'resend')
    const refund = await trade.caseOf(orderNo)
    const wanted = trade.requestFor('agreeResend', refund)
    if (wanted) await trade.ask(refund, wanted)
    await gateway.runJobs()
    gateway.control.withdrawRefund(orderNo)
    await gateway.pass(HOUR_MS)
    gateway.control.openRefund({ orderNo, kind: 'refundOnly' })
    await refresh(orderNo)
    expect(await actionsOf(refund.refundId)).toEqual(['open', 'agreeResend', 'cancel'])
  })
})

describe('a payment that waits for a second person', () => {
  it('defect: waited on when the buyer asked for something else for the same money', async () => {
    const orderNo = await opened('curated', 'refundOnly')
    const { refundId, amountFen, kind } = await trade.caseOf(orderNo)
    const { merchantId } = owner.seller
    const now = gateway.clock.now()
    await gateway.db.tenant(merchantId, (tx) =>
      insertApproval(tx, {
        approvalId: newId(),
        refundId,
        action: 'agree',
        amountFen,
        now,
        desired: { want: 'refund_agreed', state: 'awaiting_merchant', amountFen, kind, address: null },
        requestedBy: owner.actor.employeeId,
        requestNote: '',
      }),
    )
    gateway.control.changeRefund(orderNo, undefined, 'returnAndRefund')
    await refresh(orderNo)
    expect(await trade.caseOf(orderNo)).toMatchObject({ kind: 'returnAndRefund', amountFen })
    const approvals = await gateway.db.tenant(merchantId, (tx) => approvalsOf(tx, refundId))
    expect(approvals).toMatchObject([{ decision: 'withdrawn' }])
    const lines = await trade.sql('select action_label, note from history where subject_id = $1 order by sequence', [
      refundId,
    ])
    expect(lines.at(-1)).toEqual({ action_label: '买家已修改申请', note: '仅退款改为退货退款' })
  })
})
