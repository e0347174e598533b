import { checkSentWaybill } from '@huanji/domain/carriers'
import { type Dispatch, type SetStateAction, useId } from 'react'
import { cx } from '../../../components/class-names.ts'
import field from '../../../components/field/field.module.css'
import { FieldFrame } from '../../../components/field/field-frame.tsx'
import { CodeField } from '../../../components/scan/code-field/code-field.tsx'
import { useCodeBox } from '../../../components/scan/use-code-box.ts'
import { wrongKind } from '../../../components/scan/wrong-kind.ts'
import { CarrierSelect } from '../../parcel/carrier-select.tsx'
import { type Packing, scanWaybill, typeWaybill, withCarrier, withWaybill } from './packing.ts'
import styles from './parcel-fields.module.css'
import { ShipAddressSelect } from './ship-address-select.tsx'
import type { Fault } from './use-shipping.ts'

interface ParcelFieldsProps {
  packing: Packing
  setPacking: Dispatch<SetStateAction<Packing>>
  addressId: string
  setAddressId: (addressId: string) => void
  fault: Fault | null
  disabled: boolean
  /** Puts the focus where the next code is scanned. */
  onWaybill: () => void
}

const errorAt = (fault: Fault | null, field: Fault['field']): string =>
  fault !== null && fault.field === field ? fault.message : ''

/** While a number is typed: what is still wrong with it, else the end by which it is compared with the label. */
function hintOf(waybill: string): string {
  if (waybill === '') return ''
  const checked = checkSentWaybill(waybill)
  return checked.ok ? `请与面单核对尾号 ${waybill.slice(-4)}` : checked.message
}

/** The parcel's number: scanned here or with everything else, or typed. */
function WaybillField({ packing, setPacking, fault, disabled, onWaybill }: ParcelFieldsProps) {
  const id = useId()
  const { box, outcome, tell } = useCodeBox({
    name: 'waybill',
    next: onWaybill,
    onCode: (code, way) => {
      const wrong = way === 'scanned' ? wrongKind('waybill', code) : ''
      const taken = way === 'scanned' ? scanWaybill(packing, code) : typeWaybill(packing, code)
      if (taken.outcome.ok) setPacking(taken.packing)
      return taken.outcome.ok || wrong === '' ? taken.outcome : { ok: false, message: wrong }
    },
  })
  const error = outcome?.ok === false ? outcome.message : errorAt(fault, 'waybill')
  return (
    <FieldFrame id={id} label="运单号" required error={error} hint={hintOf(packing.waybill)}>
      <CodeField
        {...box}
        id={id}
        className={cx(field.input, box.className)}
        maxLength={40}
        value={packing.waybill}
        disabled={disabled}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          tell(null)
          setPacking((old) => withWaybill(old, event.target.value.trim().toUpperCase()))
        }}
      />
    </FieldFrame>
  )
}

/** The parcel: its number, its carrier, and where it leaves from. */
export function ParcelFields(props: ParcelFieldsProps) {
  const { packing, setPacking, addressId, setAddressId, fault, disabled } = props
  return (
    <div className={styles.parcel}>
      <WaybillField {...props} />
      <CarrierSelect
        carrierCode={packing.carrierCode}
        waybill={packing.waybill}
        error={errorAt(fault, 'carrierCode')}
        disabled={disabled}
        onChange={(code) => setPacking((old) => withCarrier(old, code))}
      />
      <ShipAddressSelect
        value={addressId}
        onChange={setAddressId}
        error={errorAt(fault, 'addressId')}
        disabled={disabled}
      />
    </div>
  )
}
