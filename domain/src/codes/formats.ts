import { BAG_CODE_MESSAGE } from './messages.ts'
import { normaliseCode } from './normalise.ts'

/** The label we stick on one unit: `HJ` and 10 digits, a sequence of the merchant. */
export const BAR_CODE_PATTERN = /^HJ\d{10}$/

/** An inspection number: `ZJ`, the Shanghai day as yyMMdd, and a 6-digit sequence of that day. */
export const INSPECTION_NO_PATTERN = /^ZJ\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{6}$/

/** A batch number: `PC`, the Shanghai day as yyMMdd, and a sequence of that day in 4 digits, more where 4 are too few. */
export const BATCH_NO_PATTERN = /^PC\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(\d{4}|[1-9]\d{4,7})$/

/** A bill number: `ZD`, the Shanghai day as yyMMdd, and an 8-digit sequence of that day. */
export const BILL_NO_PATTERN = /^ZD\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{8}$/

/** A marketplace order number: 19 digits or more. */
export const ORDER_NO_PATTERN = /^\d{19,30}$/

/** The serial printed on a tamper-evident bag, without a check digit (docs/domain.md §3.4). */
export const BAG_CODE_PATTERN = /^[A-Z0-9]{8,20}$/

function sequenceText(sequence: number, digits: number): string {
  if (!Number.isSafeInteger(sequence) || sequence < 0 || sequence >= 10 ** digits) {
    throw new RangeError(`a sequence of ${digits} digits cannot hold ${sequence}`)
  }
  return String(sequence).padStart(digits, '0')
}

function dayText(yyMMdd: string): string {
  if (!/^\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(yyMMdd)) throw new RangeError(`not a day: ${yyMMdd}`)
  return yyMMdd
}

/**
 * The bar code of the merchant's `sequence`-th unit.
 * @throws RangeError outside 0 … 9,999,999,999
 */
export function formatBarCode(sequence: number): string {
  return `HJ${sequenceText(sequence, 10)}`
}

/**
 * The number of a day's `sequence`-th inspection.
 * @param yyMMdd the day in Shanghai
 * @throws RangeError for an impossible day, or a sequence outside 0 … 999,999
 */
export function formatInspectionNo(yyMMdd: string, sequence: number): string {
  return `ZJ${dayText(yyMMdd)}${sequenceText(sequence, 6)}`
}

/**
 * The number of a day's `sequence`-th batch: at least 4 digits, so that no day runs out of numbers.
 * @param yyMMdd the day in Shanghai
 * @throws RangeError for an impossible day, or a sequence outside 0 … 99,999,999
 */
export function formatBatchNo(yyMMdd: string, sequence: number): string {
  return `PC${dayText(yyMMdd)}${sequenceText(sequence, sequence < 10_000 ? 4 : Math.min(8, String(sequence).length))}`
}

/**
 * The number of a day's `sequence`-th bill row.
 * @param yyMMdd the day in Shanghai
 * @throws RangeError for an impossible day, or a sequence outside 0 … 99,999,999
 */
export function formatBillNo(yyMMdd: string, sequence: number): string {
  return `ZD${dayText(yyMMdd)}${sequenceText(sequence, 8)}`
}

/** Checks a typed or scanned bag code; gives it normalised, or says what to do. */
export function checkBagCode(
  raw: string,
): { readonly ok: true; readonly bagCode: string } | { readonly ok: false; readonly message: string } {
  const bagCode = normaliseCode(raw)
  return BAG_CODE_PATTERN.test(bagCode) ? { ok: true, bagCode } : { ok: false, message: BAG_CODE_MESSAGE }
}
