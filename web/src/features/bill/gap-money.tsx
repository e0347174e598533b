import { gapOf } from '@huanji/domain/fees/gap'
import { type Fen, formatFen } from '@huanji/domain/money'
import styles from './gap-money.module.css'

const LOOKS = { loss: styles.loss, excess: styles.excess, none: 'muted' } as const

/** What comes in less or more than is counted on: less is alarming, more asks to be looked at. */
export function GapMoney({ fen }: { fen: Fen }) {
  const { word, amountFen, tone } = gapOf(fen)
  return (
    <b className={LOOKS[tone]}>
      {word}
      {amountFen === 0 ? null : <span className="num"> {formatFen(amountFen)}</span>}
    </b>
  )
}
