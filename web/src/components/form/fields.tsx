import { type ReactNode, useId } from 'react'
import { Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import input from '../field/field.module.css'
import { FieldFrame } from '../field/field-frame.tsx'
import { MoneyInput } from '../field/money-input.tsx'
import type { Option } from '../listbox/option.ts'
import { OptionBox } from '../listbox/option-box.tsx'
import styles from './form.module.css'
import type { FormControl } from './use-contract-form.ts'

interface FieldProps<Values extends FieldValues> {
  form: FormControl<Values>
  name: FieldPath<Values>
  label: string
  required?: boolean
  /** Stands under the box until there is an error to show. */
  hint?: string
}

interface BoxProps {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
}

interface BoundProps<Values extends FieldValues> extends FieldProps<Values> {
  render: (box: BoxProps, value: unknown, onChange: (value: unknown) => void, onBlur: () => void) => ReactNode
}

const BOX = 'input, select, textarea, button'

/** Label, box and the line under it, bound to one field of the form. */
function BoundField<Values extends FieldValues>({ form, name, label, required, hint, render }: BoundProps<Values>) {
  const id = useId()
  return (
    <Controller
      control={form.methods.control}
      name={name}
      render={({ field, fieldState }) => (
        <FieldFrame
          id={id}
          // The form focuses a refused field by this, whatever control its box is.
          ref={(frame) => field.ref(frame && { focus: () => frame.querySelector<HTMLElement>(BOX)?.focus() })}
          label={label}
          required={required ?? false}
          hint={hint ?? ''}
          error={fieldState.error?.message ?? ''}
        >
          {render(
            { id, 'aria-invalid': fieldState.invalid, 'aria-describedby': `${id}-note` },
            field.value,
            field.onChange,
            field.onBlur,
          )}
        </FieldFrame>
      )}
    />
  )
}

type TextFieldProps<Values extends FieldValues> = FieldProps<Values> & {
  placeholder?: string
  lines?: number
  maxLength?: number
  inputMode?: 'text' | 'numeric' | 'tel'
  disabled?: boolean
  /** Has the focus first when the dialog around it opens. */
  takesFocus?: boolean
}

/** One line of text, or several with `lines`. */
export function TextField<Values extends FieldValues>({
  placeholder,
  lines = 1,
  maxLength,
  inputMode,
  disabled,
  takesFocus,
  ...bound
}: TextFieldProps<Values>) {
  const shared = {
    className: input.input,
    placeholder,
    maxLength,
    disabled,
    autoComplete: 'off' as const,
    'data-takes-focus': takesFocus ? '' : undefined,
  }
  return (
    <BoundField
      {...bound}
      render={(box, value, onChange, onBlur) =>
        lines > 1 ? (
          <textarea
            {...shared}
            {...box}
            rows={lines}
            value={String(value ?? '')}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
        ) : (
          <input
            {...shared}
            {...box}
            type="text"
            inputMode={inputMode}
            value={String(value ?? '')}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
        )
      }
    />
  )
}

/** One of a few values in the browser's own list. */
export function SelectField<Values extends FieldValues>({
  options,
  placeholder = '请选择',
  ...bound
}: FieldProps<Values> & { options: readonly Option[]; placeholder?: string }) {
  return (
    <BoundField
      {...bound}
      render={(box, value, onChange, onBlur) => (
        <select
          {...box}
          className={input.input}
          value={String(value ?? '')}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    />
  )
}

/**
 * One of very many values, searched on the server. `labelOf` names the value the form starts with.
 * @public part of the form engine, whichever forms exist
 */
export function SearchField<Values extends FieldValues>({
  search,
  labelOf,
  ...bound
}: FieldProps<Values> & {
  search: (keyword: string) => Promise<readonly Option[]>
  labelOf: (value: string) => string
}) {
  return (
    <BoundField
      {...bound}
      render={(box, value, onChange) => (
        <OptionBox
          id={box.id}
          label={bound.label}
          none="请选择"
          invalid={box['aria-invalid']}
          describedBy={box['aria-describedby']}
          chosen={value ? [{ value: String(value), label: labelOf(String(value)) }] : []}
          source={{ kind: 'search', search }}
          onChange={([option]) => onChange(option?.value ?? '')}
        />
      )}
    />
  )
}

/**
 * An amount typed in yuan and held in fen; an empty box is `null`.
 * @public part of the form engine, whichever forms exist
 */
export function MoneyField<Values extends FieldValues>(props: FieldProps<Values>) {
  return (
    <BoundField
      {...props}
      render={(box, value, onChange, onBlur) => (
        <MoneyInput {...box} fen={typeof value === 'number' ? value : null} onChange={onChange} onBlur={onBlur} />
      )}
    />
  )
}

/** A yes or no. */
export function CheckField<Values extends FieldValues>({ form, name, label }: FieldProps<Values>) {
  return (
    <Controller
      control={form.methods.control}
      name={name}
      render={({ field }) => (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={Boolean(field.value)}
            onChange={(event) => field.onChange(event.target.checked)}
          />
          {label}
        </label>
      )}
    />
  )
}
