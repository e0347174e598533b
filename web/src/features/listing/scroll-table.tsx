import type { ReactNode } from 'react'
import './sale.css'

interface ScrollTableProps {
  /** What the table lists, for people who cannot see it. */
  label: string
  /** The rows, head included. */
  children: ReactNode
}

/** A small table that scrolls sideways in its own frame, so that the page never does. */
export function ScrollTable({ label, children }: ScrollTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="sale-scroll" tabIndex={0} aria-label={label}>
      <table className="sale-table">{children}</table>
    </section>
  )
}
