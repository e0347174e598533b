import { PLAN_LABELS } from '@huanji/contract/features/refund/labels'
import { formatFen } from '@huanji/domain/money'
import { refundKind } from '@huanji/domain/refunds/kinds'
import { Money } from '../../../components/money/money.tsx'
import { reasonText } from '../list/refund-cells.tsx'
import { amountLabel, NO_REFUND } from '../refund-labels.ts'
import type { RefundDetail } from '../types.ts'
import styles from './form.module.css'

const PLANS = [
  { of: 'keepFen', label: PLAN_LABELS.keep.slice(0, 2) },
  { of: 'returnFen', label: PLAN_LABELS.return },
] as const

/** What a form is about: what the buyer asks for, why, and how much is at stake. */
export function CaseSum({ refund }: { refund: RefundDetail }) {
  const { kind, amountFen, paysFen, orderAmountFen, verdict, plans } = refund
  return (
    <dl className={styles.sum}>
      <div>
        <dt>类型</dt>
        <dd>{refundKind(kind).label}</dd>
      </div>
      {amountFen === null ? null : (
        <div>
          <dt>{amountLabel(refund)}</dt>
          <dd>{paysFen === null ? NO_REFUND : <Money fen={paysFen} strong />}</dd>
        </div>
      )}
      {verdict !== 'awaitingSeller' || plans === null ? null : (
        <div>
          <dt>平台判</dt>
          <dd>
            {PLANS.flatMap(({ of, label }) => {
              const fen = plans[of]
              return fen === null ? [] : [`${label} ${formatFen(fen)}`]
            }).join('，或')}
          </dd>
        </div>
      )}
      {orderAmountFen === null ? null : (
        <div>
          <dt>订单成交价</dt>
          <dd>
            <Money fen={orderAmountFen} />
          </dd>
        </div>
      )}
      <div>
        <dt>原因</dt>
        <dd>{reasonText(refund)}</dd>
      </div>
      <div>
        <dt>商品</dt>
        <dd>{refund.title}</dd>
      </div>
    </dl>
  )
}
