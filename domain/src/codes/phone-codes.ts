import { codesInCell } from './cell-codes.ts'
import { classifyCode, codesToFind } from './classify.ts'

/** What a code that names no phone by itself is called. */
const OTHERS: Partial<Readonly<Record<ReturnType<typeof classifyCode>['kind'], string>>> = {
  inspectionNo: '质检单号',
  batchNo: '批次号',
  billNo: '账单号',
  orderNo: '订单号',
  simCard: 'SIM卡号/EID',
  product: '商品条码',
}

/**
 * The codes that a cell names a phone by, each as what it may be kept under, likeliest first: an IMEI, a MEID without its
 * check digit, a serial number or our bar code.
 */
export const phoneCodesOf = (cell: string): string[][] =>
  codesInCell(cell)
    .filter((code) => code !== '')
    .map(codesToFind)

/** What a code is that is surely none of a phone, such as 订单号; null for one that may be. */
export const otherCodeName = (raw: string): string | null => OTHERS[classifyCode(raw).kind] ?? null

const ORDER_KINDS: readonly string[] = ['orderNo', 'imei', 'meid', 'barCode']

/** True for a code that surely names an order, or a phone of one. */
export const isSurelyOrder = (raw: string): boolean => ORDER_KINDS.includes(classifyCode(raw).kind)
