import { PLAN_LABELS } from '@huanji/contract/features/refund/labels'
import { formatFen } from '@huanji/domain/money'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { FaultNote } from '../../../components/form/fault-note.tsx'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Money } from '../../../components/money/money.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { RefundDialogProps } from '../refund-actions.tsx'
import type { RefundDetail } from '../types.ts'
import { CaseSum } from './case-sum.tsx'
import styles from './form.module.css'
import { isAboveLimit, LimitNote } from './limit-note.tsx'
import { NoteField } from './note-field.tsx'
import plan from './plan-dialog.module.css'
import { useCaseForm } from './use-case-form.ts'

const NOTE_MAX = 200

type Plan = keyof typeof PLAN_LABELS

const PLANS: readonly { readonly value: Plan; readonly means: string }[] = [
  { value: 'keep', means: '手机留给买家，闲鱼马上把补差的钱退给买家。' },
  { value: 'return', means: '买家寄回手机，收到并复检后退款。' },
]

/** What a plan pays; null for whoever may not see money. */
const amountOf = ({ plans }: RefundDetail, chosen: Plan | null) =>
  plans === null || chosen === null ? null : chosen === 'keep' ? plans.keepFen : plans.returnFen

/** The plans that the market offers; both for whoever may not see what they pay. */
const offered = ({ plans }: RefundDetail) =>
  PLANS.filter(({ value }) => plans === null || plans[value === 'keep' ? 'keepFen' : 'returnFen'] !== null)

/** What the button says before the amount. */
function buttonText(refund: RefundDetail, chosen: Plan | null): string {
  if (chosen === null) return '请选处理办法'
  if (isAboveLimit(refund, amountOf(refund, chosen))) return '提交审批'
  return `确认${chosen === 'keep' ? '补差' : '退货退款'}`
}

/** 平台判定: the two plans of the verdict side by side, each with what it pays. */
export function PlanDialog({ refund: opened, onClose }: RefundDialogProps) {
  const formId = useId()
  const { refund, named, write, isSending, fault, reload } = useCaseForm(opened)
  const [chosen, setChosen] = useState<Plan | null>(null)
  const [note, setNote] = useState('')
  useLeaveGuard(() => (note !== '' || chosen !== null) && !isSending)
  const amountFen = amountOf(refund, chosen)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || chosen === null) return
    const amount = amountFen === null ? {} : { amountFen }
    const wanted = { ...named, plan: chosen, ...amount, note: note.trim() }
    const done = await write(wanted, (options) => api.refund.takePlan(wanted, options))
    if (done) onClose(done)
  }
  return (
    <Dialog
      title={`选处理办法 ${refund.refundNo}`}
      onClose={() => onClose()}
      closable={!isSending}
      widthPx={640}
      footer={
        <>
          <Button disabled={isSending} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone="primary" type="submit" form={formId} busy={isSending} disabled={chosen === null}>
            {buttonText(refund, chosen)}
            {amountFen === null ? '' : ` ${formatFen(amountFen)}`}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <CaseSum refund={refund} />
        <fieldset className={plan.plans} disabled={isSending}>
          <legend>平台已判定，请选一个处理办法；到时不选，就按退货退款办，退回默认地址</legend>
          {offered(refund).map(({ value, means }) => (
            <label key={value} className={plan.plan}>
              <input
                type="radio"
                name="plan"
                value={value}
                checked={chosen === value}
                onChange={() => setChosen(value)}
              />
              <b>{PLAN_LABELS[value]}</b>
              {refund.plans === null ? null : (
                <small>
                  <Money fen={amountOf(refund, value)} strong />
                </small>
              )}
              <small>{means}</small>
            </label>
          ))}
        </fieldset>
        <LimitNote refund={refund} amountFen={amountFen} />
        <NoteField label="备注" text={note} max={NOTE_MAX} disabled={isSending} onChange={setNote} />
        <FaultNote fault={fault} wayOn="查看最新" reload={reload} />
      </form>
    </Dialog>
  )
}
