import { classifyCode } from './classify.ts'
import { normaliseCode } from './normalise.ts'

/** What a code that names no phone by itself is called. */
const OTHERS: Partial<Readonly<Record<ReturnType<typeof classifyCode>['kind'], string>>> = {
  inspectionNo: '质检编号',
  batchNo: '批次号',
  billNo: '账单号',
  orderNo: '订单号',
  simCard: 'SIM卡号/EID',
  product: '商品条码',
}

/** A code as phones are kept under it: an IMEI, a MEID without its check digit, a serial number or our bar code. */
export function phoneCodeOf(raw: string): string {
  const { kind, value } = classifyCode(raw)
  return kind === 'meid' ? value : normaliseCode(raw)
}

/** What a code is that is surely none of a phone, such as 订单号; null for one that may be. */
export const otherCodeName = (raw: string): string | null => OTHERS[classifyCode(raw).kind] ?? null
