import type { AccountFlow } from '@huanji/marketplace/protocol/accounts'
import type { Settlement } from '@huanji/marketplace/protocol/trade'
import { reachedMomentOf } from '../integration/marketplace/times.ts'
import { PAGE_SIZE } from '../integration/marketplace/windows.ts'
import type { JobServices } from '../jobs/job.ts'
import { flowsByNo } from '../modules/bill/flow-store.ts'
import { takeFlow } from '../modules/bill/flows.ts'
import { aboutShop } from '../modules/bill/rows.ts'
import { settlementsByNo } from '../modules/bill/settlement-store.ts'
import { takeLooseSettlement, takeSettlement } from '../modules/bill/settlements.ts'
import { lockOrder } from '../modules/order/store.ts'
import { takeChanges } from './changes.ts'
import { refreshOrder, type SellerAtWork, shopNamed } from './refresh.ts'
import { shopWatermark, unreadShops } from './store.ts'

/** Money of a shop that is not run from here is told of, and left alone. */
function passOver({ log }: JobServices, { merchantId }: SellerAtWork, userName: string, number: string): void {
  log.warn({ merchantId, userName, number }, 'money moved in a shop that is not known')
}

/**
 * Takes over a settlement with its order. Where even the marketplace does not know the order, its rows are kept without
 * one, so that no money is lost. `isAgain` writes rows of a settlement that is known once more.
 */
export async function takeSettlementOf(
  services: JobServices,
  seller: SellerAtWork,
  one: Settlement,
  { isAgain = false } = {},
): Promise<void> {
  const { db, clock, log } = services
  const take = () =>
    db.tenant(seller.merchantId, async (tx) => {
      const order = await lockOrder(tx, { orderNo: one.order_no })
      if (order) await takeSettlement(tx, order, one, clock.now(), { isAgain })
      return order !== null
    })
  if (await take()) return
  // Money for an order we never heard of: the order first.
  await refreshOrder(services, seller, one.order_no)
  if (await take()) return
  log.warn({ orderNo: one.order_no, settlement: one.settlement_no }, 'a settlement without an order')
  const shopAccountId = await shopNamed(services, seller, { userName: one.user_name })
  if (shopAccountId === null) return passOver(services, seller, one.user_name, one.settlement_no)
  const channel = one.channel === 'plain' ? null : one.channel
  const about = aboutShop(shopAccountId, { orderNo: one.order_no, channel })
  await db.tenant(seller.merchantId, (tx) => takeLooseSettlement(tx, about, one, clock.now()))
}

/** Asks for all settlements of an order and takes them over; of other trades they are left alone. */
export async function takeSettlementsOfOrder(
  services: JobServices,
  seller: SellerAtWork,
  orderNo: string,
  how: { readonly isAgain?: boolean } = {},
): Promise<void> {
  let isMore = true
  for (let page_no = 1; isMore; page_no += 1) {
    const asked = { order_no: orderNo, page_no, page_size: PAGE_SIZE }
    const { list } = await services.marketplace.listSettlements(seller.sellerId, asked)
    for (const one of list) if (one.channel !== 'plain') await takeSettlementOf(services, seller, one, how)
    isMore = list.length === PAGE_SIZE
  }
}

/** Takes over the settlements of both channels' orders. */
export async function pollSettlements(services: JobServices, seller: SellerAtWork): Promise<void> {
  await takeChanges<Settlement>(services, seller, {
    name: 'settlements',
    readPage: ([from, to], page_no) =>
      services.marketplace.listSettlements(seller.sellerId, {
        settled_time: [from, to],
        page_no,
        page_size: PAGE_SIZE,
      }),
    taker: async () => async (settlement) => {
      if (settlement.channel !== 'plain') await takeSettlementOf(services, seller, settlement)
    },
    numberOf: (settlement) => settlement.settlement_no,
  })
}

/** Whether a new movement is of a settlement that nothing told of. */
function namesUnknown({ db }: JobServices, { merchantId }: SellerAtWork, flow: AccountFlow): Promise<boolean> {
  const { type, order_no, flow_no, settlement_no } = flow
  if (type !== 'settlement' || order_no === '') return Promise.resolve(false)
  return db.tenant(merchantId, async (tx) => {
    if ((await settlementsByNo(tx, [settlement_no])).length > 0) return false
    return (await flowsByNo(tx, [flow_no])).length === 0
  })
}

/** Takes over a movement, after the settlement that moved the money where that was missed. */
async function takeFlowOf(
  services: JobServices,
  seller: SellerAtWork,
  flow: AccountFlow,
  shopAccountId: string,
): Promise<void> {
  if (await namesUnknown(services, seller, flow)) await takeSettlementsOfOrder(services, seller, flow.order_no)
  const { db, clock } = services
  await db.tenant(seller.merchantId, async (tx) => {
    const order = flow.order_no === '' ? null : await lockOrder(tx, { orderNo: flow.order_no })
    const movement = {
      flowNo: flow.flow_no,
      type: flow.type,
      direction: flow.direction,
      amountFen: flow.amount,
      balanceAfterFen: flow.balance_after,
      frozenAfterFen: flow.frozen_after,
      shopAccountId,
      orderNo: flow.order_no,
      refundNo: flow.refund_no,
      settlementNo: flow.settlement_no,
      remark: flow.remark,
      occurredAt: reachedMomentOf(flow.created_at),
    }
    await takeFlow(tx, { ...movement, order }, clock.now())
  })
}

const FLOWS = 'accountFlows'

const takeFlows = (services: JobServices, seller: SellerAtWork, name: string, of: { user_name?: string }) =>
  takeChanges<AccountFlow>(services, seller, {
    name,
    readPage: ([from, to], page_no) =>
      services.marketplace.listAccountFlows(seller.sellerId, {
        ...of,
        created_time: [from, to],
        page_no,
        page_size: PAGE_SIZE,
      }),
    taker: async (flows) => {
      const shops = new Map<string, string | null>()
      for (const userName of new Set(flows.map((flow) => flow.user_name))) {
        shops.set(userName, await shopNamed(services, seller, { userName }))
      }
      return async (flow) => {
        const shopAccountId = shops.get(flow.user_name) ?? null
        if (shopAccountId === null) passOver(services, seller, flow.user_name, flow.flow_no)
        else await takeFlowOf(services, seller, flow, shopAccountId)
      }
    },
    numberOf: ({ flow_no }) => flow_no,
    // of one second each has a number above the one before: kept in this order, balances read as they came about
    compare: (one, other) => one.created_at - other.created_at || one.flow_no.localeCompare(other.flow_no),
  })

/**
 * Takes over what moved on the accounts of the merchant's shops. What moved in a shop before it was known was passed over:
 * of a new one it is read once more by itself.
 */
export async function pollAccountFlows(services: JobServices, seller: SellerAtWork): Promise<void> {
  await takeFlows(services, seller, FLOWS, {})
  for (const { shopAccountId, userName } of await services.db.tenant(seller.merchantId, (tx) =>
    unreadShops(tx, FLOWS),
  )) {
    await takeFlows(services, seller, shopWatermark(FLOWS, shopAccountId), { user_name: userName })
  }
}
