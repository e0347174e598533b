import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import styles from './state-tag.module.css'
import { type StateTone, TONE_CLASSES } from './tone.ts'

export type { StateTone } from './tone.ts'

/** A state's name on a tinted ground. The tone helps the eye; the word carries the meaning. */
export function StateTag({ tone = 'neutral', children }: { tone?: StateTone; children: ReactNode }) {
  return (
    <span className={cx(styles.tag, TONE_CLASSES[tone])} data-tone={tone}>
      {children}
    </span>
  )
}
