import { PAGES } from '@huanji/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { pollMs } from '../api/queries.ts'

/** Badges are no reason to hold up the rows a person came for: they are asked for once the page has settled. */
const WAIT_MS = 2500
const EVERY_MS = 60_000

/** Which waiting work is counted behind which entry of the sidebar: 待发货 behind the orders, 待处理 behind 售后. */
const BADGES = [
  { page: PAGES.auctionOrders, key: 'awaiting_shipment' },
  { page: PAGES.curatedOrders, key: 'curated_awaiting_shipment' },
  { page: PAGES.refunds, key: 'refunds_open' },
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
  const countOf = (key: string) => data?.todos.find((todo) => todo.key === key)?.count ?? 0
  return Object.fromEntries(BADGES.map(({ page, key }) => [page.path, countOf(key)]))
}

/** What waits to be done; shared by the badges and the home page. Nobody is told of a failed refresh of numbers. */
export const businessQuery = {
  queryKey: [api.merchant.business.path],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.merchant.business({}, { signal, handles: 'all' }),
}
