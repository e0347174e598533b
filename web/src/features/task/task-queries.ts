import { BULK_ACTIONS } from '@huanji/contract/bulk-actions'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { pollMs, refresh } from '../../api/queries.ts'
import { isRefusal } from '../../api/refusal.ts'

/** While a task runs its rows take milliseconds each; nobody reads faster than this. */
const EVERY_MS = 1_000
/** Behind a closed dialog. */
const EVERY_BEHIND_MS = 2_000

/** What a query has come to so far. */
interface Asked<Data> {
  readonly state: { readonly data?: Data | undefined; readonly error: unknown }
}

/** One task; asked again as long as it runs, where the event stream does not tell. Nobody is told of a failed look: the next one comes. */
export const taskQuery = (taskId: string) => ({
  queryKey: [api.task.get.path, { taskId }],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.task.get({ taskId }, { signal, handles: 'all' }),
  staleTime: 0,
  refetchInterval: ({ state: { data, error } }: Asked<{ readonly state: string }>) =>
    isRefusal(error) || (data !== undefined && data.state !== 'running') ? (false as const) : pollMs(EVERY_MS),
})

/** The person's newest tasks; asked again as long as one of them runs, where the event stream does not tell. */
export const tasksQuery = {
  queryKey: [api.task.list.path, {}],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.task.list({}, { signal, handles: 'all' }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }: Asked<{ readonly tasks: readonly { readonly state: string }[] }>) =>
    data?.tasks.some(({ state }) => state === 'running') ? pollMs(EVERY_BEHIND_MS) : (false as const),
}

/** Asks again what says how many tasks there are and how they stand. */
export const refreshTasks = (queries: QueryClient): Promise<void> =>
  refresh(queries, api.task.list, api.task.get, api.merchant.business)

/** Asks the list again whose rows a task has changed. */
export async function refreshList(queries: QueryClient, action: string): Promise<void> {
  const actions: Readonly<Record<string, { readonly list: string }>> = BULK_ACTIONS
  const [group = '', name = ''] = actions[action]?.list.split('.') ?? []
  const groups: Readonly<Record<string, Readonly<Record<string, { readonly path: string }>>>> = api
  const call = groups[group]?.[name]
  if (call) await refresh(queries, call)
}
