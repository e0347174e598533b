import { checkBagCode } from '@huanji/domain/codes/classify'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../components/button/button.tsx'
import { Facts } from '../../../components/detail/detail.tsx'
import field from '../../../components/field/field.module.css'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { openOverlay } from '../../../components/overlay/overlay-host.tsx'
import { ScanBox, type ScanBoxHandle } from '../../../components/scan/scan-box.tsx'
import { useIdempotencyKey } from '../../../platform/idempotency-key.ts'
import { isInspectionState } from '../labels.ts'
import type { InspectionRow, InspectionState } from '../types.ts'
import { judgeBag, type TypedBag } from './bag-check.ts'
import { BagFault } from './bag-fault.tsx'
import styles from './bind-bag-dialog.module.css'

/** What a bag is bound to. */
export type Sealable = Pick<
  InspectionRow,
  'inspectionId' | 'barCode' | 'imei' | 'modelName' | 'skuText' | 'bagCode' | 'grade'
>

interface Sealed {
  readonly bagCode: string
  readonly state: InspectionState
}

const REASONS = ['封袋破损', '封袋码无法扫描', '设备重检', '其他'] as const

interface BindBagDialogProps {
  unit: Sealable
  onClose: (sealed?: Sealed) => void
}

function BindBagDialog({ unit, onClose }: BindBagDialogProps) {
  const box = useRef<ScanBoxHandle>(null)
  const [reason, setReason] = useState<string>(REASONS[0])
  const [refused, setRefused] = useState<TypedBag | null>(null)
  const client = useQueryClient()
  const sendWithKey = useIdempotencyKey()
  const isExchange = unit.bagCode !== null
  useEffect(() => box.current?.focus(), [])
  const onScan = async (code: string) => {
    const checked = checkBagCode(code)
    if (!checked.ok) return { ok: false, message: checked.message }
    const { outcome, check } = await judgeBag(client, checked.bagCode, unit.inspectionId, '')
    setRefused(outcome.ok ? null : { fault: outcome.message, check })
    if (!outcome.ok) return outcome
    const input = {
      inspectionId: unit.inspectionId,
      bagCode: checked.bagCode,
      replaceReason: isExchange ? reason : '',
    }
    const bound = await sendWithKey(input, (options) => api.extSealBag.bind(input, options))
    const { inspectionState: state } = bound
    onClose(isInspectionState(state) ? { bagCode: bound.bagCode, state } : undefined)
    return { ok: true, message: '封袋成功' }
  }
  return (
    <Dialog
      title={isExchange ? '换袋' : '封袋'}
      onClose={() => onClose()}
      widthPx={560}
      footer={<Button onClick={() => onClose()}>取消</Button>}
    >
      <Facts
        items={[
          { label: '条码', value: <span className="code">{unit.barCode}</span> },
          { label: 'IMEI', value: <span className="code">{unit.imei || '—'}</span> },
          { label: '机型规格', value: `${unit.modelName} ${unit.skuText}`, wide: true },
          ...(unit.bagCode ? [{ label: '原封袋码', value: <span className="code">{unit.bagCode}</span> }] : []),
        ]}
      />
      {isExchange ? <ReasonField reason={reason} onChange={setReason} /> : null}
      <div className={styles.scan}>
        <ScanBox ref={box} label="扫描新封袋的编码" onScan={onScan} />
      </div>
      {refused?.check ? (
        <p className={styles.refusal} role="alert">
          <BagFault {...refused} onRegistered={() => setRefused(null)} />
        </p>
      ) : null}
      <p className="muted">
        {isExchange ? '换袋后原封袋码作废，不能再次使用。' : '封袋码一经绑定不能再用于其他设备，请核对后扫描。'}
      </p>
    </Dialog>
  )
}

function ReasonField({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const id = useId()
  return (
    <label className={styles.reason} htmlFor={id}>
      换袋原因
      <select id={id} className={field.input} value={reason} onChange={(event) => onChange(event.target.value)}>
        {REASONS.map((text) => (
          <option key={text}>{text}</option>
        ))}
      </select>
    </label>
  )
}

/**
 * Scans a bag for a finished unit; a unit that lies in a bag already gets a new one, with the reason.
 * @returns the bag and the record's state afterwards, or undefined when the person gave up
 */
export function bindBag(unit: Sealable): Promise<Sealed | undefined> {
  return openOverlay<Sealed>((close) => <BindBagDialog unit={unit} onClose={close} />)
}
