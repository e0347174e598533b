import type { shopState } from '@huanji/contract/calls/shop'
import type { Channel } from '@huanji/domain/channel'
import { ITEM_BIZ_TYPES } from '@huanji/marketplace/protocol/products'
import type * as z from 'zod'

export type ShopState = z.output<typeof shopState>

/** An authorisation that ends within this time is shown as about to expire. */
export const EXPIRING_WITHIN_MS = 7 * 24 * 3_600_000

/** Types of goods whose shops may sell on the auction market: it takes plain and inspected goods. */
const AUCTION_TYPES: readonly number[] = [ITEM_BIZ_TYPES.plain, ITEM_BIZ_TYPES.inspected]

/** Whether the marketplace lets a shop sell on a channel at all, as its `item_biz_types` say (docs/open-platform.md §2.1). */
export function isAdmitted(itemBizTypes: readonly number[], channel: Channel): boolean {
  return channel === 'curated'
    ? itemBizTypes.includes(ITEM_BIZ_TYPES.curated)
    : AUCTION_TYPES.some((type) => itemBizTypes.includes(type))
}

/** What is known of a shop when it is to be used. */
export interface ShopCondition {
  readonly state: ShopState
  readonly enabled: boolean
  readonly depositEnough: boolean
  readonly itemBizTypes: readonly number[]
}

/** Why a shop cannot be used on a channel (any, when null) at the moment, as words that follow its name; null when it can. */
export function shopProblem(shop: ShopCondition, channel: Channel | null): string | null {
  if (!shop.enabled) return '已停用'
  if (shop.state === 'unauthorised') return '未授权'
  if (shop.state === 'expired') return '授权已过期'
  if (channel !== null && !isAdmitted(shop.itemBizTypes, channel)) {
    return channel === 'curated' ? '未开通严选' : '未开通鱼市'
  }
  return shop.depositEnough ? null : '保证金不足'
}
