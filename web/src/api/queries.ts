import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { ApiCall } from './client.ts'
import { takeArrived, takeEarly } from './early-answers.ts'
import { ApiRefusal } from './refusal.ts'
import { isTimeout } from './send.ts'

/** How long an answer is shown again without asking: long enough for going back and forth, short enough for shared work. */
const FRESH_MS = 15_000

/** True while the event stream tells of every change. */
let isLive = false

/** How often to ask again what changes by itself: not at all while the event stream tells of it. */
export const pollMs = (everyMs: number): number | false => !isLive && everyMs

/** Tells every query on screen whether the event stream stands, so that it begins or ends to ask by itself. */
export function setLive(client: QueryClient, stands: boolean): void {
  isLive = stands
  for (const { observers } of client.getQueryCache().getAll()) {
    for (const observer of observers) observer.setOptions(observer.options)
  }
}

/** Makes the cache for one signed-in session: what one person has read must not reach the next one. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        // Without a network a question fails and says so, instead of waiting in silence; it is asked again by itself.
        networkMode: 'always',
        refetchOnReconnect: true,
        // A refusal stays a refusal, and a time-out one; only a lost connection is worth a second try.
        retry: (failures, error) => !(error instanceof ApiRefusal) && !isTimeout(error) && failures < 1,
      },
    },
  })
}

/**
 * A read as a cached query: `useQuery(queryOf(api.auctionOrder.detail, { orderId }))`.
 * The key is the call's path and its payload, so every screen that asks the same shares one answer, and an early one
 * is taken up.
 * A refusal is toasted like any other, and the screen that shows the query offers 重试 in place.
 */
export function queryOf<Input extends object, Output>(call: ApiCall<Input, Output>, input: Input) {
  return queryOptions({
    queryKey: [call.path, input] as const,
    initialData: () => takeArrived(call, input),
    queryFn: ({ signal }) => {
      const ask = () => call(input, { signal })
      const again = (error: unknown) => {
        if (isTimeout(error)) throw error
        return ask()
      }
      return takeEarly(call, input)?.catch(again) ?? ask()
    },
  })
}

/** Marks every cached answer of these calls as out of date; the ones on screen are asked again. */
export async function refresh(client: QueryClient, ...calls: readonly { readonly path: string }[]): Promise<void> {
  await Promise.all(calls.map((call) => client.invalidateQueries({ queryKey: [call.path] })))
}

interface ListAnswer<Row> {
  readonly list: readonly Row[]
}

/**
 * Changes one row in every cached page of a list, in place: the list neither jumps nor reloads.
 * @param isRow tells the row that changed
 * @param change gives the new row from the old one
 */
export function updateListRow<Input, Row, Output extends ListAnswer<Row>>(
  client: QueryClient,
  call: ApiCall<Input, Output>,
  isRow: (row: Row) => boolean,
  change: (row: Row) => Row,
): void {
  client.setQueriesData<Output>({ queryKey: [call.path] }, (answer) =>
    answer ? { ...answer, list: answer.list.map((row) => (isRow(row) ? change(row) : row)) } : answer,
  )
}
