import { formatFen } from '@huanji/domain/money'
import { refundKind } from '@huanji/domain/refunds/kinds'
import { isSwapped } from '@huanji/domain/refunds/receipt'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { FaultNote } from '../../../components/form/fault-note.tsx'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Note } from '../../../components/note/note.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { RefundDialogProps } from '../refund-actions.tsx'
import { isAsSold, outcomesText } from '../refund-labels.ts'
import type { RefundDetail, RefundUnit } from '../types.ts'
import { CaseSum } from './case-sum.tsx'
import confirm from './confirm-dialog.module.css'
import styles from './form.module.css'
import { isAboveLimit, LimitNote } from './limit-note.tsx'
import { NoteField } from './note-field.tsx'
import { useCaseForm } from './use-case-form.ts'

const NOTE_MAX = 200
/** Sold before it was known here: there is nothing to scan in and nothing to compare. */
const UNKNOWN = '订单没有登记手机，无法核对'

/** True for a phone that is back as it was sold: the same one, looked at again, with nothing new. */
const isAsItWas = ({ received, recheck }: RefundUnit): boolean =>
  received?.isSamePhone === true && recheck !== null && isAsSold(recheck.outcomes) && recheck.differences.length === 0

/** What was found of a phone that came back, in one line. */
function findingOf({ received, recheck }: RefundUnit): string {
  if (received === null) return '还没签收'
  const phone = received.isSamePhone ? '' : `不是原机（收到 ${received.code}），`
  if (recheck === null) return `${phone}还没复检`
  const differing = recheck.differences.length > 0 ? `，${recheck.differences.length} 项与售出时不同` : ''
  return `${phone}${outcomesText(recheck.outcomes)}${differing}`
}

/** The one thing that speaks against paying: another phone before one that nobody looked at, and that before a difference. */
function doubtOf(units: readonly RefundUnit[]): string {
  if (
    units.some(({ received, recheck }) => received && isSwapped({ ...received, outcomes: recheck?.outcomes ?? null }))
  ) {
    return '不是原机'
  }
  if (units.some(({ received }) => received === null)) return '还没签收'
  if (units.some(({ recheck }) => recheck === null)) return '还没复检'
  return units.every(isAsItWas) ? '' : '和售出时不同'
}

/** The phones of the case; one of several that stayed with the buyer is none of it. */
const unitsBack = ({ units }: RefundDetail): RefundUnit[] => {
  const back = units.filter(({ received }) => received !== null)
  return back.length === 0 ? [...units] : back
}

function Findings({ units }: { units: readonly RefundUnit[] }) {
  return (
    <ul className={confirm.findings} aria-label="复检结果">
      {units.map((unit) => (
        <li key={unit.unitId} className={isAsItWas(unit) ? confirm.same : confirm.different}>
          <span>
            {unit.modelName} <span className="code">{unit.imei || unit.barCode}</span>
          </span>
          <b>{findingOf(unit)}</b>
        </li>
      ))}
    </ul>
  )
}

/** 确认收货: what the re-check found stands over the button that pays. */
export function ConfirmDialog({ refund: opened, onClose }: RefundDialogProps) {
  const formId = useId()
  const { refund, named, write, isSending, fault, reload } = useCaseForm(opened)
  const [note, setNote] = useState('')
  const [noteError, setNoteError] = useState('')
  useLeaveGuard(() => note !== '' && !isSending)
  const { pays } = refundKind(refund.kind)
  const units = unitsBack(refund)
  const isUnknown = units.length === 0
  const doubt = isUnknown ? UNKNOWN : doubtOf(units)
  const isDifferent = doubt !== ''
  const amountFen = pays ? refund.amountFen : null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (isDifferent && note.trim() === '') {
      return setNoteError(`${doubt}，请写明为什么还要${pays ? '退' : '换'}`)
    }
    const amount = refund.amountFen === null ? {} : { amountFen: refund.amountFen }
    const wanted = { ...named, ...amount, confirmDifferent: isDifferent, note: note.trim() }
    const done = await write(wanted, (options) => api.refund.confirm(wanted, options))
    if (done) onClose(done)
  }
  const verb = pays ? '确认收货并退款' : '收到了，换一台给买家'
  return (
    <Dialog
      title={`${pays ? '确认收货' : '确认收货（换货）'} ${refund.refundNo}`}
      onClose={() => onClose()}
      closable={!isSending}
      widthPx={620}
      footer={
        <>
          <Button disabled={isSending} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone={isDifferent ? 'danger' : 'primary'} type="submit" form={formId} busy={isSending}>
            {isAboveLimit(refund, amountFen) ? '提交审批' : verb}
            {amountFen === null ? '' : ` ${formatFen(amountFen)}`}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <CaseSum refund={refund} />
        {isUnknown ? null : <Findings units={units} />}
        {isDifferent ? (
          <Note tone="danger">
            <span>
              <b>{doubt}。</b>确认后{pays ? '货款退给买家' : '要补发一台给买家'}
              ，不能撤回；也可以关掉这里，改点“拒绝”并上传照片。
            </span>
          </Note>
        ) : (
          <Note tone="warning">
            <span>{pays ? '确认后闲鱼立即退款给买家，不能撤回。' : '不退款。确认后请在时限内补发一台给买家。'}</span>
          </Note>
        )}
        <LimitNote refund={refund} amountFen={amountFen} />
        <NoteField
          label={isDifferent ? `为什么还要${pays ? '退' : '换'}` : '备注'}
          text={note}
          max={NOTE_MAX}
          required={isDifferent}
          error={noteError}
          disabled={isSending}
          onChange={(text) => {
            setNote(text)
            setNoteError('')
          }}
        />
        <FaultNote fault={fault} wayOn="查看最新" reload={reload} />
      </form>
    </Dialog>
  )
}
