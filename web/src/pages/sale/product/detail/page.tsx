import { PAGES } from '@huanji/contract/pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../../../api/client.ts'
import { pollMs, queryOf, refresh } from '../../../../api/queries.ts'
import { ActionBar } from '../../../../components/actions/action-bar.tsx'
import { DetailPage, Section } from '../../../../components/detail/detail.tsx'
import { DetailPending } from '../../../../components/detail/detail-pending.tsx'
import { Timeline } from '../../../../components/detail/timeline.tsx'
import { GradeBadge } from '../../../../components/grade/grade-badge.tsx'
import { Neighbours } from '../../../../components/list/neighbours.tsx'
import { LISTING_ACTIONS } from '../../../../features/listing/listing-actions.tsx'
import { ListingStateTag } from '../../../../features/listing/listing-tags.tsx'
import { PhotoGrid } from '../../../../features/listing/photo-grid.tsx'
import { listingName } from '../../../../features/listing/price-rows.ts'
import type { ListingDetail } from '../../../../features/listing/types.ts'
import { DesiredNote, isPending, isRefused } from '../../../../features/trade/desired.tsx'
import { IdMissing } from '../../../../features/trade/id-missing.tsx'
import { Note } from '../../../../features/trade/note.tsx'
import { EntrySection } from './entry-section.tsx'
import { ListingFacts } from './listing-facts.tsx'
import { ListingUnits } from './listing-units.tsx'
import styles from './page.module.css'

const RUNNING_EVERY_MS = 5000
const WAITING_EVERY_MS = 30_000

const loadListings = async () => (await import('../listings.tsx')).listingList

/** What a buyer offers at present, or else what the run begins at. */
function priceShown({ entry }: ListingDetail) {
  const highest = entry?.highestBidFen ?? null
  return highest === null ? { label: '起拍价', fen: entry?.startPriceFen ?? null } : { label: '最高价', fen: highest }
}

/** How soon to look again without the event stream: often while bids come in or the marketplace has still to answer, never once all is over. */
function lookAgainMs(listing: ListingDetail | undefined): number | false {
  if (!listing) return false
  if (isPending(listing) || listing.state === 'publishing' || listing.entry?.state === 'bidding')
    return pollMs(RUNNING_EVERY_MS)
  return listing.state === 'on_sale' && pollMs(WAITING_EVERY_MS)
}

function Failure({ listing }: { listing: ListingDetail }) {
  // A refused request says the same, with more.
  if (listing.failure === '' || isRefused(listing)) return null
  return (
    <Note tone="danger">
      <span>
        <b>{listing.shopName}</b>：{listing.failure}
      </span>
    </Note>
  )
}

function Listing({ listing }: { listing: ListingDetail }) {
  const queries = useQueryClient()
  return (
    <DetailPage
      page={PAGES.listing.title}
      title={listing.title}
      coverUrl={listing.coverUrl}
      code={
        listing.productId
          ? { label: '闲鱼商品编号', text: listing.productId }
          : { label: '条码', text: listing.barCode }
      }
      price={priceShown(listing)}
      neighbours={<Neighbours load={loadListings} current={listing.listingId} unit="件" />}
      state={
        <>
          <ListingStateTag state={listing.state} />
          <GradeBadge grade={listing.grade} />
        </>
      }
      actions={
        <ActionBar
          actions={LISTING_ACTIONS}
          row={listing}
          labelOf={listingName}
          refresh={() => refresh(queries, api.goods.detail, api.goods.list)}
        />
      }
      side={
        <Section title="状态日志">
          <Timeline lines={listing.history} />
        </Section>
      }
    >
      <DesiredNote desired={listing.desired} refusedLead={listing.shopName} />
      <Failure listing={listing} />
      <ListingFacts listing={listing} />
      <EntrySection listing={listing} />
      <ListingUnits units={listing.units} />
      <Section title="照片">
        <PhotoGrid photos={listing.photos} />
      </Section>
      <Section title="商品描述">
        <p className={styles.text}>{listing.description || '—'}</p>
      </Section>
    </DetailPage>
  )
}

function ListingById({ listingId }: { listingId: string }) {
  const query = useQuery({
    ...queryOf(api.goods.detail, { listingId }),
    refetchInterval: ({ state }) => lookAgainMs(state.data),
  })
  return <DetailPending query={query}>{(listing) => <Listing listing={listing} />}</DetailPending>
}

/** 商品详情: one listing, its run in the session, the units behind it. */
export default function ListingDetailPage() {
  const [search] = useSearchParams()
  const listingId = search.get('listingId') ?? ''
  if (listingId !== '') return <ListingById key={listingId} listingId={listingId} />
  return <IdMissing what="商品编号" list="商品列表" to={PAGES.listings.path} />
}
