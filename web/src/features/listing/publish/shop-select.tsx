import type { Channel } from '@huanji/domain/channel'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { errorText } from '../../../api/refusal.ts'
import field from '../../../components/field/field.module.css'
import { FieldFrame } from '../../../components/field/field-frame.tsx'
import { shopName } from '../../shop/shop-name.ts'

interface ShopSelectProps {
  /** The shops that may sell there can be chosen. */
  channel: Channel
  shopId: string
  onChange: (shopId: string) => void
  error: string
  disabled: boolean
}

/** Chooses the shop for all rows; without one, each unit goes to the shop it was inspected for. */
export function ShopSelect({ channel, shopId, onChange, error, disabled }: ShopSelectProps) {
  const id = useId()
  const { data, error: loadError } = useQuery(queryOf(api.shop.options, { channel }))
  const options = data?.options ?? []
  const isUnknown = shopId !== '' && data !== undefined && !options.some(({ value }) => value === shopId)
  const gone = isUnknown ? '上次选的店铺已不能在这里发布，请重新选择' : ''
  return (
    <FieldFrame
      id={id}
      label="店铺"
      required
      error={error || gone}
      hint={loadError && !data ? `店铺没有加载出来：${errorText(loadError)}` : ''}
    >
      <select
        id={id}
        className={field.input}
        value={shopId}
        disabled={disabled}
        aria-invalid={error !== '' || isUnknown}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">质检时选定的店铺</option>
        {isUnknown ? (
          <option value={shopId} disabled>
            上次选的店铺（不可用）
          </option>
        ) : null}
        {options.map((shop) => (
          <option key={shop.value} value={shop.value} disabled={!shop.usable}>
            {shopName(shop)}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
