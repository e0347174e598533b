import { type Fen, formatFen } from '@huanji/domain/money'
import { Fragment } from 'react'
import styles from './equation.module.css'
import { Money } from './money.tsx'

interface Term {
  readonly label: string
  /** Signed: what goes out is negative and stands behind a minus. */
  readonly amountFen: Fen
}

/** Amounts that sum to one, as a person writes it: 成交价 − 服务费 − 质检费 = 到手. */
export function Equation({ terms, result }: { terms: readonly Term[]; result: Term }) {
  return (
    <p className={styles.equation}>
      {terms.map(({ label, amountFen }, index) => (
        <Fragment key={label}>
          {index > 0 || amountFen < 0 ? <span className={styles.sign}>{amountFen < 0 ? '−' : '+'}</span> : null}
          <span className={styles.term}>
            <span>{label}</span> <span className="num">{formatFen(Math.abs(amountFen))}</span>
          </span>
        </Fragment>
      ))}
      <span className={styles.sign}>=</span>
      <span className={styles.result}>
        <span>{result.label}</span> <Money fen={result.amountFen} strong />
      </span>
    </p>
  )
}
