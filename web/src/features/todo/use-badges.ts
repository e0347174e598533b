import { PAGES } from '@huanji/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { pollMs } from '../../api/queries.ts'

/** Badges are no reason to hold up the rows a person came for: they are asked for once the page has settled. */
const WAIT_MS = 2500
const EVERY_MS = 60_000

/**
 * Which waiting work is counted behind which entry of the sidebar: offers behind 商品, what is to be shipped or was refused
 * behind the orders, 待处理 behind 售后.
 */
const BADGES = [
  { page: PAGES.listings, keys: ['offers_waiting'] },
  { page: PAGES.auctionOrders, keys: ['awaiting_shipment', 'shipments_refused'] },
  { page: PAGES.curatedOrders, keys: ['curated_awaiting_shipment', 'curated_shipments_refused'] },
  { page: PAGES.refunds, keys: ['refunds_open'] },
] as const

/** Work waiting behind a sidebar entry, by path. */
export function useBadges(): Readonly<Record<string, number>> {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    ...businessQuery,
    enabled: isLater,
    refetchInterval: () => pollMs(EVERY_MS),
  })
  const countOf = (keys: readonly string[]) =>
    (data?.todos ?? []).reduce((sum, { key, count }) => (keys.includes(key) ? sum + count : sum), 0)
  return Object.fromEntries(BADGES.map(({ page, keys }) => [page.path, countOf(keys)]))
}

/** What waits to be done; shared by the badges and the home page. Nobody is told of a failed refresh of numbers. */
export const businessQuery = {
  queryKey: [api.merchant.business.path],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.merchant.business({}, { signal, handles: 'all' }),
}
