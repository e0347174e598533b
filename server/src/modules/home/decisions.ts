import type { OutputOf } from '@huanji/contract/call'
import type { homeCards } from '@huanji/contract/features/home/calls'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { billCheck } from '@huanji/contract/features/reconciliation/calls'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { shop } from '@huanji/contract/features/shop/calls'
import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import { REFUSED_REQUESTS } from '@huanji/contract/refused-requests'
import { CHANNELS } from '@huanji/domain/channel'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { countOffers } from '../auction/store.ts'
import { countRefusedListings } from '../listing/refused-store.ts'
import { countRefusedOrders } from '../order/refused-store.ts'
import { countOpenKinds } from '../reconciliation/store.ts'
import { approverOf, countApprovals, countRefusedRefunds } from '../refund/waiting-store.ts'
import { countShopsByState } from '../shop/store.ts'
import { countFailed } from './store.ts'

type Decision = OutputOf<typeof homeCards.decisions>['decisions'][number]

/** What waits for the person's decision, each kind for whoever may decide it, what runs out first. */
export async function decisionsOf(tx: Tx, actor: Actor, now: Date): Promise<Decision[]> {
  const may = (grant: string) => actor.isOwner || actor.grants.has(grant)
  const decisions: Decision[] = []
  decisions.push(...(await orderDecisions(tx, may)))
  if (may(goods.operate.path)) decisions.push(...(await goodsDecisions(tx)))
  if (may(refund.list.path)) {
    const waiting = await countApprovals(tx, approverOf(actor))
    decisions.push({
      key: 'approvals',
      label: '退款等您批准',
      link: linkTo('refunds', { approvable: 'true' }),
      ...waiting,
    })
    const refused = await countRefusedRefunds(tx)
    decisions.push({
      key: 'refundsRefused',
      label: '售后处理被拒',
      link: linkTo('refunds', { refused: 'true' }),
      ...refused,
    })
  }
  if (may(shop.bind.path)) decisions.push(...(await shopDecisions(tx, now)))
  if (may(billCheck.list.path)) {
    const count = Object.values(await countOpenKinds(tx)).reduce((sum, one) => sum + one, 0)
    const link = linkTo('bills', { show: 'check' })
    decisions.push({ key: 'findings', label: '对账差异', count, link, nearestDeadline: null })
  }
  return decisions.filter(({ count }) => count > 0)
}

const ORDER_CALLS = { auction: auctionOrder, curated: curatedOrder } as const

/** What the marketplace refused of orders, a card for each channel whose orders have a list of their own. */
async function orderDecisions(tx: Tx, may: (grant: string) => boolean): Promise<Decision[]> {
  const decisions: Decision[] = []
  for (const channel of CHANNELS) {
    const { list, delivery, close } = ORDER_CALLS[channel]
    const asked = [
      { what: 'shipped', call: delivery, ...REFUSED_REQUESTS.shipment.shipped },
      ...(channel === 'curated'
        ? [
            {
              what: 'change_price',
              call: curatedOrder.changePrice,
              ...REFUSED_REQUESTS.order_price.change_price,
            } as const,
          ]
        : []),
      { what: 'closed', call: close, ...REFUSED_REQUESTS.order_close.closed },
    ] as const
    for (const { what, call, decision: key, label: said } of asked) {
      if (!may(list.path) || !may(call.path)) continue
      const label = channel === 'curated' ? `严选${said}` : said
      const link = linkTo(CHANNEL_PAGES[channel].orders, { refused: what })
      decisions.push({ key, label, link, ...(await countRefusedOrders(tx, channel, what)) })
    }
  }
  return decisions
}

async function goodsDecisions(tx: Tx): Promise<Decision[]> {
  const offers = await countOffers(tx)
  const failures = await countFailed(tx)
  const refused = await countRefusedListings(tx)
  return [
    { key: 'offers', label: '议价等您答复', link: linkTo('listings', { entryState: 'negotiating' }), ...offers },
    {
      key: 'failures',
      label: '发布失败',
      count: failures,
      link: linkTo('listings', { state: 'publish_failed' }),
      nearestDeadline: null,
    },
    {
      key: 'goodsRefused',
      label: '商品修改被拒',
      count: refused,
      link: linkTo('listings', { refused: 'true' }),
      nearestDeadline: null,
    },
  ]
}

async function shopDecisions(tx: Tx, now: Date): Promise<Decision[]> {
  const counts = await countShopsByState(tx, undefined, now)
  const shopsIn = (key: Decision['key'], label: string, state: string): Decision => ({
    key,
    label,
    count: counts[state] ?? 0,
    link: linkTo('shops', { state }),
    nearestDeadline: null,
  })
  return [shopsIn('shopsExpiring', '店铺授权将到期', 'expiring'), shopsIn('shopsExpired', '店铺授权已过期', 'expired')]
}
