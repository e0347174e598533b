import type { Fen } from '@huanji/domain/money'
import type { ReactNode } from 'react'
import { Money } from '../money/money.tsx'
import styles from './table.module.css'

/** A small table of a few lines, without the tools of a list. */
export const Table = ({ children }: { children: ReactNode }) => <table className={styles.table}>{children}</table>

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
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      <Table>{children}</Table>
    </section>
  )
}

/** The heading of a column of amounts. */
export const MoneyHead = ({ children }: { children: ReactNode }) => (
  <th scope="col" className={styles.amount}>
    {children}
  </th>
)

/** An amount in a table, in fen; a dash where there is none or it may not be seen. */
export const MoneyCell = ({ fen, strong = false }: { fen: Fen | null; strong?: boolean }) => (
  <td className={styles.amount}>
    <Money fen={fen} strong={strong} />
  </td>
)
