import { type Fen, formatFen, parseYuan } from '../money.ts'
import { shanghaiDate } from '../time.ts'

/** No used phone costs more, in fen; a longer number is a code in the wrong column. */
export const STOCK_COST_MAX_FEN: Fen = 9_999_900

/** What a cell of a table holds, or what is wrong with it and what to do. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string }

const fault = (message: string) => ({ ok: false, message }) as const

/** What a formula leaves of an amount in binary: `3456.7800000000002`. */
const rounded = (text: string): string =>
  /^\d+\.\d{9,}$/.test(text) && Math.abs(Number(text) * 100 - Math.round(Number(text) * 100)) < 1e-4
    ? String(Math.round(Number(text) * 100) / 100)
    : text

/** `1.2万` in yuan, as a text of yuan; any other text as it is. */
function withoutWan(text: string): string {
  const match = /^(\d{1,4}(?:\.\d{1,4})?)\s*[万wW](?:元|块)?$/.exec(text)
  return match ? String(Math.round(Number(match[1]) * 1_000_000) / 100) : text
}

/**
 * What a phone cost, as merchants write it: `1234.5`, `¥1,234.00`, `１２３４`, `1234元`, `1.2万`. Null for an empty cell.
 * Refuses what is no amount, 0 and less, and more than a used phone can cost.
 */
export function readCost(text: string): Read<Fen | null> {
  const plain = text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/^(?:RMB|CNY|人民币)/i, '')
    .replace(/^¥/, '')
    .replace(/(?:块钱?|元整)$/, '元')
  if (plain === '' || /^[-—/]$/.test(plain)) return { ok: true, value: null }
  const fen = parseYuan(rounded(withoutWan(plain)))
  const shown = text.trim()
  if (fen === null) return fault(`进价“${shown}”不是金额，请填写数字，最多两位小数`)
  if (fen < 0) return fault(`进价不能是负数（${shown}）`)
  if (fen === 0) return fault('进价不能是 0；不知道进价请留空')
  if (fen > STOCK_COST_MAX_FEN) return fault(`进价“${shown}”超过${formatFen(STOCK_COST_MAX_FEN)}，请核对是否填错列`)
  return { ok: true, value: fen }
}

/** Excel counts days from the end of 1899. */
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

function dayIn(text: string): string | null {
  if (/^\d{5}$/.test(text)) return new Date(EXCEL_EPOCH_MS + Number(text) * DAY_MS).toISOString().slice(0, 10)
  const match =
    /^(20\d{2})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ].*)?$/.exec(text) ?? /^(20\d{2})(\d{2})(\d{2})$/.exec(text)
  if (!match) return null
  const [, year = '', month = '', date = ''] = match
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = Date.parse(`${day}T00:00:00.000Z`)
  // there is no 31st of February
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? null : day
}

/**
 * The day on which a phone came in, as `yyyy-MM-dd`: `2026-11-01`, `2026/11/1`, `2026年11月1日`, `20261101`, or the number
 * that a spreadsheet keeps for it. Null for an empty cell. Refuses what is no day, and a day that has not come yet.
 * @param now ISO 8601
 */
export function readStockDay(text: string, now: string): Read<string | null> {
  const plain = text.normalize('NFKC').trim()
  if (plain === '' || /^[-—/]$/.test(plain)) return { ok: true, value: null }
  const day = dayIn(plain)
  if (day === null) return fault(`入库日期“${text.trim()}”看不懂，请写成 2026-11-01 的样子`)
  if (day > shanghaiDate(now)) return fault(`入库日期 ${day} 还没到，请核对`)
  return { ok: true, value: day }
}
