import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { errorText } from '../../api/refusal.ts'
import type { ActionOutcome } from '../../components/actions/action.ts'
import type { InspectionRow } from '../inspection/types.ts'

/** A call takes no more rows at once. */
const ROWS_AT_ONCE = 200

/** What the calls need of a record. */
type Named = Pick<InspectionRow, 'inspectionId' | 'inspectionNo'>

type Results = readonly { readonly inspectionId: string; readonly ok: boolean; readonly message: string }[]
type Rows = { inspectionId: string }[]
interface Keyed {
  readonly idempotencyKey: string
  readonly handles: 'all'
}

/** Does it for all rows, so many in one call; a call that fails fails its own rows. Gives one outcome a row, in their order. */
async function forRows(
  records: readonly Named[],
  call: (rows: Rows, options: Keyed) => Promise<{ readonly results: Results }>,
): Promise<ActionOutcome[]> {
  const outcomes: ActionOutcome[] = []
  for (let from = 0; from < records.length; from += ROWS_AT_ONCE) {
    const some = records.slice(from, from + ROWS_AT_ONCE)
    const rows = some.map(({ inspectionId }) => ({ inspectionId }))
    try {
      const { results } = await call(rows, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
      const byId = new Map(results.map((result) => [result.inspectionId, result]))
      for (const { inspectionId, inspectionNo: label } of some) {
        const { ok = false, message = '没有收到结果，请刷新查看' } = byId.get(inspectionId) ?? {}
        outcomes.push({ label, ok, message })
      }
    } catch (error) {
      for (const { inspectionNo: label } of some) outcomes.push({ label, ok: false, message: errorText(error) })
    }
  }
  return outcomes
}

/** 换店铺, with one outcome a record. */
export const changeShopOf = (records: readonly Named[], shopAccountId: string): Promise<ActionOutcome[]> =>
  forRows(records, (rows, options) => api.recordAction.updateXyUid({ rows, shopAccountId }, options))

/** 作废, the bags with the records, with one outcome a record. */
export const voidRecords = (records: readonly Named[], reason: string): Promise<ActionOutcome[]> =>
  forRows(records, (rows, options) => api.recordAction.deleteDetRecord({ rows, reason, voidsBag: true }, options))
