import { type Fen, formatFen } from '@huanji/domain/money'
import { cx } from '../../components/class-names.ts'
import styles from './signed-money.module.css'

/** An amount that comes in or goes out, told by its sign; fees and payments out are no alarm and have no colour. */
export function SignedMoney({ fen, strong = false }: { fen: Fen; strong?: boolean }) {
  const sign = fen > 0 ? '+' : ''
  const className = cx('num', fen > 0 && styles.income)
  const text = `${sign}${formatFen(fen)}`
  return strong ? <b className={className}>{text}</b> : <span className={className}>{text}</span>
}
