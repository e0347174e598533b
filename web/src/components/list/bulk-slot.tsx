import { lazy, Suspense, useEffect } from 'react'
import { lazyPage } from '../../app/lazy-page.ts'
import type { BulkBar as Bar, BulkBarProps } from './lazy/bulk-bar.tsx'
import { useTicks } from './selection.ts'

const load = lazyPage(async () => ({ default: (await import('./lazy/bulk-bar.tsx')).BulkBar }))
const BulkBar = lazy(load) as typeof Bar

/** The place of the bar for ticked rows; empty while none is ticked. It is loaded once there are rows to tick. */
export function BulkSlot<Row>(props: BulkBarProps<Row>) {
  const { rows, allBut } = useTicks(props.selection)
  const hasRows = props.keys.length > 0
  useEffect(() => {
    // a failure shows when the bar is wanted
    if (hasRows) load().catch(() => {})
  }, [hasRows])
  if (rows.size === 0 && allBut === null) return null
  return (
    <Suspense fallback={null}>
      <BulkBar {...props} />
    </Suspense>
  )
}
