import { type PhoneCodes, readWrittenCodes } from '../codes/written-phone.ts'
import type { Fen } from '../money.ts'
import { readCost, readStockDay } from './amounts.ts'

/** What a column of a table of stock may hold. */
export const STOCK_FIELDS = [
  'imei',
  'imei2',
  'sn',
  'model',
  'storage',
  'colour',
  'grade',
  'cost',
  'stockedOn',
  'supplier',
  'remark',
] as const

export type StockField = (typeof STOCK_FIELDS)[number]

/** A line of a table of stock as it was written, by its columns; empty where there is none. */
export type WrittenStock = Readonly<Record<StockField, string>>

/** What a line says of its phone beside the model. */
export interface ReadStock {
  readonly codes: PhoneCodes
  readonly costFen: Fen | null
  /** The day on which it came in, `yyyy-MM-dd`; null where it is not said. */
  readonly stockedOn: string | null
}

/** A serial number is often written where the IMEI belongs. */
function withSerialInPlace({ imei, imei2, sn }: WrittenStock): { imei: string; imei2: string; sn: string } {
  const isSerial = sn === '' && /^(?=.*[G-Zg-z])[A-Za-z0-9]{8,20}$/.test(imei.normalize('NFKC').trim())
  return isSerial ? { imei: '', imei2: '', sn: imei } : { imei, imei2, sn }
}

/**
 * Reads codes, cost and day of a line, or says what is wrong with it and what to do.
 * @param now ISO 8601
 */
export function readStockRow(
  written: WrittenStock,
  now: string,
): { readonly ok: true; readonly row: ReadStock } | { readonly ok: false; readonly message: string } {
  const codes = readWrittenCodes(withSerialInPlace(written))
  if (!codes.ok) return codes
  const cost = readCost(written.cost)
  if (!cost.ok) return cost
  const day = readStockDay(written.stockedOn, now)
  return day.ok ? { ok: true, row: { codes: codes.codes, costFen: cost.value, stockedOn: day.value } } : day
}

const REMARK_MAX = 200

/** What the record of a phone keeps of what was written beside its codes and its model. */
export function remarkOf({ grade, supplier, colour, remark }: WrittenStock, keepsColour: boolean): string {
  const parts = [
    grade.trim() === '' ? '' : `来料成色：${grade.trim()}`,
    supplier.trim() === '' ? '' : `供应商：${supplier.trim()}`,
    keepsColour && colour.trim() !== '' ? `颜色：${colour.trim()}` : '',
    remark.trim(),
  ]
  return [...parts.filter((part) => part !== '').join('；')].slice(0, REMARK_MAX).join('')
}
