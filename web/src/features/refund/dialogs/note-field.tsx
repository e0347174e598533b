import { useId } from 'react'
import input from '../../../components/field/field.module.css'
import { FieldFrame } from '../../../components/field/field-frame.tsx'

interface NoteFieldProps {
  label: string
  text: string
  max: number
  required?: boolean
  error?: string
  disabled: boolean
  onChange: (text: string) => void
}

/** A text of a few lines with its length counted. */
export function NoteField({ label, text, max, required = false, error = '', disabled, onChange }: NoteFieldProps) {
  const id = useId()
  return (
    <FieldFrame
      id={id}
      label={label}
      required={required}
      error={error}
      hint={`${required ? '' : '选填，'}${text.length} / ${max}`}
    >
      <textarea
        id={id}
        className={input.input}
        rows={2}
        maxLength={max}
        value={text}
        disabled={disabled}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  )
}
