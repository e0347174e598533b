import { formatFen } from '@huanji/domain/money'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { Facts } from '../../../components/detail/detail.tsx'
import { FaultNote } from '../../../components/form/fault-note.tsx'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Money } from '../../../components/money/money.tsx'
import { Note } from '../../../components/note/note.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { Time } from '../../../components/time/time.tsx'
import { approvalLabel, openApproval } from '../approvals.ts'
import type { RefundDialogProps } from '../refund-actions.tsx'
import { CaseSum } from './case-sum.tsx'
import styles from './form.module.css'
import { NoteField } from './note-field.tsx'
import { useCaseForm } from './use-case-form.ts'

const NOTE_MAX = 200

const DECISIONS = {
  approve: { title: '批准退款', button: '批准', tone: 'primary', said: '批准后立即提交给闲鱼，不能撤回。' },
  decline: { title: '不批准退款', button: '不批准', tone: 'danger', said: '不批准后售后保持原状，可以重新处理。' },
  takeBack: { title: '撤回申请', button: '撤回申请', tone: 'danger', said: '撤回后售后保持原状，可以重新处理。' },
} as const

interface DecisionProps extends RefundDialogProps {
  decision: 'approve' | 'decline'
}

function DecisionDialog({ decision, refund: opened, onClose }: DecisionProps) {
  const formId = useId()
  const { refund, named, write, isSending, fault, reload } = useCaseForm(opened)
  const [note, setNote] = useState('')
  useLeaveGuard(() => note !== '' && !isSending)
  const approval = openApproval(refund)
  // one that was decided over meanwhile is still spoken of as when the form was opened
  const isTakenBack = decision === 'decline' && (approval ?? openApproval(opened))?.isOwn
  const { title, button, tone, said } = DECISIONS[isTakenBack ? 'takeBack' : decision]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || approval === null) return
    const decided = { refundId: named.refundId, approvalId: approval.approvalId, note: note.trim() }
    const wanted = decision === 'approve' ? { ...decided, version: named.version } : decided
    const done = await write(wanted, (options) => api.refundHandling[decision](wanted, options))
    if (done) onClose(done)
  }
  return (
    <Dialog
      title={`${title} ${refund.refundNo}`}
      onClose={() => onClose()}
      closable={!isSending}
      widthPx={600}
      footer={
        <>
          <Button disabled={isSending} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone={tone} type="submit" form={formId} busy={isSending} disabled={approval === null}>
            {button}
            {decision === 'approve' && approval?.amountFen ? ` ${formatFen(approval.amountFen)}` : ''}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <CaseSum refund={refund} />
        {approval === null ? (
          <Note tone="warning">该申请已处理，没有等待批准的退款。</Note>
        ) : (
          <Facts
            items={[
              { label: '申请操作', value: approvalLabel(approval) },
              ...(approval.amountFen === null
                ? []
                : [{ label: '金额', value: <Money fen={approval.amountFen} strong /> }]),
              { label: '申请人', value: approval.requestedBy },
              { label: '申请时间', value: <Time at={approval.requestedAt} /> },
              { label: '申请说明', value: approval.requestNote || '—', wide: true },
            ]}
          />
        )}
        <Note tone={decision === 'approve' ? 'warning' : 'info'}>
          <span>{said}</span>
        </Note>
        <NoteField label="说明" text={note} max={NOTE_MAX} disabled={isSending} onChange={setNote} />
        <FaultNote fault={fault} wayOn="查看最新" reload={reload} />
      </form>
    </Dialog>
  )
}

/** 批准: the payment that a colleague asked for above their own limit. */
export const ApproveDialog = (props: RefundDialogProps) => <DecisionDialog {...props} decision="approve" />

/** 不批准; of who asked it is 撤回申请, by the same call. */
export const DeclineDialog = (props: RefundDialogProps) => <DecisionDialog {...props} decision="decline" />
