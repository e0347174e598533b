import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { pollMs, queryOf, refresh } from '../../api/queries.ts'

const EVERY_MS = 60_000

/** How many are unread; nobody is told of a failed refresh of a number. */
export const unreadQuery = {
  queryKey: [api.notice.unread.path],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.notice.unread({}, { signal, handles: 'all' }),
  refetchInterval: () => pollMs(EVERY_MS),
}

export const choicesQuery = queryOf(api.notice.choices, {})

/** Asks again what shows notices. */
export const refreshNotices = (queries: QueryClient): Promise<void> =>
  refresh(queries, api.notice.unread, api.notice.list)
