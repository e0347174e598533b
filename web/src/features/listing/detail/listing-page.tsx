import { PAGES } from '@huanji/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { ActionBar } from '../../../components/actions/action-bar.tsx'
import { DetailPage, Section } from '../../../components/detail/detail.tsx'
import { DetailPending } from '../../../components/detail/detail-pending.tsx'
import { Timeline } from '../../../components/detail/timeline.tsx'
import { IdMissing } from '../../../components/empty/id-missing.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { Neighbours } from '../../../components/list/neighbours.tsx'
import { Note } from '../../../components/note/note.tsx'
import { isRefused, RequestNote } from '../../request/request.tsx'
import { Cure } from '../cure.tsx'
import { LISTING_ACTIONS } from '../listing-actions.tsx'
import { listingName } from '../listing-facts.ts'
import { ListingStateTag } from '../listing-tags.tsx'
import { PhotoGrid } from '../photo-grid.tsx'
import type { ListingDetail } from '../types.ts'
import { BatchSection } from './batch-section.tsx'
import { EntrySection, OfferNote } from './entry-section.tsx'
import { IdsSection } from './ids-section.tsx'
import { ListingFacts } from './listing-facts.tsx'
import styles from './listing-page.module.css'
import { ListingUnits } from './listing-units.tsx'
import { StockSection } from './stock-section.tsx'
import { useLiveListing } from './use-live-listing.ts'

const loadListings = async () => (await import('../list/listings.tsx')).listingList

/** The fixed price, or what a buyer offers at present, or else what the run begins at. */
function priceShown({ channel, kind, priceFen, entry }: ListingDetail) {
  if (channel === 'curated') return { label: kind === 'stock' ? '最低售价' : '售价', fen: priceFen }
  const highest = entry?.highestBidFen ?? null
  return highest === null ? { label: '起拍价', fen: entry?.startPriceFen ?? null } : { label: '最高价', fen: highest }
}

/** Why it failed, whole, and the way to what mends it; a refused request says the same, with more. */
function Failure({ listing }: { listing: ListingDetail }) {
  const queries = useQueryClient()
  const { failure, desired, shopName } = listing
  const cure = <Cure listing={listing} refresh={() => refresh(queries, api.goods.detail, api.goods.list)} />
  if (failure === null || isRefused(listing)) {
    return (
      <RequestNote desired={desired} refusedLead={shopName}>
        {cure}
      </RequestNote>
    )
  }
  return (
    <>
      <RequestNote desired={desired} refusedLead={shopName} />
      <Note tone="danger">
        <span>
          <b>{shopName}：</b>
          {failure.message} {cure}
        </span>
      </Note>
    </>
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
      <OfferNote listing={listing} />
      <Failure listing={listing} />
      <ListingFacts listing={listing} />
      <EntrySection listing={listing} />
      <StockSection listing={listing} />
      <ListingUnits {...listing} />
      <BatchSection listing={listing} />
      <IdsSection listingId={listing.listingId} />
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
  const query = useLiveListing(listingId)
  return <DetailPending query={query}>{(listing) => <Listing listing={listing} />}</DetailPending>
}

/** 商品详情: one listing, its run in the session, the units behind it. */
export function ListingPage() {
  const [search] = useSearchParams()
  const listingId = search.get('listingId') ?? ''
  if (listingId !== '') return <ListingById key={listingId} listingId={listingId} />
  return <IdMissing what="商品编号" list="商品列表" to={PAGES.listings.path} />
}
