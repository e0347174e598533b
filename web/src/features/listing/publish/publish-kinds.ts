import type { Channel } from '@huanji/domain/channel'
import { CHANNEL_DESCRIPTIONS } from '../../channel/channels.ts'
import { AUCTION_COLUMNS, FIXED_COLUMNS, type SheetColumn } from '../sheet/lines.ts'

/** The ways goods are published: into a session, one by one at a fixed price, or as stock of several variants. */
export type PublishKind = 'auction' | 'single' | 'stock'

interface PublishKindSpec {
  readonly kind: PublishKind
  readonly channel: Channel
  readonly label: string
  /** What it means, in a sentence. */
  readonly hint: string
  readonly columns: readonly SheetColumn[]
}

export const PUBLISH_KINDS: Readonly<Record<PublishKind, PublishKindSpec>> = {
  auction: {
    kind: 'auction',
    channel: 'auction',
    label: `${CHANNEL_DESCRIPTIONS.auction.name}竞拍`,
    hint: '报名一个场次，起拍价和保底价已按参考价填好。',
    columns: AUCTION_COLUMNS,
  },
  single: {
    kind: 'single',
    channel: 'curated',
    label: `${CHANNEL_DESCRIPTIONS.curated.name}单台`,
    hint: '一台手机一件商品，买家看到这台手机的实拍图和报告。',
    columns: FIXED_COLUMNS,
  },
  stock: {
    kind: 'stock',
    channel: 'curated',
    label: `${CHANNEL_DESCRIPTIONS.curated.name}多台一起卖`,
    hint: '同机型、同成色的手机合成一件商品，按规格定价，库存为手机台数。',
    columns: FIXED_COLUMNS,
  },
}
