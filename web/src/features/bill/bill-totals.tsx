import type { Fen } from '@huanji/domain/money'
import styles from './bill-totals.module.css'
import { SignedMoney } from './signed-money.tsx'

interface BillTotalsProps {
  totals: { readonly incomeFen: Fen; readonly expenseFen: Fen; readonly netFen: Fen }
}

/** The sums of everything the filter finds, not of the page alone. Expenses count as negative whichever sign they come with. */
export function BillTotals({ totals }: BillTotalsProps) {
  return (
    <dl className={styles.totals} aria-label="筛选合计">
      <div>
        <dt>收入合计</dt>
        <dd>
          <SignedMoney fen={totals.incomeFen} strong />
        </dd>
      </div>
      <div>
        <dt>支出合计</dt>
        <dd>
          <SignedMoney fen={-Math.abs(totals.expenseFen)} strong />
        </dd>
      </div>
      <div>
        <dt>净额</dt>
        <dd>
          <SignedMoney fen={totals.netFen} strong />
        </dd>
      </div>
    </dl>
  )
}
