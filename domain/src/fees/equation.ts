import { type Fen, formatFen } from '../money.ts'
import { BILL_TYPES, type BillTypeCode, billTypeLabel, isFreezing } from './bill-types.ts'
import { signedFen } from './proceeds.ts'

/** A row of bills as its order's sum takes it: money in fen. */
export interface CountedBill {
  readonly type: BillTypeCode
  readonly direction: 'in' | 'out'
  readonly amountFen: Fen
  readonly state: string
}

/** One part of what an order comes to; what goes out is negative. */
export interface EquationPart {
  readonly type: BillTypeCode
  readonly label: string
  readonly amountFen: Fen
}

export interface Equation {
  /** In the order of the types, one a type; parts that come to nothing are left out. */
  readonly parts: readonly EquationPart[]
  readonly netFen: Fen
}

/** Whether a row counts in what its order comes to: it was not cancelled, and it moves money. */
export const counts = ({ type, state }: Pick<CountedBill, 'type' | 'state'>): boolean =>
  state !== 'cancelled' && !isFreezing(type)

/** What the rows that count come to, in fen. */
export const netOf = (rows: readonly CountedBill[]): Fen =>
  rows.filter(counts).reduce((sum, row) => sum + signedFen(row), 0)

/** An order's rows as the sum that they are: 货款 + 运费 − 服务费 … = 到手 (docs/domain.md §8.1). */
export function equationOf(rows: readonly CountedBill[]): Equation {
  const parts = BILL_TYPES.flatMap(({ code: type }) => {
    const amountFen = netOf(rows.filter((row) => row.type === type))
    return amountFen === 0 ? [] : [{ type, label: billTypeLabel(type), amountFen }]
  })
  return { parts, netFen: parts.reduce((sum, part) => sum + part.amountFen, 0) }
}

/** The sum as a line of text: 货款¥2,000.00 − 平台服务费¥40.00 = 到手¥1,960.00. */
export function equationText({ parts, netFen }: Equation): string {
  const terms = parts.map(({ label, amountFen }, index) => {
    const sign = amountFen < 0 ? '− ' : index > 0 ? '+ ' : ''
    return `${sign}${label}${formatFen(Math.abs(amountFen))}`
  })
  return `${[...terms, '='].join(' ')} 到手${formatFen(netFen)}`.trim()
}
