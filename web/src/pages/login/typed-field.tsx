import { type ReactNode, useId, useState } from 'react'
import field from '../../components/field/field.module.css'
import { FieldFrame } from '../../components/field/field-frame.tsx'

interface TypedFieldProps {
  label: string
  type: 'text' | 'tel' | 'password'
  autoComplete: string
  maxLength: number
  value: string
  onChange: (value: string) => void
  /** What is wrong with the value, or empty. Shown once the person has left the box with something in it. */
  problem: string
  /** What was found wrong with it on submitting, or empty. Shown at once, and first. */
  refused?: string
  name?: string
  form?: string
  inputMode?: 'numeric'
  hint?: string
  beside?: ReactNode
}

/** A box that is judged as typed by the domain's own rules. */
export function TypedField({ label, onChange, problem, refused, hint = '', beside, ...input }: TypedFieldProps) {
  const id = useId()
  const [isLeft, setLeft] = useState(false)
  const error = refused || (isLeft && input.value !== '' ? problem : '')
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className={field.suffixed}>
        <input
          {...input}
          id={id}
          className={field.input}
          aria-invalid={error !== ''}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => setLeft(true)}
        />
        {beside}
      </span>
    </FieldFrame>
  )
}
