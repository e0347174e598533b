import { BILL_TYPE_OF_FLOW, FLOW_LABELS, type FlowType } from '@huanji/domain/fees/account-flows'
import { formatFen } from '@huanji/domain/money'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../platform/ids.ts'
import { insertFlow, type NewFlow } from './flow-store.ts'
import { aboutShop, addRow, type BillAbout } from './rows.ts'
import { moveBill, setSettledAt } from './store.ts'

/** A movement on a shop's account; `order` is the one of ours that it is about. */
export interface Movement extends Omit<NewFlow, 'flowId'> {
  readonly order: BillAbout | null
}

/**
 * Takes over a movement as the marketplace told it, and makes a bill row of those that no settlement brings. The same
 * movement twice changes nothing, also where an imported file told of it first.
 */
export async function takeFlow(tx: Tx, { order, ...flow }: Movement, now: Date): Promise<void> {
  if (await insertFlow(tx, { flowId: newId(), ...flow }, now)) await addFlowRow(tx, { order, ...flow }, now)
}

/** What a row of a movement is made of. */
export interface FlowRow {
  readonly flowNo: string
  readonly type: FlowType
  readonly direction: 'in' | 'out'
  readonly amountFen: number
  readonly shopAccountId: string
  readonly orderNo: string
  readonly refundNo: string
  readonly remark: string
  readonly occurredAt: string
  readonly order: BillAbout | null
}

/** Makes the bill row of a movement that no settlement brings; false where there is one, or none is to be. */
export async function addFlowRow(tx: Tx, flow: FlowRow, now: Date): Promise<boolean> {
  const type = BILL_TYPE_OF_FLOW[flow.type]
  if (type === null) return false
  const { flowNo, direction, amountFen, refundNo, occurredAt, orderNo } = flow
  const formula = `${FLOW_LABELS[flow.type]} ${formatFen(amountFen)}（资金流水${flowNo}）`
  const about = flow.order ?? aboutShop(flow.shopAccountId, { orderNo })
  const from = { source: 'flow', sourceId: flowNo, refundNo, remark: flow.remark } as const
  const billId = await addRow(tx, about, from, { type, direction, amountFen, formula }, { occurredAt, now })
  if (billId === null) return false
  const by = { who: 'marketplace' as const, now, note: flowNo }
  await setSettledAt(tx, billId, occurredAt)
  await moveBill(tx, billId, 'startSettling', by)
  await moveBill(tx, billId, 'settle', by)
  return true
}
