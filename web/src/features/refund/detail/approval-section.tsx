import { Section } from '../../../components/detail/detail.tsx'
import { Money } from '../../../components/money/money.tsx'
import { Note } from '../../../components/note/note.tsx'
import { StateTag } from '../../../components/state-tag/state-tag.tsx'
import { MoneyCell, MoneyHead, ScrollTable } from '../../../components/table/table.tsx'
import { Time } from '../../../components/time/time.tsx'
import { APPROVAL_DECISION_LABELS, approvalLabel, openApproval } from '../approvals.ts'
import type { RefundDetail } from '../types.ts'

const TONES = { approved: 'success', declined: 'danger', withdrawn: 'neutral' } as const

/** The payment that waits for a second person: who asked, when, and how much. */
export function ApprovalNote({ refund }: { refund: RefundDetail }) {
  const approval = openApproval(refund)
  if (approval === null) return null
  return (
    <Note tone="warning">
      <span>
        <b>待批准：{approvalLabel(approval)}</b>{' '}
        {approval.amountFen === null ? null : <Money fen={approval.amountFen} strong />} · {approval.requestedBy} 于{' '}
        <Time at={approval.requestedAt} /> 提交，超出其额度，需另一位有权限的同事批准
        {approval.requestNote === '' ? '' : `。说明：${approval.requestNote}`}
      </span>
    </Note>
  )
}

/** Every payment that was asked for above a limit, and who decided over it. */
export function ApprovalSection({ refund: { approvals } }: { refund: RefundDetail }) {
  if (approvals.length === 0) return null
  const hasMoney = approvals.some(({ amountFen }) => amountFen !== null)
  return (
    <Section title="审批记录">
      <ScrollTable label="审批记录表格">
        <thead>
          <tr>
            <th scope="col">申请</th>
            {hasMoney ? <MoneyHead>金额</MoneyHead> : null}
            <th scope="col">申请人</th>
            <th scope="col">结果</th>
            <th scope="col">审批人</th>
          </tr>
        </thead>
        <tbody>
          {approvals.map((approval) => (
            <tr key={approval.approvalId}>
              <td>
                {approvalLabel(approval)}
                {approval.requestNote === '' ? '' : `：${approval.requestNote}`}
              </td>
              {hasMoney ? <MoneyCell fen={approval.amountFen} /> : null}
              <td>
                {approval.requestedBy} <Time at={approval.requestedAt} />
              </td>
              <td>
                <StateTag tone={approval.decision === null ? 'warning' : TONES[approval.decision]}>
                  {approval.decision === null ? '待批准' : APPROVAL_DECISION_LABELS[approval.decision]}
                </StateTag>{' '}
                {approval.decisionNote}
              </td>
              <td>
                {approval.decidedBy === '' ? '—' : approval.decidedBy}{' '}
                {approval.decidedAt === null ? null : <Time at={approval.decidedAt} />}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
    </Section>
  )
}
