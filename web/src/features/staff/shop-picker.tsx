import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Controller } from 'react-hook-form'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { cx } from '../../components/class-names.ts'
import frame from '../../components/field/field.module.css'
import type { FormControl } from '../../components/form/use-contract-form.ts'
import type { EmployeeInput } from '../people/types.ts'
import styles from './role-picker.module.css'

/** The shops that an employee is bound to, as boxes to tick; nothing is asked where there is but one shop. */
export function ShopPicker({ form }: { form: FormControl<EmployeeInput> }) {
  const noteId = useId()
  const { data } = useQuery(queryOf(api.shop.options, {}))
  const shops = data?.options ?? []
  if (shops.length < 2) return null
  return (
    <Controller
      control={form.methods.control}
      name="shopIds"
      render={({ field, fieldState }) => {
        const chosen = field.value ?? []
        const toggle = (shopId: string) =>
          field.onChange(chosen.includes(shopId) ? chosen.filter((one) => one !== shopId) : [...chosen, shopId].sort())
        return (
          <fieldset className={styles.roles} aria-describedby={noteId}>
            <legend className={frame.label}>只看这些店铺</legend>
            <ul>
              {shops.map(({ value, label }) => (
                <li key={value}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={label}
                      aria-invalid={fieldState.invalid}
                      checked={chosen.includes(value)}
                      onBlur={field.onBlur}
                      onChange={() => toggle(value)}
                    />
                    <span>{label}</span>
                  </label>
                </li>
              ))}
            </ul>
            <span id={noteId} className={cx(frame.note, Boolean(fieldState.error) && frame.error)} aria-live="polite">
              {fieldState.error?.message ??
                (chosen.length === 0
                  ? '一个都不勾，就是所有店铺'
                  : '别的店铺的订单、商品、售后和账单，对方看不到，也操作不了')}
            </span>
          </fieldset>
        )
      }}
    />
  )
}
