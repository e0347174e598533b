import { formatFen } from '@huanji/domain/money'
import { useId } from 'react'
import { Controller } from 'react-hook-form'
import { FieldFrame } from '../../../components/field/field-frame.tsx'
import { MoneyInput } from '../../../components/field/money-input.tsx'
import type { FormControl } from '../../../components/form/use-contract-form.ts'
import type { RoleInput } from '../../people/types.ts'
import styles from './limit-field.module.css'

/** Stands for an empty box: null means without a limit, and an emptied box must never come to mean that. */
const NOT_FILLED = -1

interface LimitFieldProps {
  form: FormControl<RoleInput>
  /** The most that the editor may give, in fen; null is without a limit. */
  maxFen: number | null
  disabled: boolean
}

/** The most that one refund may come to: an amount, or 不限 where the editor has no limit either. */
export function LimitField({ form, maxFen, disabled }: LimitFieldProps) {
  const id = useId()
  const most = maxFen === null ? '' : `，最高${formatFen(maxFen)}（您自己的额度）`
  return (
    <Controller
      control={form.methods.control}
      name="refundLimitFen"
      render={({ field, fieldState }) => {
        const isUnlimited = field.value === null
        const typed = field.value !== null && field.value >= 0 ? field.value : null
        const fault = typed === null && !isUnlimited ? '请填写额度，或勾选“不限”' : fieldState.error?.message
        return (
          <FieldFrame
            id={id}
            label="单笔退款额度"
            required
            hint={`一单最多可以同意退款、或改价优惠的金额，0表示都不能${most}`}
            error={fieldState.error ? (fault ?? '') : ''}
          >
            <div className={styles.limit}>
              <MoneyInput
                id={id}
                className={styles.amount}
                fen={typed}
                disabled={disabled || isUnlimited}
                aria-invalid={fieldState.invalid}
                aria-describedby={`${id}-note`}
                onBlur={field.onBlur}
                onChange={(fen) => field.onChange(fen ?? NOT_FILLED)}
              />
              <label>
                <input
                  type="checkbox"
                  checked={isUnlimited}
                  disabled={disabled || maxFen !== null}
                  onChange={(event) => field.onChange(event.target.checked ? null : 0)}
                />
                不限
              </label>
            </div>
          </FieldFrame>
        )
      }}
    />
  )
}
