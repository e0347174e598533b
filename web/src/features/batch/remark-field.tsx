import { useId } from 'react'
import field from '../../components/field/field.module.css'
import line from '../station/finish-line.module.css'

/** A remark on the batch, for the merchant's own people. */
export function RemarkField({ value, onChange }: { value: string; onChange: (remark: string) => void }) {
  const id = useId()
  return (
    <label className={line.line} htmlFor={id}>
      备注
      <input
        id={id}
        className={field.input}
        maxLength={200}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
