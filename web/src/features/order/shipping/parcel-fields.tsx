import { findCarrier } from '@huanji/domain/carriers'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useId } from 'react'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { FieldFrame } from '../../../components/field/field-frame.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { type Bench, parcelWarning, withCarrier, withWaybill } from './bench.ts'
import type { Fault } from './use-shipping.ts'

/** Carriers do not change over a shift. */
const CARRIERS_FRESH_MS = 3_600_000

/** The addresses parcels may leave from, the default one first. */
export const shipAddressQuery = () => queryOf(api.address.options, { kind: 'ship' as const })

interface ParcelFieldsProps {
  bench: Bench
  setBench: Dispatch<SetStateAction<Bench>>
  addressId: string
  setAddressId: (addressId: string) => void
  fault: Fault | null
  disabled: boolean
}

const errorAt = (fault: Fault | null, field: Fault['field']): string =>
  fault !== null && fault.field === field ? fault.message : ''

/** Carriers a parcel can go with today: well-known ones first, those out of business left out. */
function CarrierSelect({ bench, setBench, fault, disabled }: Omit<ParcelFieldsProps, 'addressId' | 'setAddressId'>) {
  const id = useId()
  const { data } = useQuery({ ...queryOf(api.auctionOrder.logisticsCompanyList, {}), staleTime: CARRIERS_FRESH_MS })
  const companies = (data?.companies ?? []).filter((company) => !company.legacy)
  const chosen = bench.carrierCode
  const isUnlisted = chosen !== '' && !companies.some((company) => company.code === chosen)
  const warning = parcelWarning(bench)
  return (
    <FieldFrame id={id} label="快递公司" required error={errorAt(fault, 'carrierCode') || (warning ?? '')}>
      <select
        id={id}
        className="input"
        value={chosen}
        disabled={disabled}
        aria-invalid={errorAt(fault, 'carrierCode') !== ''}
        aria-describedby={`${id}-note`}
        onChange={(event) => setBench((old) => withCarrier(old, event.target.value))}
      >
        <option value="">按运单号识别</option>
        {isUnlisted ? <option value={chosen}>{findCarrier(chosen)?.name ?? chosen}</option> : null}
        {companies.map((company) => (
          <option key={company.code} value={company.code}>
            {company.name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** The parcel: its number, its carrier, and where it leaves from. */
export function ParcelFields({ bench, setBench, addressId, setAddressId, fault, disabled }: ParcelFieldsProps) {
  const waybillId = useId()
  const addressBoxId = useId()
  const { data, isPending } = useQuery(shipAddressQuery())
  const addresses = data?.options ?? []
  const tail = bench.waybill.slice(-4)
  return (
    <div className="ship-parcel">
      <FieldFrame
        id={waybillId}
        label="运单号"
        required
        error={errorAt(fault, 'waybill')}
        hint={bench.waybill.length > 4 ? `请与面单核对尾号 ${tail}` : ''}
      >
        <input
          id={waybillId}
          className="input code"
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          value={bench.waybill}
          disabled={disabled}
          aria-invalid={errorAt(fault, 'waybill') !== ''}
          aria-describedby={`${waybillId}-note`}
          onChange={(event) => setBench((old) => withWaybill(old, event.target.value.trim().toUpperCase()))}
        />
      </FieldFrame>
      <CarrierSelect bench={bench} setBench={setBench} fault={fault} disabled={disabled} />
      <FieldFrame id={addressBoxId} label="发货地址" error={errorAt(fault, 'addressId')}>
        <select
          id={addressBoxId}
          className="input"
          value={addressId}
          disabled={disabled}
          aria-describedby={`${addressBoxId}-note`}
          onChange={(event) => setAddressId(event.target.value)}
        >
          <option value="">默认发货地址</option>
          {addresses.map((address) => (
            <option key={address.value} value={address.value}>
              {address.label}
              {address.isDefault ? '（默认）' : ''}
            </option>
          ))}
        </select>
      </FieldFrame>
      {!isPending && addresses.length === 0 ? (
        <p className="sale-note sale-note-warning" role="alert">
          <Icon name="alert" />
          还没有发货地址，发货会被拒绝。请联系管理员先添加发货地址。
        </p>
      ) : null}
    </div>
  )
}
