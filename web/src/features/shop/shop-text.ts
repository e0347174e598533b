import { CHANNEL_LABELS } from '@huanji/contract/labels'
import type { ShopChannel, ShopRow } from './types.ts'

/** What the marketplace permits a shop, in the order of the channels. */
export const permittedChannels = ({
  auctionAllowed,
  curatedAllowed,
}: Pick<ShopRow, 'auctionAllowed' | 'curatedAllowed'>): ShopChannel[] => [
  ...(auctionAllowed ? (['auction'] as const) : []),
  ...(curatedAllowed ? (['curated'] as const) : []),
]

/** What a shop is used for, in words: 鱼市、严选. */
export const businessText = ({ enabled, channels }: Pick<ShopRow, 'enabled' | 'channels'>): string => {
  if (!enabled) return '已停用'
  return channels.map((channel) => CHANNEL_LABELS[channel]).join('、') || '未启用'
}

/** How long an authorisation still counts, where that is worth saying: 剩3天. */
export const expiryText = ({ state, expiresInDays }: Pick<ShopRow, 'state' | 'expiresInDays'>): string => {
  if (state !== 'expiring' || expiresInDays === null) return ''
  return expiresInDays === 0 ? '今天到期' : `剩${expiresInDays}天`
}
