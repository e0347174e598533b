import { Money } from '../../components/money/money.tsx'
import { Time } from '../../components/time/time.tsx'
import type { FlowAccount } from './bill-labels.ts'
import styles from './bill-totals.module.css'

/** How each shop's account stands by the last movement that the marketplace told. */
export function Accounts({ accounts }: { accounts: readonly FlowAccount[] }) {
  return (
    <dl className={styles.totals} aria-label="账户余额">
      {accounts.map(({ shopAccountId, shopName, balanceFen, frozenFen, at }) => (
        <div key={shopAccountId}>
          <dt>{shopName}</dt>
          <dd>
            余额 <Money fen={balanceFen} strong />
            {frozenFen > 0 ? (
              <>
                ，其中冻结 <Money fen={frozenFen} />
                ，可用 <Money fen={balanceFen - frozenFen} />
              </>
            ) : null}{' '}
            <span className="muted">
              截至 <Time at={at} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
