import { PLAN_LABELS } from '@huanji/contract/features/refund/labels'
import type { RefundApproval, RefundDetail } from './types.ts'

const ACTION_LABELS: Readonly<Record<RefundApproval['action'], string>> = {
  agree: '同意退款',
  confirm: '确认收货退款',
  takePlan: '选处理办法',
}

/** What was asked for above a limit, with the plan of the market that it takes. */
export const approvalLabel = ({ action, plan }: Pick<RefundApproval, 'action' | 'plan'>): string =>
  plan === null ? ACTION_LABELS[action] : `${ACTION_LABELS[action]}（${PLAN_LABELS[plan]}）`

export const APPROVAL_DECISION_LABELS: Readonly<Record<NonNullable<RefundApproval['decision']>, string>> = {
  approved: '已批准',
  declined: '未批准',
  withdrawn: '已失效',
}

/** The payment that waits for a second person; null while none does. */
export const openApproval = ({ approvals }: Pick<RefundDetail, 'approvals'>): RefundApproval | null =>
  approvals.find(({ decision }) => decision === null) ?? null
