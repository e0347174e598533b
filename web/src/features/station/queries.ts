import type { Channel } from '@huanji/domain/channel'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import type { Answers, InspectionRow } from '../inspection/types.ts'

/** A model's facts do not change while a page is open. */
const FIXED = { staleTime: Number.POSITIVE_INFINITY } as const

/** A pause in choosing after which the grade is asked for again. */
const GRADE_PAUSE_MS = 120
/** How long after a lost connection a grade is asked for again. */
const GRADE_RETRY_MS = 3_000

/** What a model comes in: storage, colours, numbers. */
export const propertiesQuery = (modelId: string) =>
  queryOptions({ ...queryOf(api.detConfig.getPropertyInfo, { modelId }), ...FIXED })

/** One model's name and facts. */
export const modelQuery = (modelId: string) =>
  queryOptions({ ...queryOf(api.detConfig.getProductInfo, { modelId }), ...FIXED })

/** The value once it has rested for a while. */
function useRested<Value>(value: Value, restMs: number): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return rested
}

/** What the grade is asked for. */
interface GradeInput {
  readonly modelId: string
  readonly answers: Answers
}

const NOTHING_TO_GRADE: GradeInput = { modelId: '', answers: {} }

/**
 * The grade of the answers on a channel as the server works it out; the one before stays on screen while the next is asked for.
 * @param input the same object until something in it changes; null while there is nothing to grade
 */
export function useGrade(channel: Channel, input: GradeInput | null) {
  const rested = useRested(input, GRADE_PAUSE_MS)
  const query = useQuery({
    ...queryOf(api.detConfig.getDetectGradLevel, { channel, ...(rested ?? NOTHING_TO_GRADE) }),
    enabled: rested !== null && input !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // what was lost with the network is asked for again, until it is there
    refetchInterval: ({ state }) => state.status === 'error' && GRADE_RETRY_MS,
  })
  const isOfModel = input !== null && rested?.modelId === input.modelId
  return {
    check: isOfModel ? query.data : undefined,
    isStale: rested !== input || query.isPlaceholderData,
    isLost: query.isError,
  }
}

/** The models of the merchant's last inspections, most recent first, each once. */
function modelsOf(rows: readonly Pick<InspectionRow, 'modelId' | 'modelName'>[]): { id: string; title: string }[] {
  const titles = new Map(rows.map((row) => [row.modelId, row.modelName]))
  return [...titles].map(([id, title]) => ({ id, title }))
}

/** What was inspected last for a channel, so that the same model again is one key. */
export const recentQuery = (channel: Channel) =>
  queryOptions({
    ...queryOf(api.detRecord.getDetectRecordList, { channel, page: 1, pageSize: 20 }),
    select: (answer) => modelsOf(answer.list),
    staleTime: 60_000,
  })

/** The models that a text may mean. */
export const modelSearchQuery = (query: string) =>
  // a colleague may have written one down meanwhile
  queryOptions({ ...queryOf(api.detConfig.productSearch, { query, limit: 8 }), staleTime: 60_000 })
