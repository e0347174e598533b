import type { ReactNode } from 'react'
import './sale.css'

export interface Figure {
  readonly label: string
  readonly value: ReactNode
}

/** A few numbers side by side, large enough to be read in passing. */
export function Figures({ items }: { items: readonly Figure[] }) {
  return (
    <dl className="sale-figures">
      {items.map((item) => (
        <div key={item.label}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
