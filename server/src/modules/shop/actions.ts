import { shop, shopRepost } from '@huanji/contract/features/shop/calls'
import type { shopAction } from '@huanji/contract/features/shop/rows'
import { CHANNEL_LABELS } from '@huanji/contract/labels'
import type * as z from 'zod'
import { type ActionRules, type Obstacle, wrongState } from '../../gateway/allowed-actions.ts'
import { isAdmitted } from './rules.ts'
import type { ShopRow } from './store.ts'

export type ShopAction = z.output<typeof shopAction>

/** What hangs on a shop: how many, and the first of them by name. */
export interface Hanging {
  readonly count: number
  readonly names: readonly string[]
}

/** What decides what can be done with a shop. */
export interface ShopFacts extends Pick<ShopRow, 'shopName' | 'isBound' | 'itemBizTypes'> {
  readonly listings: Hanging
  readonly orders: Hanging
}

const named = ({ count, names }: Hanging): string => `${names.join('、')}${count > names.length ? ' 等' : ''}`

/** Goods on sale and orders under way need their shop. */
function hangingObstacle({ shopName, listings, orders }: ShopFacts, action: string): Obstacle | null {
  const values = { shop: shopName, action }
  if (listings.count > 0) {
    return { code: 'SHOP_HAS_LISTINGS', values: { ...values, count: listings.count, goods: named(listings) } }
  }
  if (orders.count === 0) return null
  return { code: 'SHOP_HAS_ORDERS', values: { ...values, count: orders.count, orders: named(orders) } }
}

const auctionObstacle = ({ shopName, itemBizTypes }: ShopFacts): Obstacle | null =>
  isAdmitted(itemBizTypes, 'auction')
    ? null
    : { code: 'SHOP_CHANNEL_NOT_PERMITTED', values: { shop: shopName, channel: CHANNEL_LABELS.auction } }

/** What can be done with a shop, most wanted first. */
export const SHOP_ACTIONS: ActionRules<ShopAction, ShopFacts> = {
  rebind: { label: '重新授权', call: shop.bind },
  business: { label: '店铺开关', call: shop.business },
  repost: { label: '重新上架设置', call: shopRepost.save, obstacle: auctionObstacle },
  remark: { label: '备注', call: shop.remark },
  unbind: {
    label: '解绑',
    call: shop.bind,
    obstacle: (facts) => (facts.isBound ? hangingObstacle(facts, '解绑') : wrongState('未绑定', '解绑')),
  },
  delete: { label: '删除', call: shop.del, obstacle: (facts) => hangingObstacle(facts, '删除') },
}
