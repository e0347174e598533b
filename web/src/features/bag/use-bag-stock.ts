import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** What is left of the merchant's bags. */
export type BagStock = OutputOf<Calls['bagRoll']['stock']>

/** The stock of bags; undefined while it is on its way. A failure only leaves out what it would say. */
export function useBagStock(): BagStock | undefined {
  return useQuery({
    queryKey: [api.bagRoll.stock.path],
    queryFn: ({ signal }) => api.bagRoll.stock({}, { signal, handles: 'all' }),
  }).data
}

/** `还剩 230 个，近14天用了 96 个，约够用 33 天` */
export function stockText({ leftCount, leftIsCapped, usedCount, usedDays, daysLeft }: BagStock): string {
  const left = `还剩 ${leftCount}${leftIsCapped ? '+' : ''} 个`
  if (usedCount === 0 || daysLeft === null) return `${left}，近${usedDays}天没有使用`
  const lasts = daysLeft === 0 ? '不够用 1 天' : `约够用 ${daysLeft}${leftIsCapped ? '+' : ''} 天`
  return `${left}，近${usedDays}天用了 ${usedCount} 个，${lasts}`
}
