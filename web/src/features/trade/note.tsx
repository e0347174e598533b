import type { ReactNode } from 'react'
import { cx } from '../../components/class-names.ts'
import { Icon } from '../../components/icon/icon.tsx'
import styles from './note.module.css'

interface NoteProps {
  tone: 'danger' | 'warning'
  /** The sentence, in a `<span>` where something stands beside it. */
  children: ReactNode
}

/** Something that went wrong or is missing, in a coloured strip beside what it is about; read out at once. */
export function Note({ tone, children }: NoteProps) {
  return (
    <div className={cx(styles.note, tone === 'danger' ? styles.danger : styles.warning)} role="alert">
      <Icon name="alert" />
      {children}
    </div>
  )
}

/** Why something was refused; nothing while there is no reason. */
export const FailureNote = ({ text }: { text: string }) => (text === '' ? null : <Note tone="danger">{text}</Note>)
