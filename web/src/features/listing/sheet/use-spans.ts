import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import type { ListingDetail } from '../types.ts'
import { type PriceSpan, spanOfWorth } from './lines.ts'

/** The spans of all variants of a listing with a fixed price, by their id. */
export function useSpans({
  channel,
  modelId,
  grade,
  skuId,
  skus,
  kind,
}: ListingDetail): ReadonlyMap<string, PriceSpan> {
  const ids = kind === 'stock' ? skus.map((sku) => sku.skuId) : [skuId]
  const rows = grade === null ? [] : ids.map((id) => ({ modelId, skuId: id, grade, channel }))
  const { data } = useQuery({
    ...queryOf(api.goods.priceRange, { rows }),
    enabled: channel === 'curated' && rows.length > 0,
  })
  return useMemo(
    () =>
      new Map(
        (data?.rows ?? []).flatMap((row) => {
          const span = spanOfWorth(row)
          return span === null ? [] : [[row.skuId, span] as const]
        }),
      ),
    [data],
  )
}
