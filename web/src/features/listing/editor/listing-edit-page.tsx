import { PAGES } from '@huanji/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../../api/client.ts'
import { DetailPending } from '../../../components/detail/detail-pending.tsx'
import { IdMissing } from '../../../components/empty/id-missing.tsx'
import { ListingEditor } from './listing-editor.tsx'

function EditorById({ listingId }: { listingId: string }) {
  // Always the latest, and asked once: an editor that begins with an older version can only end in a conflict.
  const query = useQuery({
    queryKey: [api.goods.detail.path, { listingId }, 'editor'],
    queryFn: ({ signal }) => api.goods.detail({ listingId }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  return <DetailPending query={query}>{(listing) => <ListingEditor listing={listing} />}</DetailPending>
}

/** 编辑商品: one listing. */
export function ListingEditPage() {
  const [search] = useSearchParams()
  const listingId = search.get('listingId') ?? ''
  if (listingId !== '') return <EditorById key={listingId} listingId={listingId} />
  return <IdMissing what="商品编号" list="商品列表" to={PAGES.listings.path} />
}
