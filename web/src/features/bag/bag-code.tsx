import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { BAG_HELD, isBagHeld } from '../inspection/labels.ts'
import type { InspectionState } from '../inspection/types.ts'

interface BagCodeProps {
  of: { readonly bagCode: string | null; readonly state: InspectionState }
}

/** The bag that a phone lies in, or that is held for it until it is photographed, as a list's cell. */
export function BagCode({ of: { bagCode, state } }: BagCodeProps) {
  if (!bagCode) return <span className="muted">未封袋</span>
  return (
    <>
      <span className="code">{bagCode}</span>
      {isBagHeld({ bagCode, state }) ? <SubLine>{BAG_HELD}</SubLine> : null}
    </>
  )
}
