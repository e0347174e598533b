import { formatFen } from '@huanji/domain/money'
import { type RefundKindCode, refundKind } from '@huanji/domain/refunds/kinds'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { Button } from '../../../components/button/button.tsx'
import field from '../../../components/field/field.module.css'
import { FieldFrame } from '../../../components/field/field-frame.tsx'
import { FaultNote } from '../../../components/form/fault-note.tsx'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Note } from '../../../components/note/note.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { RefundDialogProps } from '../refund-actions.tsx'
import type { RefundDetail } from '../types.ts'
import { CaseSum } from './case-sum.tsx'
import styles from './form.module.css'
import { isAboveLimit, LimitNote } from './limit-note.tsx'
import { NoteField } from './note-field.tsx'
import { useCaseForm } from './use-case-form.ts'

const NOTE_MAX = 200

const WAYS: Readonly<Record<RefundKindCode, string>> = {
  refundOnly: '同意后闲鱼立即退款给买家，不能撤回。',
  priceDifference: '同意后闲鱼立即把补差金额退给买家，不能撤回。',
  returnAndRefund: '同意后由买家寄回手机；收到并复检后，再确认退款。',
  exchange: '不退款。同意后由买家寄回手机；收到并复检后，再补发一台给买家。',
  resend: '不退款。同意后请在时限内寄出补发的配件或修好的手机。',
}

interface AddressFieldProps {
  where: ReturnAddress
  isNeeded: boolean
  error: string
  disabled: boolean
}

/** Where the buyer sends the phone; the merchant's default return address stands there at first. */
function AddressField({ where: { query, addressId, choose }, isNeeded, error, disabled }: AddressFieldProps) {
  const id = useId()
  const { data } = query
  return (
    <FieldFrame
      id={id}
      label="退货地址"
      required={isNeeded}
      error={query.error ? '退货地址没有加载成功，请关闭后重试' : error}
      hint={data?.options.length === 0 ? '还没有退货地址，请老板或店长在“地址管理”中添加' : ''}
    >
      <select
        id={id}
        className={field.input}
        value={addressId}
        disabled={disabled || data === undefined}
        aria-invalid={error !== '' || query.error !== null}
        aria-describedby={`${id}-note`}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{query.isPending ? '正在加载…' : isNeeded ? '请选择' : '稍后填写退货地址'}</option>
        {data?.options.map((address) => (
          <option key={address.value} value={address.value}>
            {address.label}
            {address.isDefault ? '（默认）' : ''}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** The address that is chosen: the person's own choice, else the default one. */
function useReturnAddress(isWanted: boolean) {
  const [chosen, choose] = useState<string | null>(null)
  const query = useQuery({ ...queryOf(api.address.options, { kind: 'return' as const }), enabled: isWanted })
  const first = query.data?.options.find(({ isDefault }) => isDefault) ?? query.data?.options[0]
  return {
    query,
    addressId: chosen ?? first?.value ?? '',
    choose,
    isChosen: chosen !== null,
    /** Without the addresses a case would be agreed to as if there were none. */
    isUnknown: isWanted && query.data === undefined,
  }
}

type ReturnAddress = ReturnType<typeof useReturnAddress>

/** What the button says: what happens, and how much is paid. */
function buttonText(refund: RefundDetail, pays: boolean): string {
  if (refund.state === 'awaiting_address') return '提交退货地址'
  if (isAboveLimit(refund, pays ? refund.amountFen : null)) return '提交审批'
  if (refundKind(refund.kind).travels) return refund.kind === 'exchange' ? '同意换货' : '同意退货'
  if (refund.kind === 'resend') return '同意补发'
  return refund.amountFen === null || !pays ? '同意' : `同意退款 ${formatFen(refund.amountFen)}`
}

/** 同意: what follows from it is said before, with the amount, and where the phone is to be sent. */
export function AgreeDialog({ refund: opened, onClose }: RefundDialogProps) {
  const formId = useId()
  const { refund, named, write, isSending, fault, reload } = useCaseForm(opened)
  const { travels, pays } = refundKind(refund.kind)
  const isGivingAddress = refund.state === 'awaiting_address'
  // the plan of a verdict can be to return the phone whatever the buyer asked for
  const needsAddress = travels || isGivingAddress
  const [note, setNote] = useState('')
  const where = useReturnAddress(needsAddress)
  const { addressId, isUnknown } = where
  const [wasTried, setTried] = useState(false)
  useLeaveGuard(() => (note !== '' || where.isChosen) && !isSending)
  const refused = fault?.field === 'addressId' ? fault.message : ''
  const addressError = wasTried && isGivingAddress && addressId === '' ? '请选择退货地址' : refused
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isSending || isUnknown || (isGivingAddress && addressId === '')) return
    const amount = refund.amountFen === null ? {} : { amountFen: refund.amountFen }
    const wanted = { ...named, ...amount, addressId: needsAddress ? addressId : '', note: note.trim() }
    const done = await write(wanted, (options) => api.refund.agree(wanted, options))
    if (done) onClose(done)
  }
  return (
    <Dialog
      title={`${isGivingAddress ? '填写退货地址' : '同意售后'} ${refund.refundNo}`}
      onClose={() => onClose()}
      closable={!isSending}
      widthPx={600}
      footer={
        <>
          <Button disabled={isSending} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone="primary" type="submit" form={formId} busy={isSending} disabled={isUnknown}>
            {buttonText(refund, pays)}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <CaseSum refund={refund} />
        <Note tone={needsAddress || !pays ? 'info' : 'warning'}>
          <span>{isGivingAddress ? '提交后闲鱼把地址告诉买家，由买家寄回手机。' : WAYS[refund.kind]}</span>
        </Note>
        {pays && !isGivingAddress ? <LimitNote refund={refund} amountFen={refund.amountFen} /> : null}
        {needsAddress ? (
          <AddressField where={where} isNeeded={isGivingAddress} error={addressError} disabled={isSending} />
        ) : null}
        <NoteField label="备注" text={note} max={NOTE_MAX} disabled={isSending} onChange={setNote} />
        <FaultNote fault={fault?.field === 'addressId' ? null : fault} wayOn="查看最新" reload={reload} />
      </form>
    </Dialog>
  )
}
