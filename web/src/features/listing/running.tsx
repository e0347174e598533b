import { type QueryCache, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { api } from '../../api/client.ts'
import { pollMs, queryOf } from '../../api/queries.ts'
import type { EntryState, ListingRow, ListingStatus } from './types.ts'

/** Bids come in by the second; without the event stream they are asked for this often. */
const ASK_EVERY_MS = 5_000
/** What one call takes. */
const IDS_MAX = 50

const NONE: ReadonlyMap<string, ListingStatus> = new Map()
const Statuses = createContext(NONE)

const LIVE: readonly (EntryState | undefined)[] = ['bidding', 'negotiating']

/** True while buyers bid, or an offer waits for an answer. */
export const isRunning = ({ entry }: Pick<ListingRow, 'entry'>): boolean => LIVE.includes(entry?.state)

/** The listings on screen whose auctions run, as one text: their ids, in their order. */
function runningIds(cache: QueryCache): string {
  const answers = cache
    .findAll({ queryKey: [api.goods.list.path], type: 'active' })
    .map(({ state }) => state.data as { readonly list?: readonly ListingRow[] } | undefined)
  const ids = answers.flatMap((answer) => answer?.list?.filter(isRunning).map(({ listingId }) => listingId) ?? [])
  return [...new Set(ids)].sort().slice(0, IDS_MAX).join()
}

/** How some listings stand this moment, asked while there are any. */
export function useStatuses(ids: readonly string[]): ReadonlyMap<string, ListingStatus> {
  const { data } = useQuery({
    ...queryOf(api.goods.status, { listingIds: [...ids] }),
    enabled: ids.length > 0,
    refetchInterval: () => pollMs(ASK_EVERY_MS),
  })
  return useMemo(() => (data ? new Map(data.rows.map((row) => [row.listingId, row])) : NONE), [data])
}

/** Keeps the runs of the list that it holds up to date, row by row, without asking for the list again. */
export function RunningStatuses({ children }: { children: ReactNode }) {
  const cache = useQueryClient().getQueryCache()
  const ids = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => runningIds(cache),
  )
  const statuses = useStatuses(ids === '' ? [] : ids.split(','))
  return <Statuses value={statuses}>{children}</Statuses>
}

/** A row with the newest that is known of its run, and until when its offer can be answered. */
export function useRunning(row: ListingRow): ListingRow & { readonly offerExpiresAt: string | null } {
  const status = useContext(Statuses).get(row.listingId)
  if (!status || status.version < row.version) return { ...row, offerExpiresAt: null }
  return { ...row, entry: status.entry, offerExpiresAt: status.offerExpiresAt }
}
