import { LISTING_KIND_LABELS, STUFF_STATUS_LABELS } from '@huanji/contract/features/listing/labels'
import { REFERENCE_SOURCES } from '@huanji/domain/listing/price-reference'
import { formatFen } from '@huanji/domain/money'
import { Link } from 'react-router'
import { cx } from '../../../components/class-names.ts'
import { Code } from '../../../components/code/code.tsx'
import { Facts, Section } from '../../../components/detail/detail.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { Money } from '../../../components/money/money.tsx'
import { Time } from '../../../components/time/time.tsx'
import { can } from '../../../session/session.ts'
import { channelOf } from '../../channel/channels.ts'
import { ItemLinks } from '../../goods/marketplace-links.tsx'
import { spanOfListing } from '../listing-facts.ts'
import type { PriceSpan } from '../sheet/lines.ts'
import type { ListingDetail } from '../types.ts'
import styles from './listing-page.module.css'

function OrderLink({ listing: { channel, orderId } }: { listing: ListingDetail }) {
  if (orderId === null) return <span className="muted">—</span>
  const { orders } = channelOf(channel)
  if (!can(orders.page)) return <>已生成订单</>
  return <Link to={orders.link(orderId)}>查看订单</Link>
}

/** The item's number, and the ways to its pages on the marketplace where the operator has configured them. */
function Item({ itemId }: { itemId: string }) {
  return (
    <>
      <Code text={itemId} what="闲鱼宝贝编号" />
      <ItemLinks itemId={itemId} />
    </>
  )
}

const stuffStatusText = (status: number | null): string =>
  status === null ? '—' : (STUFF_STATUS_LABELS[status] ?? String(status))

/** What the goods are worth and by what, and what they cost, for whoever may know. */
function priceFacts(listing: ListingDetail) {
  const span = spanOfListing(listing)
  const reference = span ? (
    <>
      <Money fen={span.referenceFen} /> <span className={cx('muted num', styles.band)}>{bandText(span)}</span>{' '}
      <span className="muted">{REFERENCE_SOURCES[span.source]}</span>
    </>
  ) : (
    <span className="muted">没有参考价</span>
  )
  const cost = can('field:costPrice') ? [{ label: '成本价', value: <Money fen={listing.costPriceFen} /> }] : []
  return [{ label: '参考价', value: reference }, ...cost]
}

const bandText = ({ lowFen, highFen }: PriceSpan): string => `${formatFen(lowFen)} – ${formatFen(highFen)}`

/** What a listing says of itself, and the ids it has on the marketplace. */
export function ListingFacts({ listing }: { listing: ListingDetail }) {
  return (
    <Section title="商品">
      <Facts
        items={[
          { label: '机型', value: listing.modelName },
          { label: '规格', value: listing.skuText },
          { label: '成色', value: <GradeBadge grade={listing.grade} /> },
          { label: '店铺', value: listing.shopName },
          { label: '渠道', value: channelOf(listing.channel).name },
          { label: '类型', value: LISTING_KIND_LABELS[listing.kind] },
          ...priceFacts(listing),
          { label: '台数', value: `${listing.unitCount} 台` },
          { label: '闲鱼商品', value: <Code text={listing.productId} what="闲鱼商品编号" /> },
          { label: '闲鱼宝贝', value: <Item itemId={listing.itemId} /> },
          { label: '闲鱼成色', value: stuffStatusText(listing.stuffStatus) },
          { label: '订单', value: <OrderLink listing={listing} /> },
          { label: '发布时间', value: <Time at={listing.createdAt} /> },
          { label: '更新时间', value: <Time at={listing.updatedAt} /> },
        ]}
      />
    </Section>
  )
}
