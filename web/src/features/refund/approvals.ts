import type { RefundApproval, RefundDetail } from './types.ts'

/** What was asked for above a limit. */
export const APPROVAL_ACTION_LABELS: Readonly<Record<RefundApproval['action'], string>> = {
  agree: '同意退款',
  confirm: '确认收货退款',
  takePlan: '确认鱼市裁决',
}

export const APPROVAL_DECISION_LABELS: Readonly<Record<NonNullable<RefundApproval['decision']>, string>> = {
  approved: '已批准',
  declined: '未批准',
  withdrawn: '已失效',
}

/** The payment that waits for a second person; null while none does. */
export const openApproval = ({ approvals }: Pick<RefundDetail, 'approvals'>): RefundApproval | null =>
  approvals.find(({ decision }) => decision === null) ?? null
