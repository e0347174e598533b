import { refundKind } from '@huanji/domain/refunds/kinds'
import { Money } from '../../../components/money/money.tsx'
import { reasonText } from '../list/refund-cells.tsx'
import { NO_REFUND } from '../refund-labels.ts'
import type { RefundDetail } from '../types.ts'
import styles from './form.module.css'

/** What a form is about: what the buyer asks for, why, and how much is at stake. */
export function CaseSum({ refund }: { refund: RefundDetail }) {
  const { kind, amountFen, paysFen, orderAmountFen } = refund
  return (
    <dl className={styles.sum}>
      <div>
        <dt>类型</dt>
        <dd>{refundKind(kind).label}</dd>
      </div>
      {amountFen === null ? null : (
        <div>
          <dt>退款金额</dt>
          <dd>{paysFen === null ? NO_REFUND : <Money fen={paysFen} strong />}</dd>
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
