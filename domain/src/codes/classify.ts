import { checkWaybill, guessCarriers } from '../carriers.ts'
import {
  BAG_CODE_PATTERN,
  BAR_CODE_PATTERN,
  BATCH_NO_PATTERN,
  BILL_NO_PATTERN,
  INSPECTION_NO_PATTERN,
  ORDER_NO_PATTERN,
} from './formats.ts'
import { checkImei, checkMeid, imeiOfGs1, isProductCode, isSimCode, withoutSerialSign } from './imei.ts'
import { normaliseCode } from './normalise.ts'

export {
  BAG_CODE_PATTERN,
  BAR_CODE_PATTERN,
  BATCH_NO_PATTERN,
  BILL_NO_PATTERN,
  checkBagCode,
  formatBarCode,
  formatBatchNo,
  formatBillNo,
  formatInspectionNo,
  INSPECTION_NO_PATTERN,
  ORDER_NO_PATTERN,
} from './formats.ts'

export type CodeKind =
  | 'imei'
  | 'meid'
  | 'barCode'
  | 'bagCode'
  | 'inspectionNo'
  | 'batchNo'
  | 'orderNo'
  | 'billNo'
  | 'waybill'
  | 'simCard'
  | 'product'
  | 'unknown'

/** Bag codes and waybills carry at least so many digits; fewer is a model name (`iPhone 13`) or a word. */
const CODE_DIGITS_MIN = 6

export interface ClassifiedCode {
  /** The likeliest kind; `unknown` when the text fits none. */
  readonly kind: CodeKind
  /** The text as that kind is stored. */
  readonly value: string
  /** Every kind the text fits, likeliest first; empty when `unknown`. */
  readonly candidates: readonly CodeKind[]
}

/** An EAN-13 or UPC-A whose own check digit is right: weights 1 and 3 alternate from the right. */
function isTrueProductCode(code: string): boolean {
  if (!isProductCode(code)) return false
  const sum = [...code].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

function certainKinds(code: string): CodeKind[] {
  const kinds: CodeKind[] = []
  if (BAR_CODE_PATTERN.test(code)) kinds.push('barCode')
  if (INSPECTION_NO_PATTERN.test(code)) kinds.push('inspectionNo')
  if (BATCH_NO_PATTERN.test(code)) kinds.push('batchNo')
  if (BILL_NO_PATTERN.test(code)) kinds.push('billNo')
  if (checkImei(code).ok) kinds.push('imei')
  if (checkMeid(code).ok) kinds.push('meid')
  return kinds
}

/**
 * Numbers that only their length tells apart. A SIM number starts with 89 and comes before an order number of the same
 * length; a domestic product code starts with 69; a waybill comes before a bag code when a well-known carrier uses its
 * form, otherwise after it.
 */
function likelyKinds(code: string, waybill: string): CodeKind[] {
  const kinds: CodeKind[] = []
  if (isSimCode(code)) kinds.push('simCard')
  if (isTrueProductCode(code) && code.startsWith('69')) kinds.push('product')
  if (ORDER_NO_PATTERN.test(code)) kinds.push('orderNo')
  const hasCodeDigits = waybill.replace(/\D/g, '').length >= CODE_DIGITS_MIN
  const isWaybill = hasCodeDigits && checkWaybill(waybill).ok
  const isBag = hasCodeDigits && BAG_CODE_PATTERN.test(code)
  if (isWaybill && guessCarriers(waybill).some((carrier) => carrier.hot)) kinds.push('waybill')
  if (isBag) kinds.push('bagCode')
  if (isWaybill && !kinds.includes('waybill')) kinds.push('waybill')
  if (isProductCode(code) && !kinds.includes('product')) kinds.push('product')
  return kinds
}

/**
 * Says which code a text is that somebody scanned or pasted into the quick search: the likeliest kind, its stored
 * form, and every other kind it fits. Our own forms (`HJ…`, `ZJ…`, `PC…`, `ZD…`) and true IMEIs come before anything that is
 * told by its length alone.
 */
export function classifyCode(raw: string): ClassifiedCode {
  const gs1 = imeiOfGs1(raw)
  const code = normaliseCode(raw)
  if (gs1 !== null)
    return { kind: 'imei', value: gs1, candidates: ORDER_NO_PATTERN.test(code) ? ['imei', 'orderNo'] : ['imei'] }
  const checked = checkWaybill(raw)
  const waybill = checked.ok ? checked.waybill : code
  const candidates = [...certainKinds(code), ...likelyKinds(code, waybill)]
  const kind = candidates[0] ?? 'unknown'
  const meid = checkMeid(code)
  if (kind === 'meid' && meid.ok) return { kind, value: meid.meid, candidates }
  if (kind === 'unknown') return { kind, value: raw.trim(), candidates }
  return { kind, value: kind === 'waybill' ? waybill : code, candidates }
}

/** Kinds that a code's own form proves, so that it can be no bag's: elsewhere it would name the other thing. */
const NEVER_BAGS: Partial<Readonly<Record<CodeKind, string>>> = {
  barCode: '条码',
  inspectionNo: '质检单号',
  batchNo: '批次号',
  billNo: '账单号',
  imei: 'IMEI',
  orderNo: '订单号',
  simCard: 'SIM卡号/EID',
}

/** What a code is that can be no bag's, such as 条码; null for one that may be. */
export const otherThanBag = (bagCode: string): string | null => NEVER_BAGS[classifyCode(bagCode).kind] ?? null

/** A code as it is kept: what reads as a code of ours or of a phone in its own form, a waybill in its. */
export function storedCode(raw: string): string {
  const { kind, value } = classifyCode(raw)
  return kind === 'imei' || kind === 'meid' || kind === 'waybill' ? value : normaliseCode(raw)
}

/**
 * What a code may be kept as, likeliest first: a serial number is printed on its box with an `S` before it, and a GS1 code
 * of an IMEI may be an order's number.
 */
export function codesToFind(raw: string): string[] {
  const plain = normaliseCode(raw)
  return [...new Set([storedCode(raw), withoutSerialSign(plain), plain])]
}
