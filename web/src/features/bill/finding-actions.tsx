import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { type Action, defineAction } from '../../components/actions/action.ts'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import type { FindingRow } from './bill-labels.ts'
import { FINDING_WAYS, type FindingWay, wayName } from './finding-ways.ts'

const FindingDialog = latePart(async () => (await import('./finding-dialog.tsx')).FindingDialog)

const MAY_RECONCILE = api.billCheck.list.path

/** What each needs: the right to reconcile, and for a booking of one's own a right of its own. */
const GRANTS: Readonly<Record<FindingWay, string>> = {
  makeBills: MAY_RECONCILE,
  takeLines: MAY_RECONCILE,
  refetch: MAY_RECONCILE,
  adjust: api.billCheck.adjust.path,
  accept: MAY_RECONCILE,
}

/** A way to settle a finding: it asks for the reason, and says what became of it. */
const settling = (way: FindingWay): Action<FindingRow> =>
  defineAction<FindingRow>({
    key: way,
    name: wayName(way),
    grant: GRANTS[way],
    allowed: way,
    run: async ([row], { queries }) => {
      if (!row) return
      const settled = await openOverlay<FindingRow>((close) => (
        <FindingDialog way={way} finding={row} onClose={close} />
      ))
      if (!settled) return
      toast('success', FINDING_WAYS[way].done(settled))
      await refresh(queries, api.billCheck.list)
    },
  })

/** In the order of what is tried first. */
export const findingActions: readonly Action<FindingRow>[] = [
  settling('makeBills'),
  settling('takeLines'),
  settling('refetch'),
  settling('adjust'),
  settling('accept'),
]
