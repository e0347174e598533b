import type { Channel } from '@huanji/domain/channel'
import { formatBillNo } from '@huanji/domain/codes/formats'
import { billTypeLabel } from '@huanji/domain/fees/bill-types'
import { type OrderDeal, signedFen } from '@huanji/domain/fees/proceeds'
import type { SettlementRow } from '@huanji/domain/fees/settlement'
import { formatFen } from '@huanji/domain/money'
import { BILL_STATES } from '@huanji/domain/states/bill'
import { stateLabel } from '@huanji/domain/states/transition'
import { shanghaiDate } from '@huanji/domain/time'
import type { AuditFacts } from '../../audit/entry.ts'
import { nextNumber } from '../../database/counter.ts'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../platform/ids.ts'
import { insertBill, type NewBill, type OrderBill } from './store.ts'

/** What bills are made from: an order that the caller holds locked. Money in fen, times ISO 8601. */
export interface BillableOrder extends OrderDeal {
  readonly orderId: string
  readonly orderNo: string
  readonly shopAccountId: string
  readonly title: string
  readonly imei: string
  readonly completedAt: string | null
}

/** What a row is about: an order, an order that is not known here, or a shop's account alone. */
export interface BillAbout {
  readonly orderId: string | null
  readonly orderNo: string
  readonly shopAccountId: string
  readonly channel: Channel | null
  readonly title: string
  readonly imei: string
  readonly dealPriceFen: number | null
}

/** What a row is about where no order of ours is. */
export const aboutShop = (
  shopAccountId: string,
  { orderNo = '', channel = null }: { readonly orderNo?: string; readonly channel?: Channel | null } = {},
): BillAbout => ({ orderId: null, orderNo, shopAccountId, channel, title: '', imei: '', dealPriceFen: null })

/** What brings a row: with its type it is unique, so that nothing counts twice. */
type BillSource = Pick<NewBill, 'source' | 'sourceId' | 'madeBy'> & Partial<Pick<NewBill, 'refundNo' | 'remark'>>

/** Adds a row in its first state; null where its source has brought one of the type before. */
export async function addRow(
  tx: Tx,
  about: BillAbout,
  from: BillSource,
  row: SettlementRow,
  when: { readonly occurredAt: string; readonly now: Date },
): Promise<string | null> {
  const billId = newId()
  const yyMMdd = shanghaiDate(when.now.toISOString()).slice(2).replaceAll('-', '')
  const { orderId, orderNo, shopAccountId, channel, title, imei, dealPriceFen } = about
  const added = await insertBill(tx, {
    billId,
    billNo: formatBillNo(yyMMdd, await nextNumber(tx, `bill:${yyMMdd}`)),
    type: row.type,
    direction: row.direction,
    amountFen: row.amountFen,
    formula: row.formula,
    orderId,
    orderNo,
    shopAccountId,
    channel,
    title,
    imei,
    dealPriceFen,
    refundNo: '',
    remark: '',
    ...from,
    occurredAt: when.occurredAt,
    now: when.now,
  })
  return added ? billId : null
}

/** The rows of an order as the audit log shows them: type → amount and state, of each row of the type. */
export function billFacts(bills: readonly Pick<OrderBill, 'type' | 'direction' | 'amountFen' | 'state'>[]): AuditFacts {
  const texts = Map.groupBy(bills, ({ type }) => type)
  return Object.fromEntries(
    [...texts].map(([type, ofType]) => [
      billTypeLabel(type),
      ofType
        .map((bill) => `${formatFen(signedFen(bill))} ${stateLabel(BILL_STATES, bill.state) ?? bill.state}`)
        .join('；'),
    ]),
  )
}
