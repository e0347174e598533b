import { formatShanghai } from '@huanji/domain/time'
import { useId, useState } from 'react'
import { Controller, useController } from 'react-hook-form'
import input from '../../components/field/field.module.css'
import { FieldFrame } from '../../components/field/field-frame.tsx'
import type { FormControl } from '../../components/form/use-contract-form.ts'
import { nowMs } from '../../platform/clock.ts'
import type { KeyInput } from '../people/types.ts'

const DAY_MS = 86_400_000
const DAYS = [
  [30, '30天'],
  [90, '90天'],
  [365, '1年'],
] as const
const RATES = [30, 60, 120, 300, 600, 1200]
const FOR_GOOD = ''

interface KeyFieldProps {
  form: FormControl<KeyInput>
}

/** How many calls a minute the key may make. */
export function RateField({ form }: KeyFieldProps) {
  const id = useId()
  return (
    <Controller
      control={form.methods.control}
      name="ratePerMinute"
      render={({ field, fieldState }) => (
        <FieldFrame
          id={id}
          label="每分钟最多调用"
          required
          hint="超过后要稍后再试"
          error={fieldState.error?.message ?? ''}
        >
          <select
            id={id}
            className={input.input}
            aria-describedby={`${id}-note`}
            value={field.value}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(Number(event.target.value))}
          >
            {[...new Set([...RATES, field.value])]
              .sort((one, other) => one - other)
              .map((rate) => (
                <option key={rate} value={rate}>
                  {rate}次
                </option>
              ))}
          </select>
        </FieldFrame>
      )}
    />
  )
}

/** Until when the key is good; `present` is the end that it has. */
export function ExpiryField({ form, present }: KeyFieldProps & { present: string | null }) {
  const id = useId()
  const [ends] = useState(() =>
    DAYS.map(([days, label]) => ({ value: new Date(nowMs() + days * DAY_MS).toISOString(), label })),
  )
  const kept = present === null ? [] : [{ value: present, label: `不变（${formatShanghai(present)}到期）` }]
  return (
    <Controller
      control={form.methods.control}
      name="expiresAt"
      render={({ field, fieldState }) => (
        <FieldFrame id={id} label="有效期" hint="到期后自动失效，可以再延长" error={fieldState.error?.message ?? ''}>
          <select
            id={id}
            className={input.input}
            aria-describedby={`${id}-note`}
            value={field.value ?? FOR_GOOD}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(event.target.value === FOR_GOOD ? null : event.target.value)}
          >
            {[...kept, ...ends, { value: FOR_GOOD, label: '长期有效' }].map(({ value, label }) => (
              <option key={label} value={value}>
                {label}
              </option>
            ))}
          </select>
        </FieldFrame>
      )}
    />
  )
}

/** An error at the list itself, or at one of its lines. */
function messageOf(error: unknown): string {
  if (Array.isArray(error)) return error.map(messageOf).find((message) => message !== '') ?? ''
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message ?? '') : ''
}

/** The addresses that the key is for, one a line. */
export function PlacesField({ form }: KeyFieldProps) {
  const id = useId()
  const { field, fieldState } = useController({ control: form.methods.control, name: 'places' })
  const [typed, setTyped] = useState(() => field.value.join('\n'))
  return (
    <FieldFrame
      id={id}
      label="只允许这些IP使用"
      hint="每行一个IP或网段，例如 203.0.113.7；不填则不限"
      error={messageOf(fieldState.error)}
    >
      <textarea
        id={id}
        ref={field.ref}
        className={input.input}
        rows={3}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-note`}
        aria-invalid={fieldState.invalid}
        value={typed}
        onBlur={field.onBlur}
        onChange={(event) => {
          setTyped(event.target.value)
          field.onChange(event.target.value.split(/[\s,，;；、]+/).filter((place) => place !== ''))
        }}
      />
    </FieldFrame>
  )
}
