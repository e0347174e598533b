import { type Fen, formatFen } from '../money.ts'
import type { BillTypeCode } from './bill-types.ts'
import { type ChannelFees, type FeeRule, feeFen, feeReturnFen } from './fee-table.ts'

export interface SettlementInput {
  readonly dealFen: Fen
  /** Freight the buyer paid. */
  readonly freightIncomeFen: Fen
  readonly rules: ChannelFees
  /** Units of the order; each was inspected once. One where it is left out. */
  readonly unitCount?: number
  /** Paid to the buyer, who keeps the unit (补差). */
  readonly priceDifferenceFen?: Fen
  /** Paid to the buyer for a fault of the seller (赔付). */
  readonly compensationFen?: Fen
  /** Paid back to the buyer, who returns the unit. */
  readonly refundFen?: Fen
  /** Freight the seller bears: return and re-shipment. */
  readonly freightCostFen?: Fen
  /** Positive in favour of the seller, negative against. */
  readonly adjustmentFen?: Fen
}

export interface SettlementRow {
  readonly type: BillTypeCode
  readonly direction: 'in' | 'out'
  /** Never negative: the direction says which way it goes. */
  readonly amountFen: Fen
  /** One Chinese line that shows how the amount comes about. */
  readonly formula: string
}

export interface Settlement {
  /** In the order of the money chain; amounts of zero leave no row. */
  readonly rows: readonly SettlementRow[]
  /** What the seller gets, in fen; negative when the seller owes. */
  readonly netFen: Fen
}

function percentText(rateBasisPoints: number): string {
  return `${rateBasisPoints / 100}%`
}

function feeFormula(label: string, dealFen: Fen, rule: FeeRule): string {
  const bounds = `最低${formatFen(rule.minFen)}，最高${formatFen(rule.maxFen)}`
  const feeText = formatFen(feeFen(dealFen, rule))
  return `${label} = 货款${formatFen(dealFen)} × ${percentText(rule.rateBasisPoints)}（${bounds}）= ${feeText}`
}

function row(type: BillTypeCode, direction: 'in' | 'out', amountFen: Fen, formula: string): SettlementRow {
  return { type, direction, amountFen, formula }
}

function feeRows(dealFen: Fen, unitCount: number, rules: ChannelFees): SettlementRow[] {
  const { service, payment, inspectionPerUnitFen } = rules
  const inspectionFen = inspectionPerUnitFen * unitCount
  const inspectionFormula = `质检费 = ${formatFen(inspectionPerUnitFen)} × ${unitCount}台 = ${formatFen(inspectionFen)}`
  return [
    row('serviceFee', 'out', feeFen(dealFen, service), feeFormula('平台服务费', dealFen, service)),
    row('inspectionFee', 'out', inspectionFen, inspectionFormula),
    row('serviceFee', 'out', feeFen(dealFen, payment), feeFormula('支付手续费', dealFen, payment)),
  ]
}

/** What of the service fee goes back with what went back to the buyer. */
function feeReturnRow({ dealFen, freightIncomeFen, rules, ...input }: SettlementInput): SettlementRow {
  const serviceFen = feeFen(dealFen, rules.service)
  const [repaidFen, paidFen] = [(input.priceDifferenceFen ?? 0) + (input.refundFen ?? 0), dealFen + freightIncomeFen]
  const formula = `服务费退回 = 平台服务费${formatFen(serviceFen)} × 退回${formatFen(repaidFen)} ÷ 实付${formatFen(paidFen)}`
  return row('adjustment', 'in', feeReturnFen(serviceFen, { repaidFen, paidFen }), formula)
}

function correctionRows(input: SettlementInput): SettlementRow[] {
  const { priceDifferenceFen = 0, compensationFen = 0, refundFen = 0, freightCostFen = 0, adjustmentFen = 0 } = input
  return [
    row('priceDifference', 'out', priceDifferenceFen, `补差 ${formatFen(priceDifferenceFen)}`),
    row('compensation', 'out', compensationFen, `赔付 ${formatFen(compensationFen)}`),
    row('refund', 'out', refundFen, `退款 ${formatFen(refundFen)}`),
    row('freight', 'out', freightCostFen, `运费支出 ${formatFen(freightCostFen)}`),
    feeReturnRow(input),
    row(
      'adjustment',
      adjustmentFen < 0 ? 'out' : 'in',
      Math.abs(adjustmentFen),
      `调账 ${adjustmentFen < 0 ? '' : '+'}${formatFen(adjustmentFen)}`,
    ),
  ]
}

/**
 * What one order settles at (docs/domain.md §8.1): deal price and freight income, less service, inspection and payment
 * fees, less differences, compensation and refund, with the adjustment. All amounts in fen; the rows sum to the net.
 * Fees are owed on the deal price; the share of the service fee that goes with what went back comes as an adjustment.
 */
export function settle(input: SettlementInput): Settlement {
  const { dealFen, freightIncomeFen, rules, unitCount = 1 } = input
  const rows = [
    row('orderSettlement', 'in', dealFen, `货款 ${formatFen(dealFen)}`),
    row('freight', 'in', freightIncomeFen, `运费收入 ${formatFen(freightIncomeFen)}`),
    ...feeRows(dealFen, unitCount, rules),
    ...correctionRows(input),
  ].filter((entry) => entry.amountFen !== 0)
  const netFen = rows.reduce((sum, entry) => sum + (entry.direction === 'in' ? entry.amountFen : -entry.amountFen), 0)
  return { rows, netFen }
}
