import { confirm } from '../../components/confirm/confirm.tsx'
import styles from './confirm-prices.module.css'

/** One amount that looks wrong: whose, and the sentence that shows both numbers. */
export interface PriceQuestion {
  readonly key: string
  readonly label: string
  readonly question: string
}

/**
 * Asks once for all prices that look wrong (docs/domain.md §6.2).
 * @returns true when there are none, or the person stands by them
 */
export const confirmPrices = (questions: readonly PriceQuestion[]): Promise<boolean> =>
  confirmAll(questions, `${questions.length}件商品的价格请再确认`, '价格没错，继续')

/** The same for any amounts. */
export function confirmAll(questions: readonly PriceQuestion[], title: string, ok: string): Promise<boolean> {
  if (questions.length === 0) return Promise.resolve(true)
  return confirm({
    title,
    body: (
      <ul className={styles.questions}>
        {questions.map(({ key, label, question }) => (
          <li key={key}>
            <b>{label}</b>
            <p>{question}</p>
          </li>
        ))}
      </ul>
    ),
    ok,
    tone: 'danger',
  })
}
