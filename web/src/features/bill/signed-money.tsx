import { type Fen, formatFen } from '@huanji/domain/money'
import './bill.css'

/** An amount that comes in or goes out: a sign and a colour; the sign carries the meaning. */
export function SignedMoney({ fen, strong = false }: { fen: Fen; strong?: boolean }) {
  const sign = fen > 0 ? '+' : ''
  const tone = fen < 0 ? 'money-out' : fen > 0 ? 'money-in' : ''
  const text = `${sign}${formatFen(fen)}`
  return strong ? <b className={`num ${tone}`}>{text}</b> : <span className={`num ${tone}`}>{text}</span>
}
