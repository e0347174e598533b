import type { OutputOf } from '@huanji/contract/call'
import { billCheck } from '@huanji/contract/calls/bill-check'
import { goods } from '@huanji/contract/calls/goods'
import type { extHome } from '@huanji/contract/calls/home'
import { refund } from '@huanji/contract/calls/refund-calls'
import { shop } from '@huanji/contract/calls/shop'
import { linkTo } from '@huanji/contract/pages'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { countOpenKinds } from '../reconciliation/store.ts'
import { approverOf, countApprovals } from '../refund/waiting-store.ts'
import { countShopsByState } from '../shop/store.ts'
import { countFailed, countOffers } from './store.ts'

type Decision = OutputOf<typeof extHome.decisions>['decisions'][number]

/** What waits for the person's decision, each kind for whoever may decide it, what runs out first. */
export async function decisionsOf(tx: Tx, actor: Actor, now: Date): Promise<Decision[]> {
  const may = (grant: string) => actor.isOwner || actor.grants.has(grant)
  const decisions: Decision[] = []
  if (may(goods.operate.path)) decisions.push(...(await goodsDecisions(tx)))
  if (may(refund.list.path)) {
    const waiting = await countApprovals(tx, approverOf(actor))
    decisions.push({
      key: 'approvals',
      label: '退款等您批准',
      link: linkTo('refunds', { approvable: 'true' }),
      ...waiting,
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

async function goodsDecisions(tx: Tx): Promise<Decision[]> {
  const offers = await countOffers(tx)
  const failures = await countFailed(tx)
  return [
    { key: 'offers', label: '议价等您答复', link: linkTo('listings', { entryState: 'negotiating' }), ...offers },
    {
      ...{ key: 'failures', label: '发布失败', count: failures },
      ...{ link: linkTo('listings', { state: 'publish_failed' }), nearestDeadline: null },
    },
  ]
}

async function shopDecisions(tx: Tx, now: Date): Promise<Decision[]> {
  const counts = await countShopsByState(tx, undefined, now)
  const shopsIn = (key: Decision['key'], label: string, state: string): Decision => ({
    ...{ key, label, count: counts[state] ?? 0 },
    ...{ link: linkTo('shops', { state }), nearestDeadline: null },
  })
  return [shopsIn('shopsExpiring', '店铺授权将到期', 'expiring'), shopsIn('shopsExpired', '店铺授权已过期', 'expired')]
}
