import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import { BILL_STATES } from '@huanji/domain/states/bill'
import { Button } from '../../components/button/button.tsx'
import { Facts, Section } from '../../components/detail/detail.tsx'
import { Equation } from '../../components/money/equation.tsx'
import { Money } from '../../components/money/money.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { SubLine } from '../../components/sub-line/sub-line.tsx'
import { MoneyHead, ScrollTable } from '../../components/table/table.tsx'
import { Time } from '../../components/time/time.tsx'
import { BILL_TONES, type BilledOrder } from './bill-labels.ts'
import styles from './order-drawer.module.css'
import { OrderNo } from './order-no.tsx'
import { RefundNo } from './refund-no.tsx'
import { SignedMoney } from './signed-money.tsx'

type Row = BilledOrder['bills'][number]

const labelOf = (list: readonly { readonly code: string; readonly label: string }[], code: string): string =>
  list.find((one) => one.code === code)?.label ?? code

/** The rows of an order, and the sum that they are. */
export function OrderDrawer({ order, onClose }: { order: BilledOrder; onClose: () => void }) {
  const hasCases = order.bills.some(({ refundNo }) => refundNo !== '')
  return (
    <Dialog
      title={`订单账单 ${order.orderNo}`}
      kind="drawer"
      widthPx={960}
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <div className={styles.drawer}>
        <Section title="订单">
          <Facts
            items={[
              { label: '订单号', value: <OrderNo {...order} />, wide: true },
              { label: '店铺', value: order.shopName },
              { label: '商品', value: order.title || '—', wide: true },
              { label: '下单时间', value: <Time at={order.orderedAt} /> },
              { label: '冻结中', value: <Money fen={order.frozenFen} /> },
            ]}
          />
        </Section>
        <Section title="算式">
          <Equation terms={order.parts} result={{ label: '到手', amountFen: order.netFen }} />
        </Section>
        <Section title="账单明细">
          <ScrollTable label={`订单${order.orderNo}的账单`}>
            <thead>
              <tr>
                <th scope="col">类型</th>
                <MoneyHead>金额</MoneyHead>
                <th scope="col">状态</th>
                <th scope="col">发生时间</th>
                <th scope="col">怎么算的和备注</th>
                {hasCases ? <th scope="col">售后单号</th> : null}
              </tr>
            </thead>
            <tbody>
              {order.bills.map((row) => (
                <BillLine key={row.billId} row={row} hasCases={hasCases} />
              ))}
            </tbody>
          </ScrollTable>
        </Section>
      </div>
    </Dialog>
  )
}

function BillLine({ row, hasCases }: { row: Row; hasCases: boolean }) {
  return (
    <tr>
      <td className={styles.type}>{labelOf(BILL_TYPES, row.type)}</td>
      <td className={styles.amount}>
        <SignedMoney fen={row.direction === 'in' ? row.amountFen : -row.amountFen} />
      </td>
      <td>
        <StateTag tone={BILL_TONES[row.state]}>{labelOf(BILL_STATES.states, row.state)}</StateTag>
      </td>
      <td>
        <Time at={row.occurredAt} />
      </td>
      <td className={styles.formula}>
        {row.formula || '—'}
        {row.remark === '' ? null : <SubLine>{row.remark}</SubLine>}
      </td>
      {hasCases ? (
        <td>
          <RefundNo refundNo={row.refundNo} />
        </td>
      ) : null}
    </tr>
  )
}
