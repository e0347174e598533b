import { Suspense, useEffect } from 'react'
import { latePart } from '../late/late-part.ts'
import type { BulkBar as Bar, BulkBarProps } from './bulk-bar.tsx'
import { useTicks } from './selection.ts'

const LateBar = latePart(async () => (await import('./bulk-bar.tsx')).BulkBar)
const BulkBar = LateBar as typeof Bar

/** A person looks at the rows for so long before one is ticked; by then the page has loaded what it shows. */
const SETTLED_MS = 600

/** The place of the bar for ticked rows; empty while none is ticked. It is loaded soon after there are rows to tick. */
export function BulkSlot<Row>(props: BulkBarProps<Row>) {
  const { rows, allBut } = useTicks(props.selection)
  const hasRows = props.keys.length > 0
  useEffect(() => {
    if (!hasRows) return
    // a failure shows when the bar is wanted
    const timer = setTimeout(() => LateBar.load().catch(() => {}), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [hasRows])
  if (rows.size === 0 && allBut === null) return null
  return (
    <Suspense fallback={null}>
      <BulkBar {...props} />
    </Suspense>
  )
}
