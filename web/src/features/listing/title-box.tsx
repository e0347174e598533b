import { countUnits, TITLE_MAX_UNITS, titleProblem } from '@huanji/domain/listing-texts'
import { useId } from 'react'
import { cx } from '../../components/class-names.ts'
import field from '../../components/field/field.module.css'
import styles from './title-box.module.css'

interface TitleBoxProps {
  /** What it is the title of. */
  name: string
  title: string
  placeholder?: string
  /** An empty one is made by the server. */
  isOptional?: boolean
  disabled: boolean
  onChange: (title: string) => void
}

/** A title with its length as the marketplace counts it, and what is wrong with it. */
export function TitleBox({ name, title, placeholder, isOptional = false, disabled, onChange }: TitleBoxProps) {
  const id = useId()
  const error = isOptional && title.trim() === '' ? '' : (titleProblem(title) ?? '')
  return (
    <span className={styles.box}>
      <input
        className={cx(field.input, styles.input)}
        aria-label={name}
        aria-invalid={error !== ''}
        aria-describedby={id}
        value={title}
        placeholder={placeholder}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={id} className={cx(styles.count, error !== '' && styles.over)}>
        {error} <span className="num">{countUnits(title)}</span>/{TITLE_MAX_UNITS}
      </span>
    </span>
  )
}
