import type { Columns } from '@huanji/contract/columns/column'
import { type RefObject, Suspense } from 'react'
import type { Action } from '../actions/action.ts'
import { latePart } from '../late/late-part.ts'
import type { ListAnswer, ListDefinition, ListInput } from './list-types.ts'
import { type Peek, usePeeked } from './peek.ts'
import type { PeekPanel as Panel } from './peek-panel.tsx'

const PeekPanel = latePart(async () => (await import('./peek-panel.tsx')).PeekPanel) as typeof Panel

interface PeekSlotProps<Input extends ListInput, Row, Output extends ListAnswer<Row>> {
  list: ListDefinition<Input, Row, Output>
  /** Those whose values the rows have. */
  columns: Columns<Row>
  rows: readonly Row[] | undefined
  actions: readonly Action<Row>[]
  peek: Peek
  page: RefObject<HTMLElement | null>
  start: (action: Action<Row>, rows: readonly Row[]) => void
}

/** The place of the preview beside the table; empty while it is closed. */
export function PeekSlot<Input extends ListInput, Row, Output extends ListAnswer<Row>>({
  rows,
  ...props
}: PeekSlotProps<Input, Row, Output>) {
  const key = usePeeked(props.peek)
  const row = key === null ? undefined : rows?.find((one) => props.list.rowKey(one) === key)
  if (row === undefined) return null
  return (
    <Suspense fallback={null}>
      <PeekPanel {...props} row={row} />
    </Suspense>
  )
}
