import { Code } from '../../components/code/code.tsx'
import { BAG_HELD, isBagHeld } from '../inspection/labels.ts'
import type { InspectionState } from '../inspection/types.ts'

/** The bag of a phone among its facts, to be copied; of one that is only held, that it is not closed yet. */
export const BagFact = ({ of }: { of: { readonly bagCode: string | null; readonly state: InspectionState } }) => (
  <>
    <Code text={of.bagCode} what="封袋码" />
    {isBagHeld(of) ? <span className="muted"> {BAG_HELD}</span> : null}
  </>
)
