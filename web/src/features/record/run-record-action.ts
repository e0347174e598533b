import type { ActionContext, ActionOutcome } from '../../components/actions/action.ts'
import { refreshInspections } from '../inspection/queries.ts'
import type { ActedOn } from './actions.ts'
import { changeShopOf, voidRecords } from './record-calls.ts'
import { askShop, askVoid } from './record-dialogs.tsx'
import { reinspectAndOpen } from './reinspect.ts'

/** Asks for the shop and gives it to these records, which are all of one channel. Undefined: given up. */
export async function runChangeShop<Row extends ActedOn>(
  rows: readonly Row[],
  { updateRow, queries }: ActionContext<Row>,
): Promise<ActionOutcome[] | undefined> {
  const [first] = rows
  if (!first) return undefined
  const current = rows.every(({ shopAccountId }) => shopAccountId === first.shopAccountId) ? first.shopAccountId : null
  const shop = await askShop({ channel: first.channel, count: rows.length, current })
  if (!shop) return undefined
  const outcomes = await changeShopOf(rows, shop.value)
  for (const [index, row] of rows.entries()) {
    if (outcomes[index]?.ok) updateRow(row, (old) => ({ ...old, shopAccountId: shop.value, shopName: shop.label }))
  }
  await refreshInspections(queries)
  return outcomes
}

/** Asks for the reason and voids these records with their bags. Undefined: given up. */
export async function runVoid<Row extends ActedOn>(
  rows: readonly Row[],
  { updateRow, queries }: ActionContext<Row>,
): Promise<ActionOutcome[] | undefined> {
  const reason = await askVoid(rows)
  if (reason === undefined) return undefined
  const outcomes = await voidRecords(rows, reason)
  for (const [index, row] of rows.entries()) {
    if (outcomes[index]?.ok) updateRow(row, (old) => ({ ...old, state: 'voided', allowedActions: [] }))
  }
  await refreshInspections(queries)
  return outcomes
}

/** Asks for the reason and goes on at the station with the new record. */
export async function runReinspect<Row extends ActedOn>(
  row: Row,
  { queries, navigate }: ActionContext<Row>,
): Promise<void> {
  await reinspectAndOpen(row, queries, navigate)
}
