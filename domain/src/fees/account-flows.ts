import type { BillTypeCode } from './bill-types.ts'
import { FLOW_ITEM_LABELS } from './statement.ts'

/** What a movement on a shop's account is called (docs/open-platform.md §8.6). */
export const FLOW_LABELS = {
  settlement: '闲鱼结算',
  freeze: '售后冻结',
  unfreeze: '售后解冻',
  ...FLOW_ITEM_LABELS,
} as const

export type FlowType = keyof typeof FLOW_LABELS

/** The bill row that a movement makes, for those that no settlement brings; null for those that one does. */
export const BILL_TYPE_OF_FLOW: Readonly<Record<FlowType, BillTypeCode | null>> = {
  settlement: null,
  freeze: 'depositFreeze',
  unfreeze: 'depositUnfreeze',
  depositFreeze: 'depositFreeze',
  depositUnfreeze: 'depositUnfreeze',
  withdrawal: 'withdrawal',
  topUp: 'topUp',
  adjustment: 'adjustment',
}
