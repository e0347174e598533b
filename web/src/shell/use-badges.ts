import { PAGES } from '@huanji/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { pollMs } from '../api/queries.ts'

/** Badges are no reason to hold up the rows a person came for: they are asked for once the page has settled. */
const WAIT_MS = 2500
const EVERY_MS = 60_000

/** Work waiting behind a sidebar entry, by path: 待发货 behind the orders. */
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
  const toShip = data?.todos.find((todo) => todo.key === 'awaiting_shipment')?.count ?? 0
  return { [PAGES.auctionOrders.path]: toShip }
}

/** What waits to be done; shared by the badges and the home page. Nobody is told of a failed refresh of numbers. */
export const businessQuery = {
  queryKey: [api.merchant.business.path],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.merchant.business({}, { signal, handles: 'all' }),
}
