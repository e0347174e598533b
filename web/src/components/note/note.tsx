import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './note.module.css'

interface NoteProps {
  /** `info` is for what goes on by itself: it is read out when there is a pause, the others at once. */
  tone: 'danger' | 'warning' | 'info'
  /** The sentence, in a `<span>` where something stands beside it. */
  children: ReactNode
}

const CLASSES = { danger: styles.danger, warning: styles.warning, info: styles.info }

/** Something that went wrong, is missing or is under way, in a coloured strip beside what it is about. */
export function Note({ tone, children }: NoteProps) {
  return (
    <div className={cx(styles.note, CLASSES[tone])} role={tone === 'info' ? 'status' : 'alert'}>
      <Icon name={tone === 'info' ? 'info' : 'alert'} />
      {children}
    </div>
  )
}

/** Why something was refused; nothing while there is no reason. */
export const FailureNote = ({ text }: { text: string }) => (text === '' ? null : <Note tone="danger">{text}</Note>)
