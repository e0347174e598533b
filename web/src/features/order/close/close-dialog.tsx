import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { Button } from '../../../components/button/button.tsx'
import { ChoiceField } from '../../../components/choice/choice-field.tsx'
import { useChoiceKeys } from '../../../components/choice/use-choice-keys.ts'
import { DetailPending, LOADING } from '../../../components/detail/detail-pending.tsx'
import input from '../../../components/field/field.module.css'
import { FieldFrame } from '../../../components/field/field-frame.tsx'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import { Note } from '../../../components/note/note.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { tellAloud, useScanner } from '../../../components/scan/use-scanner.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { OrderFaultNote } from '../order-fault.tsx'
import type { OrderRow } from '../types.ts'
import { useOrderWrite } from '../use-order-write.ts'
import styles from './close-dialog.module.css'

const NOTE_MAX = 200

interface CloseReasons {
  readonly reasons: readonly { readonly code: string; readonly label: string; readonly needsNote: boolean }[]
  readonly warning: string
}

interface CloseDialogProps {
  orders: ChannelOrders
  order: OrderRow
  /** Gets the order once the marketplace was asked to close it, and nothing when the person gave up. */
  onClose: (order?: OrderRow) => void
}

interface ReasonFormProps extends CloseReasons {
  id: string
  chosen: string | null
  onChoose: (code: string | null) => void
  note: string
  onNote: (note: string) => void
  noteError: string
  onSubmit: () => void
}

function ReasonForm({ id, reasons, warning, chosen, onChoose, note, onNote, noteError, onSubmit }: ReasonFormProps) {
  const noteId = useId()
  const field = useRef<HTMLFieldSetElement>(null)
  const choices = reasons.map(({ code, label }) => ({ value: code, label }))
  useEffect(() => field.current?.querySelector<HTMLElement>('input')?.focus(), [])
  useChoiceKeys(field, choices, chosen, onChoose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const isNeeded = reasons.some(({ code, needsNote }) => code === chosen && needsNote)
  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      <Note tone="danger">
        <b>{warning}</b>
      </Note>
      <ChoiceField ref={field} legend="关闭原因" choices={choices} chosen={chosen} onChange={onChoose} />
      <FieldFrame
        id={noteId}
        label="说明"
        required={isNeeded}
        error={noteError}
        hint={`${isNeeded ? '' : '选填，'}${note.length} / ${NOTE_MAX}`}
      >
        <textarea
          id={noteId}
          className={input.input}
          rows={2}
          maxLength={NOTE_MAX}
          value={note}
          aria-invalid={noteError !== ''}
          aria-describedby={`${noteId}-note`}
          onChange={(event) => onNote(event.target.value)}
        />
      </FieldFrame>
    </form>
  )
}

/** 关闭订单: with a reason, and with what it costs said in red. */
export function CloseDialog({ orders, order: opened, onClose }: CloseDialogProps) {
  const formId = useId()
  const [order, setOrder] = useState(opened)
  const [chosen, setChosen] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [noteError, setNoteError] = useState('')
  const query = useQuery(queryOf(orders.calls.closeReasonList, {}))
  const { write, latestOf, isSending, fault } = useOrderWrite(orders)
  useLeaveGuard(() => note !== '' && !isSending)
  // no code belongs here, and none may end up in the note
  useScanner({ onScan: () => tellAloud({ ok: false, message: '关闭订单时不能扫码' }) })

  const reload = async () => {
    const latest = await latestOf(order.orderId)
    if (latest) setOrder(latest)
  }
  const submit = async () => {
    if (chosen === null || isSending) return
    const isNeeded = query.data?.reasons.some(({ code, needsNote }) => code === chosen && needsNote) ?? false
    if (isNeeded && note.trim() === '') return setNoteError('请填写关闭订单的说明')
    const wanted = { orderId: order.orderId, version: order.version, reasonCode: chosen, note: note.trim() }
    const closed = await write(wanted, (options) => orders.calls.close(wanted, options))
    if (closed) onClose(closed)
  }
  return (
    <Dialog
      title={`关闭订单 ${order.orderNo}`}
      onClose={() => onClose()}
      closable={!isSending}
      widthPx={580}
      footer={
        <>
          <Button disabled={isSending} onClick={() => onClose()}>
            不关闭
          </Button>
          <Button tone="danger" type="submit" form={formId} busy={isSending} disabled={chosen === null}>
            关闭订单
          </Button>
        </>
      }
    >
      <DetailPending query={query} waiting={LOADING}>
        {(reasons: CloseReasons) => (
          <ReasonForm
            {...reasons}
            id={formId}
            chosen={chosen}
            onChoose={(code) => {
              setChosen(code)
              setNoteError('')
            }}
            note={note}
            onNote={(text) => {
              setNote(text)
              setNoteError('')
            }}
            noteError={noteError}
            onSubmit={() => void submit()}
          />
        )}
      </DetailPending>
      <OrderFaultNote fault={fault} reload={() => void reload()} />
    </Dialog>
  )
}
