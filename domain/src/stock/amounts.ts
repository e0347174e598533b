import { type Fen, formatFen, readAmount } from '../money.ts'
import { dayIn } from '../tables/moments.ts'
import { shanghaiDate } from '../time.ts'

/** No used phone costs more, in fen; a longer number is a code in the wrong column. */
export const STOCK_COST_MAX_FEN: Fen = 9_999_900

/** What a cell of a table holds, or what is wrong with it and what to do. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string }

const fault = (message: string) => ({ ok: false, message }) as const

/**
 * What a phone cost, as merchants write it: `1234.5`, `¥1,234.00`, `１２３４`, `1234元`, `1.2万`. Null for an empty cell.
 * Refuses what is no amount, 0 and less, and more than a used phone can cost.
 */
export function readCost(text: string): Read<Fen | null> {
  if (/^[-—/]?$/.test(text.normalize('NFKC').trim())) return { ok: true, value: null }
  const fen = readAmount(text)
  const shown = text.trim()
  if (fen === null) return fault(`进价“${shown}”不是金额，请填写数字，最多两位小数`)
  if (fen < 0) return fault(`进价不能是负数（${shown}）`)
  if (fen === 0) return fault('进价不能是 0；不知道进价请留空')
  if (fen > STOCK_COST_MAX_FEN) return fault(`进价“${shown}”超过${formatFen(STOCK_COST_MAX_FEN)}，请核对是否填错列`)
  return { ok: true, value: fen }
}

/**
 * The day on which a phone came in, as `yyyy-MM-dd`: `2026-11-01`, `2026/11/1`, `2026年11月1日`, `20261101`, or the number
 * that a spreadsheet keeps for it. Null for an empty cell. Refuses what is no day, and a day that has not come yet.
 * @param now ISO 8601
 */
export function readStockDay(text: string, now: string): Read<string | null> {
  const plain = text.normalize('NFKC').trim()
  if (/^[-—/]?$/.test(plain)) return { ok: true, value: null }
  const day = dayIn(plain)
  if (day === null) return fault(`入库日期“${text.trim()}”看不懂，请写成 2026-11-01 的样子`)
  if (day > shanghaiDate(now)) return fault(`入库日期 ${day} 还没到，请核对`)
  return { ok: true, value: day }
}
