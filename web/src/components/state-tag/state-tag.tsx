import type { ReactNode } from 'react'
import './tone.css'
import './state-tag.css'

export type StateTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'primary'

/** A state's name on a tinted ground. The tone helps the eye; the word carries the meaning. */
export function StateTag({ tone = 'neutral', children }: { tone?: StateTone; children: ReactNode }) {
  return <span className={`tag tone-${tone}`}>{children}</span>
}
