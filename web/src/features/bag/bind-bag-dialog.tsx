import { checkBagCode } from '@huanji/domain/codes/classify'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { ChoiceField, choicesOf } from '../../components/choice/choice-field.tsx'
import { useChoiceKeys } from '../../components/choice/use-choice-keys.ts'
import { Facts } from '../../components/detail/detail.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import type { ScanOutcome } from '../../components/scan/feedback.ts'
import { ScanBox, type ScanBoxHandle } from '../../components/scan/scan-box.tsx'
import { focusBox } from '../../components/scan/use-code-box.ts'
import { BAG_HELD, isInspectionState } from '../inspection/labels.ts'
import type { InspectionRow, InspectionState } from '../inspection/types.ts'
import { judgeBag, type TypedBag } from './bag-check.ts'
import { BagFault } from './bag-fault.tsx'
import styles from './bind-bag-dialog.module.css'

/** Why a unit gets another bag, in the order of the keys 1 to 4. */
const REASONS = choicesOf(['封袋破损', '封袋码无法扫描', '手机重检', '其他'])

/** What a bag is bound to. */
export type Sealable = Pick<
  InspectionRow,
  'inspectionId' | 'barCode' | 'imei' | 'modelName' | 'skuText' | 'bagCode' | 'grade' | 'state'
>

interface Sealed {
  readonly bagCode: string
  readonly state: InspectionState
}

interface BindBagDialogProps {
  unit: Sealable
  onClose: (sealed?: Sealed) => void
}

/** Binds a scanned bag: at once, or for a unit that has one already, once the reason is chosen. Until then it is held. */
function useBinding({ unit, onClose }: BindBagDialogProps, reason: string | null) {
  const [refused, setRefused] = useState<TypedBag | null>(null)
  /** The bag that was found good. */
  const [newBag, setNewBag] = useState('')
  const client = useQueryClient()
  const sendWithKey = useIdempotencyKey()
  const bind = async (bagCode: string): Promise<ScanOutcome> => {
    const input = { inspectionId: unit.inspectionId, bagCode, replaceReason: reason ?? '' }
    const bound = await sendWithKey(input, (options) => api.bagRoll.bind(input, options))
    const { inspectionState: state } = bound
    onClose(isInspectionState(state) ? { bagCode: bound.bagCode, state } : undefined)
    return { ok: true, message: unit.state === 'awaiting_photos' ? BAG_HELD : '封袋成功' }
  }
  const onScan = async (code: string): Promise<ScanOutcome> => {
    setNewBag('')
    setRefused(null)
    const checked = checkBagCode(code)
    if (!checked.ok) return { ok: false, message: checked.message }
    const { bagCode } = checked
    if (bagCode === unit.bagCode) return { ok: false, message: '这是原来的封袋，请扫描新的封袋' }
    const { outcome, check } = await judgeBag(client, bagCode, unit.inspectionId, '')
    if (!outcome.ok) {
      setRefused({ fault: outcome.message, check })
      return outcome
    }
    setNewBag(bagCode)
    if (unit.bagCode !== null && reason === null) return { ok: false, isHeld: true, message: '先选原因（按1–4）' }
    return bind(bagCode)
  }
  return { onScan, bind, newBag, refused, forgive: () => setRefused(null) }
}

/** The keyboard goes to what comes next: the reason, then the bag, or the consent to a bag that was scanned too early. */
function useNextFocus(
  {
    scan,
    reasons,
    ok,
  }: Readonly<Record<'reasons' | 'ok', RefObject<HTMLElement | null>>> & {
    readonly scan: RefObject<ScanBoxHandle | null>
  },
  lacksReason: boolean,
  isHeld: boolean,
): void {
  useEffect(() => {
    if (lacksReason) reasons.current?.querySelector('input')?.focus()
    else if (isHeld) focusBox(ok.current)
    else scan.current?.focus()
  }, [lacksReason, isHeld, scan, reasons, ok])
}

function BindBagDialog({ unit, onClose }: BindBagDialogProps) {
  const box = useRef<ScanBoxHandle>(null)
  const reasons = useRef<HTMLFieldSetElement>(null)
  const ok = useRef<HTMLButtonElement>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isExchange = unit.bagCode !== null
  const { onScan, bind, newBag, refused, forgive } = useBinding({ unit, onClose }, reason)
  const canAgree = isExchange && reason !== null && newBag !== ''
  useNextFocus({ scan: box, reasons, ok }, isExchange && reason === null, canAgree)
  useChoiceKeys(reasons, REASONS, reason, setReason)
  const agree = async () => {
    setBusy(true)
    try {
      await bind(newBag)
    } catch (error) {
      box.current?.tell({ ok: false, message: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={isExchange ? '换袋' : '封袋'}
      onClose={() => onClose()}
      widthPx={560}
      footer={
        <>
          <Button onClick={() => onClose()}>取消</Button>
          {isExchange ? (
            <Button ref={ok} tone="primary" disabled={!canAgree} busy={isBusy} onClick={() => void agree()}>
              确认换袋
            </Button>
          ) : null}
        </>
      }
    >
      <UnitFacts unit={unit} newBag={newBag} />
      {isExchange ? (
        <ChoiceField ref={reasons} legend="换袋原因" choices={REASONS} chosen={reason} onChange={setReason} />
      ) : null}
      <div className={styles.scan}>
        <ScanBox ref={box} name="bind-bag" label="扫描新封袋的编码" onScan={onScan} active={!isBusy} />
      </div>
      {refused?.check ? (
        <p className={styles.refusal} role="alert">
          <BagFault {...refused} onRegistered={forgive} />
        </p>
      ) : null}
      <p className="muted">{adviceOf(unit)}</p>
    </Dialog>
  )
}

/** What a scan brings, before it is done. */
function adviceOf({ bagCode, state }: Sealable): string {
  const isHeld = state === 'awaiting_photos'
  if (bagCode === null) {
    return isHeld
      ? '还缺照片：扫描后为该手机预留封袋，拍完照片后再封袋。'
      : '封袋码一经绑定不能再用于其他手机，请核对后扫描。'
  }
  return isHeld
    ? '选好原因后扫描新封袋。手机还未封袋，原封袋码可继续使用。'
    : '选好原因后扫描新封袋即完成换袋。换袋后原封袋码作废，不能再次使用。'
}

/** The unit, with the bag that it lies in and the one it is to get side by side. */
function UnitFacts({ unit, newBag }: { unit: Sealable; newBag: string }) {
  const code = (text: string) => <span className="code">{text}</span>
  const items = [
    { label: '条码', value: code(unit.barCode) },
    { label: 'IMEI', value: code(unit.imei || '—') },
    { label: '机型规格', value: `${unit.modelName} ${unit.skuText}`, wide: true },
  ]
  if (unit.bagCode === null) return <Facts items={items} />
  const wanted = newBag ? <b className="code">{newBag}</b> : <span className="muted">待扫描</span>
  const bags = [
    { label: '原封袋码', value: code(unit.bagCode) },
    { label: '新封袋码', value: wanted },
  ]
  return <Facts items={[...items, ...bags]} />
}

/**
 * Scans a bag for a finished unit; a unit that lies in a bag already gets a new one, with the reason.
 * @returns the bag and the record's state afterwards, or undefined when the person gave up
 */
export function bindBag(unit: Sealable): Promise<Sealed | undefined> {
  return openOverlay<Sealed>((close) => <BindBagDialog unit={unit} onClose={close} />)
}
