import { type ReactNode, useId, useState } from 'react'
import field from '../../components/field/field.module.css'
import { FieldFrame } from '../../components/field/field-frame.tsx'
import styles from './form-parts.module.css'

interface TypedFieldProps {
  label: string
  type: 'text' | 'tel' | 'password'
  autoComplete: string
  maxLength?: number
  value: string
  onChange: (value: string) => void
  /** What is wrong with the value, or empty. Shown once the person has left the box with something in it, or submitted. */
  problem: string
  /** What was found wrong with it on submitting, or empty. Shown at once, and first. */
  refused?: string
  name?: string
  form?: string
  inputMode?: 'numeric'
  hint?: string
  beside?: ReactNode
}

/** A box that is judged as typed by the domain's own rules; one for a password can show what was typed. */
export function TypedField({ label, onChange, problem, refused, hint = '', beside, type, ...input }: TypedFieldProps) {
  const id = useId()
  const [isLeft, setLeft] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [isShown, setShown] = useState(false)
  const error = refused || (isAsked || (isLeft && input.value !== '') ? problem : '')
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className={field.suffixed}>
        <input
          {...input}
          ref={(box) => box?.setCustomValidity(problem)}
          type={isShown ? 'text' : type}
          id={id}
          className={field.input}
          aria-invalid={error !== ''}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => setLeft(true)}
          onInvalid={() => setAsked(true)}
        />
        {beside}
        {type === 'password' ? (
          <button
            type="button"
            className={styles.reveal}
            aria-label="显示密码"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? '隐藏' : '显示'}
          </button>
        ) : null}
      </span>
    </FieldFrame>
  )
}
