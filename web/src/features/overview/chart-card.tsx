import { type ReactNode, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../components/button/button.tsx'
import { latePart } from '../../components/late/late-part.ts'
import type { ChartSeries } from './chart.tsx'
import styles from './overview.module.css'

/** The library of charts comes with the first of them, and with nothing else. */
const Chart = latePart(async () => (await import('./chart.tsx')).Chart)

/** A cell of the table beside a chart; with a link it leads to what it counts. */
export interface FigureCell {
  readonly text: string
  readonly link?: string | null
}

export interface FigureTable {
  readonly head: readonly string[]
  /** The first cell names the row. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly FigureCell[] }[]
}

interface ChartCardProps {
  readonly title: string
  /** How the figures are meant, in a line. */
  readonly hint?: string
  readonly kind?: 'line' | 'bars'
  readonly labels: readonly string[]
  readonly series: readonly ChartSeries[]
  /** What stands behind the numbers of the axis. */
  readonly unit?: string
  /** The same numbers and more as a table. */
  readonly table: FigureTable
  /** What is chosen within the card. */
  readonly children?: ReactNode
}

/** A chart that can be turned into the table of its numbers. */
export function ChartCard({ title, hint, kind = 'line', labels, series, unit, table, children }: ChartCardProps) {
  const [isTable, setTable] = useState(false)
  const id = useId()
  const isEmpty = table.rows.length === 0
  const other = isTable ? '图表' : '表格'
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.cardHead}>
        <h3 id={id}>{title}</h3>
        {children}
        {isEmpty ? null : (
          <Button small tone="quiet" aria-label={`${title}：${other}`} onClick={() => setTable(!isTable)}>
            {other}
          </Button>
        )}
      </header>
      {hint ? <p className={styles.hint}>{hint}</p> : null}
      <div className={styles.cardBody}>
        {isEmpty ? (
          <p className={styles.nothing}>这段时间没有数据</p>
        ) : isTable ? (
          <NumberTable title={title} {...table} />
        ) : (
          <Suspense fallback={null}>
            <Chart title={title} kind={kind} labels={labels} series={series} unit={unit} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

/** Numbers as a table; those that a list counts lead to it. */
export function NumberTable({ title, head, rows }: FigureTable & { readonly title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.tableBox} tabIndex={0} aria-label={`${title}表格`}>
      <table className={styles.table}>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{name ? <Cell {...name} /> : null}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]} className="num">
                  <Cell {...cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ text, link = null }: FigureCell) {
  return link === null ? text : <Link to={link}>{text}</Link>
}
