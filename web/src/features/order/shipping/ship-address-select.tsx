import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import field from '../../../components/field/field.module.css'
import { FieldFrame } from '../../../components/field/field-frame.tsx'
import { Note } from '../../../components/note/note.tsx'

interface ShipAddressSelectProps {
  /** Empty for the default one. */
  value: string
  onChange: (addressId: string) => void
  error?: string
  disabled: boolean
}

/** Where parcels leave from. */
export function ShipAddressSelect({ value, onChange, error = '', disabled }: ShipAddressSelectProps) {
  const id = useId()
  const { data, isPending } = useQuery(queryOf(api.address.options, { kind: 'ship' as const }))
  const addresses = data?.options ?? []
  return (
    <>
      <FieldFrame id={id} label="发货地址" error={error}>
        <select
          id={id}
          className={field.input}
          value={value}
          disabled={disabled}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
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
        <Note tone="warning">还没有发货地址，发货会被拒绝。请老板或店长在“地址管理”中添加。</Note>
      ) : null}
    </>
  )
}
