import { carrierMismatchMessage, findCarrier } from '@huanji/domain/carriers'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import field from '../../components/field/field.module.css'
import { FieldFrame } from '../../components/field/field-frame.tsx'

/** Carriers do not change over a shift. */
const CARRIERS_FRESH_MS = 3_600_000

interface CarrierSelectProps {
  /** The chosen carrier, by a person or by the number; empty while neither names one. */
  carrierCode: string
  /** Of the parcel that goes with it: one that does not fit the carrier is said, and never refused (docs/domain.md §10). */
  waybill: string
  error: string
  disabled: boolean
  onChange: (carrierCode: string) => void
}

/** Carriers a parcel can go with today: well-known ones first, those out of business left out. */
export function CarrierSelect({ carrierCode, waybill, error, disabled, onChange }: CarrierSelectProps) {
  const id = useId()
  const query = queryOf(api.auctionOrder.logisticsCompanyList, {})
  const { data } = useQuery({ ...query, staleTime: CARRIERS_FRESH_MS })
  const companies = (data?.companies ?? []).filter((company) => !company.legacy)
  const isUnlisted = carrierCode !== '' && !companies.some((company) => company.code === carrierCode)
  const warning = waybill === '' ? null : carrierMismatchMessage(carrierCode, waybill)
  return (
    <FieldFrame id={id} label="快递公司" required error={error || (warning ?? '')}>
      <select
        id={id}
        className={field.input}
        value={carrierCode}
        disabled={disabled}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">按运单号识别</option>
        {isUnlisted ? <option value={carrierCode}>{findCarrier(carrierCode)?.name ?? carrierCode}</option> : null}
        {companies.map((company) => (
          <option key={company.code} value={company.code}>
            {company.name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
