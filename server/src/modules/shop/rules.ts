import type { shopState } from '@huanji/contract/features/shop/rows'
import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { CHANNELS, type Channel } from '@huanji/domain/channel'
import { ITEM_BIZ_TYPES } from '@huanji/marketplace/protocol/products'
import type * as z from 'zod'

export type ShopState = z.output<typeof shopState>

const DAY_MS = 24 * 3_600_000

/** An authorisation that ends within this time is shown as about to expire. */
export const EXPIRING_WITHIN_MS = 7 * DAY_MS

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
  /** What people chose to use it for. */
  readonly channels: readonly Channel[]
}

/** What a shop is used for: what people chose of what the marketplace permits. */
export const channelsOf = ({ itemBizTypes, channels }: Pick<ShopCondition, 'itemBizTypes' | 'channels'>): Channel[] =>
  CHANNELS.filter((channel) => channels.includes(channel) && isAdmitted(itemBizTypes, channel))

/** Why a shop cannot be used on a channel (any, when null) at the moment, as words that follow its name; null when it can. */
export function shopProblem(shop: ShopCondition, channel: Channel | null): string | null {
  if (!shop.enabled) return '已停用'
  if (shop.state === 'unauthorised') return '未授权'
  if (shop.state === 'expired') return '授权已过期'
  if (channel !== null && !isAdmitted(shop.itemBizTypes, channel)) return `未开通${CHANNEL_LABELS[channel]}`
  if (channel !== null && !shop.channels.includes(channel)) return `未启用${CHANNEL_LABELS[channel]}业务`
  return shop.depositEnough ? null : '保证金不足'
}

/** Whole days until an authorisation ends, 0 on the last one; null for one that does not count any more. */
export function expiresInDays(shop: Pick<ShopCondition, 'state'> & { authorisedUntil: string | null }, now: Date) {
  if (shop.authorisedUntil === null || (shop.state !== 'normal' && shop.state !== 'expiring')) return null
  return Math.max(0, Math.floor((Date.parse(shop.authorisedUntil) - now.getTime()) / DAY_MS))
}
