import { type FormEvent, type RefObject, useId, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { cx } from '../../../components/class-names.ts'
import field from '../../../components/field/field.module.css'
import { FieldFrame } from '../../../components/field/field-frame.tsx'
import { FaultNote } from '../../../components/form/fault-note.tsx'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import type { WriteFault } from '../../../components/form/use-write.ts'
import { Note } from '../../../components/note/note.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import type { CodeBoxName } from '../../../components/scan/code-boxes.ts'
import { CodeField } from '../../../components/scan/code-field/code-field.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { focusBox, useCodeBox } from '../../../components/scan/use-code-box.ts'
import { useScanner } from '../../../components/scan/use-scanner.ts'
import { wrongKind } from '../../../components/scan/wrong-kind.ts'
import { CarrierSelect } from '../../parcel/carrier-select.tsx'
import type { RefundDialogProps } from '../refund-actions.tsx'
import { CaseSum } from './case-sum.tsx'
import styles from './form.module.css'
import {
  faultWhileTyping,
  NO_PARCEL,
  type OutgoingParcel,
  parcelWithCarrier,
  parcelWithWaybill,
  takeWaybill,
} from './parcel.ts'
import { useCaseForm } from './use-case-form.ts'

const errorAt = (fault: WriteFault | null, name: string): string => (fault?.field === name ? fault.message : '')

/** The phone that goes out for 换货, and its bag. */
const PHONE: CodeBoxName = 'replacement'
const BAG: CodeBoxName = 'replacement-bag'
const WAYBILL = 'refund-waybill' satisfies CodeBoxName

/** A box that a scan beside the boxes is given to. */
interface OpenBox {
  readonly scan: (code: string) => void
  readonly tell: (outcome: ScanOutcome) => void
}
type OpenBoxes = RefObject<Partial<Record<CodeBoxName, OpenBox>>>

interface PhoneCodeProps {
  boxes: OpenBoxes
  name: CodeBoxName
  label: string
  hint: string
  value: string
  required?: boolean
  error: string
  disabled: boolean
  onChange: (code: string) => void
  /** Puts the focus where the next code is scanned. */
  next: () => void
}

/** A box for one code, which the server looks up when the form is sent. */
function PhoneCode(props: PhoneCodeProps) {
  const { boxes, name, label, hint, value, required = false, error, disabled, onChange, next } = props
  const id = useId()
  const { box, outcome, tell, scan } = useCodeBox({
    name,
    next,
    onCode: (code, way) => {
      const wrong = way === 'scanned' ? wrongKind(name, code) : ''
      if (wrong === '') onChange(code)
      return wrong === '' ? { ok: true, message: '' } : { ok: false, message: wrong }
    },
  })
  boxes.current[name] = { scan, tell }
  const said = outcome?.ok === false ? outcome.message : error
  return (
    <FieldFrame id={id} label={label} required={required} error={said} hint={hint}>
      <CodeField
        {...box}
        id={id}
        className={cx(field.input, box.className)}
        maxLength={64}
        value={value}
        disabled={disabled}
        data-takes-focus={required ? '' : undefined}
        aria-invalid={said !== ''}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          tell(null)
          onChange(event.target.value)
        }}
      />
    </FieldFrame>
  )
}

interface ParcelProps {
  boxes: OpenBoxes
  parcel: OutgoingParcel
  setParcel: (parcel: OutgoingParcel) => void
  fault: WriteFault | null
  /** Said under the number before anything was refused. */
  error: string
  /** It is the first thing that is scanned. */
  isFirst: boolean
  disabled: boolean
  next: () => void
}

/** 运单号 and 快递公司, which the number names until a person chooses. */
function ParcelPart({ boxes, parcel, setParcel, fault, error, isFirst, disabled, next }: ParcelProps) {
  const id = useId()
  const { box, outcome, tell, scan } = useCodeBox({
    name: 'refund-waybill',
    next,
    onCode: (code, way) => {
      const wrong = way === 'scanned' ? wrongKind(WAYBILL, code) : ''
      if (wrong !== '') return { ok: false, message: wrong }
      const taken = takeWaybill(parcel, code)
      setParcel(taken.parcel)
      return taken.outcome
    },
  })
  boxes.current[WAYBILL] = { scan, tell }
  const said = outcome?.ok === false ? outcome.message : errorAt(fault, 'waybill') || error
  return (
    <div className={styles.two}>
      <FieldFrame
        id={id}
        label="运单号"
        required
        error={said}
        hint={outcome?.ok ? outcome.message : faultWhileTyping(parcel.waybill)}
      >
        <CodeField
          {...box}
          id={id}
          className={cx(field.input, box.className)}
          maxLength={40}
          value={parcel.waybill}
          disabled={disabled}
          data-takes-focus={isFirst ? '' : undefined}
          aria-invalid={said !== ''}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            tell(null)
            setParcel(parcelWithWaybill(parcel, event.target.value.trim().toUpperCase()))
          }}
        />
      </FieldFrame>
      <CarrierSelect
        carrierCode={parcel.carrierCode}
        waybill={parcel.waybill}
        error={errorAt(fault, 'carrierCode')}
        disabled={disabled}
        onChange={(code) => setParcel(parcelWithCarrier(parcel, code))}
      />
    </div>
  )
}

const PARCEL_FIELDS = ['waybill', 'carrierCode', 'unitCode', 'bagCode']

interface OutgoingProps extends RefundDialogProps {
  title: string
  button: string
  said: string
  /** A phone goes out in the parcel, and not only a part. */
  hasPhone: boolean
  isBack: boolean
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the form's fields stand in the order in which they are filled in
function OutgoingDialog({ refund: opened, onClose, title, button, said, hasPhone, isBack }: OutgoingProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const send = useRef<HTMLButtonElement>(null)
  const { refund, named, write, isSending, fault, setFault, reload } = useCaseForm(opened)
  const [parcel, setParcel] = useState(NO_PARCEL)
  const [unitCode, setUnitCode] = useState('')
  const [bagCode, setBagCode] = useState('')
  const [wasTried, setTried] = useState(false)
  const boxes: OpenBoxes = useRef({})
  /** The box whose turn it is; a parcel's number needs no bag before it. */
  const boxFor = (code: string): OpenBox | undefined => {
    if (hasPhone && unitCode === '') return boxes.current[PHONE]
    const isParcel = !hasPhone || bagCode !== '' || (wrongKind(BAG, code) !== '' && wrongKind(WAYBILL, code) === '')
    return boxes.current[isParcel ? WAYBILL : BAG]
  }
  const tell = (outcome: ScanOutcome) => boxFor('')?.tell(outcome)
  useScanner({
    onScan: (code) => (isSending ? tell({ ok: false, message: '正在提交，请稍后再扫' }) : boxFor(code)?.scan(code)),
    tell,
  })
  useLeaveGuard(() => (parcel.waybill !== '' || unitCode !== '' || bagCode !== '') && !isSending)
  /** What was refused of a field says nothing of what stands there now. */
  const forget = (...fields: readonly string[]) => {
    if (fields.includes(fault?.field ?? '')) setFault(null)
  }
  const goTo = (name: CodeBoxName) => () =>
    focusBox(form.current?.querySelector<HTMLElement>(`[data-code-box="${name}"]`) ?? null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isSending || parcel.waybill === '' || (hasPhone && unitCode === '')) return
    const { waybill, carrierCode } = parcel
    const sent = { ...named, waybill, carrierCode }
    const withPhone = { ...sent, unitCode, bagCode }
    const done = isBack
      ? await write(sent, (options, confirmSharedWaybill) =>
          api.refundHandling.sendBack({ ...sent, confirmSharedWaybill }, options),
        )
      : await write(withPhone, (options, confirmSharedWaybill) =>
          api.refundHandling.resend({ ...withPhone, confirmSharedWaybill }, options),
        )
    if (done) onClose(done)
  }
  const isElsewhere = fault !== null && !PARCEL_FIELDS.includes(fault.field ?? '')
  return (
    <Dialog
      title={`${title} ${refund.refundNo}`}
      onClose={() => onClose()}
      closable={!isSending}
      widthPx={640}
      footer={
        <>
          <Button disabled={isSending} onClick={() => onClose()}>
            取消
          </Button>
          <Button ref={send} tone="primary" icon="truck" type="submit" form={formId} busy={isSending}>
            {button}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <CaseSum refund={refund} />
        <Note tone="info">
          <span>{said}</span>
        </Note>
        {hasPhone ? (
          <div className={styles.two}>
            <PhoneCode
              boxes={boxes}
              name={PHONE}
              label="换给买家的手机"
              hint="同机型同规格，成色不低于原来那台，且可售"
              value={unitCode}
              required
              error={errorAt(fault, 'unitCode') || (wasTried && unitCode === '' ? '请扫描换给买家的手机' : '')}
              disabled={isSending}
              onChange={(code) => {
                setUnitCode(code)
                forget('unitCode', 'bagCode')
              }}
              next={goTo(BAG)}
            />
            <PhoneCode
              boxes={boxes}
              name={BAG}
              label="封袋码"
              hint="有封袋时必须一致"
              value={bagCode}
              error={errorAt(fault, 'bagCode')}
              disabled={isSending}
              onChange={(code) => {
                setBagCode(code)
                forget('bagCode')
              }}
              next={goTo(WAYBILL)}
            />
          </div>
        ) : null}
        <ParcelPart
          boxes={boxes}
          parcel={parcel}
          setParcel={(next) => {
            setParcel(next)
            forget('waybill', 'carrierCode')
          }}
          fault={fault}
          error={wasTried && parcel.waybill === '' ? '请扫描或输入运单号' : ''}
          isFirst={!hasPhone}
          disabled={isSending}
          next={() => send.current?.focus()}
        />
        <FaultNote fault={isElsewhere ? fault : null} wayOn="查看最新" reload={reload} />
      </form>
    </Dialog>
  )
}

/** 补发: the phone of 换货, or the part of 补发/维修, on its way to the buyer. */
export function ResendDialog(props: RefundDialogProps) {
  const { kind, units } = props.refund
  const isExchange = kind === 'exchange'
  // for a phone that is not known here, which other one may go out cannot be said
  const hasPhone = isExchange && units.length > 0
  return (
    <OutgoingDialog
      {...props}
      title={isExchange ? '补发换货的手机' : '补发'}
      button="确认补发"
      said={
        isExchange
          ? `${hasPhone ? '扫描换给买家的手机、封袋码和运单号' : '订单没有登记手机，只需扫描换货包裹的运单号'}；提交后闲鱼把物流告诉买家。`
          : '扫描补发配件或修好的手机的运单号；提交后闲鱼把物流告诉买家。'
      }
      hasPhone={hasPhone}
      isBack={false}
    />
  )
}

/** 寄回买家: the refused phone on its way back; kept here alone. */
export const SendBackDialog = (props: RefundDialogProps) => (
  <OutgoingDialog
    {...props}
    title="寄回买家"
    button="记录寄回"
    said="记下寄回的运单，平台判定时能拿来证明；闲鱼收不到这一步，请同时在闲鱼聊天里告诉买家。"
    hasPhone={false}
    isBack
  />
)
