import type { ReactNode } from 'react'
import styles from './figures.module.css'

export interface Figure {
  readonly label: string
  readonly value: ReactNode
}

/** A few numbers side by side, large enough to be read in passing. */
export function Figures({ items }: { items: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {items.map((item) => (
        <div key={item.label}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
