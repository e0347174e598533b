import { type Fen, formatFen } from '@huanji/domain/money'
import { confirm } from '../../components/confirm/confirm.tsx'
import styles from './confirm-prices.module.css'

/** One amount that looks wrong: whose, and the sentence that shows both numbers. */
export interface PriceQuestion {
  readonly key: string
  readonly label: string
  readonly question: string
  /** What would be lost; null or left out where nothing is, or nobody here knows. */
  readonly lossFen?: Fen | null
}

/** So many are read at a glance; the rest stands behind a line that says how many they are. */
const SHOWN = 5

/**
 * Asks once for all prices that look wrong (docs/domain.md §6.2).
 * @returns true when there are none, or the person stands by them
 */
export const confirmPrices = (questions: readonly PriceQuestion[]): Promise<boolean> =>
  confirmAll(
    questions,
    `${questions.length}件商品的价格请再确认`,
    questions.length > 1 ? `${questions.length} 件的价格都没错，继续` : '价格没错，继续',
  )

function Questions({ questions }: { questions: readonly PriceQuestion[] }) {
  return (
    <ul className={styles.questions}>
      {questions.map(({ key, label, question }) => (
        <li key={key}>
          <b>{label}</b>
          <p className={styles.loss}>{question}</p>
        </li>
      ))}
    </ul>
  )
}

/** What all of them lose together, for whoever knows it. */
function TotalLoss({ questions }: { questions: readonly PriceQuestion[] }) {
  const losses = questions.flatMap(({ lossFen }) => (lossFen ? [lossFen] : []))
  if (losses.length < 2) return null
  const total = losses.reduce((sum, fen) => sum + fen, 0)
  return (
    <p className={styles.total}>
      其中 {losses.length} 件会亏，一共亏 <b>{formatFen(total)}</b>
    </p>
  )
}

/** The same for any amounts: those that lose most come first, and what they lose together before all of them. */
export function confirmAll(questions: readonly PriceQuestion[], title: string, ok: string): Promise<boolean> {
  if (questions.length === 0) return Promise.resolve(true)
  const worstFirst = questions.toSorted((one, other) => (other.lossFen ?? 0) - (one.lossFen ?? 0))
  const rest = worstFirst.slice(SHOWN)
  return confirm({
    title,
    body: (
      <>
        <TotalLoss questions={questions} />
        <Questions questions={worstFirst.slice(0, SHOWN)} />
        {rest.length === 0 ? null : (
          <details className={styles.rest}>
            <summary>还有 {rest.length} 件，点开看</summary>
            <Questions questions={rest} />
          </details>
        )}
      </>
    ),
    ok,
    tone: 'danger',
  })
}
