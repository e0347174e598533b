import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { cx } from '../../components/class-names.ts'
import { FailedState } from '../../components/empty/failed-state.tsx'
import { countText } from '../../components/list/count-text.ts'
import styles from './section.module.css'

interface SectionProps<Answer> {
  title: string
  /** What stands beside the title. */
  tools?: ReactNode
  query: { readonly data: Answer | undefined; readonly error: Error | null; readonly refetch: () => unknown }
  children: (answer: Answer) => ReactNode
}

/** A section of the home page: what one call answers, its failure in place, and nothing else of the page waits for it. */
export function Section<Answer>({ title, tools, query: { data, error, refetch }, children }: SectionProps<Answer>) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id} aria-busy={data === undefined && error === null}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <div className={styles.tools}>{tools}</div>
      </header>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <FailedState what={title} error={error} retry={refetch} />
      ) : (
        <div className={styles.wait} />
      )}
    </section>
  )
}

interface FigureProps {
  label: string
  value: number
  unit?: string
  /** The list that has as many rows. */
  to?: string
  /** Red while there is any. */
  isUrgent?: boolean
}

/** A number with its name; it leads to the list that it counts. */
export function Figure({ label, value, unit = '', to, isUrgent = false }: FigureProps) {
  const className = cx(styles.figure, value === 0 && styles.none, isUrgent && value > 0 && styles.urgent)
  const body = (
    <>
      {label} <b className="num">{countText(value)}</b> {unit}
    </>
  )
  return to === undefined ? (
    <span className={className}>{body}</span>
  ) : (
    <Link className={className} to={to}>
      {body}
    </Link>
  )
}
