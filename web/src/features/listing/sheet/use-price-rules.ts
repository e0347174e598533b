import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import type { RuleAnswer, RuleRow } from './price-rules.ts'

/** A pause in typing after which the server is asked. */
const TYPING_PAUSE_MS = 400
/** What one call takes. */
const CALL_MAX = 50
const CALLS_MAX = 4

const NONE: ReadonlyMap<string, RuleAnswer> = new Map()

async function ask(rows: readonly RuleRow[], signal: AbortSignal): Promise<ReadonlyMap<string, RuleAnswer>> {
  const parts = Array.from({ length: Math.ceil(rows.length / CALL_MAX) }, (_, part) =>
    rows.slice(part * CALL_MAX, (part + 1) * CALL_MAX),
  )
  const answers = await Promise.all(
    parts.map((part) =>
      api.goods.priceRule({ rows: part.map(({ key: _, ...row }) => row) }, { signal, handles: 'all' }),
    ),
  )
  const problems = answers.flatMap((answer) => answer.rows)
  return new Map(
    rows.flatMap(({ key, priceFen }, index) => {
      const said = problems[index]
      return said ? [[key, { priceFen, problems: said.problems }] as const] : []
    }),
  )
}

/** What only the server knows of prices: how they stand beside those on sale. Asked after a pause; without an answer publishing itself says it. */
export function usePriceRules(rows: readonly RuleRow[]): ReadonlyMap<string, RuleAnswer> {
  const written = JSON.stringify(rows.slice(0, CALL_MAX * CALLS_MAX))
  const [settled, setSettled] = useState(written)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(written), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [written])
  const { data } = useQuery({
    queryKey: [api.goods.priceRule.path, settled],
    queryFn: ({ signal }) => ask(JSON.parse(settled) as RuleRow[], signal),
    enabled: settled !== '[]',
    placeholderData: keepPreviousData,
  })
  return data ?? NONE
}
