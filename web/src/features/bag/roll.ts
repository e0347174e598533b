import { checkBagCode } from '@huanji/domain/codes/classify'
import { BAG_CODE_MESSAGE } from '@huanji/domain/codes/messages'

/** How many codes a roll may hold at once: the gateway's limit. */
export const ROLL_MAX = 2000

/** A roll of bags: from the first code to the last one, both included. */
export interface Roll {
  readonly firstCode: string
  readonly lastCode: string
  readonly count: number
}

/** The digits at the end of a code and what stands before them; null when it does not end in digits. */
function splitCode(code: string): { prefix: string; digits: string } | null {
  const [, prefix = '', digits = ''] = /^(.*?)(\d+)$/.exec(code) ?? []
  return digits === '' ? null : { prefix, digits }
}

/**
 * The last code of a roll: the digits at the end of the first one counted up, keeping their width.
 * Null when the code does not end in digits, or when the digits are too few for the count.
 */
export function lastCodeOf(firstCode: string, count: number): string | null {
  const first = splitCode(firstCode)
  if (!first || !Number.isInteger(count) || count < 1) return null
  const last = (BigInt(first.digits) + BigInt(count - 1)).toString().padStart(first.digits.length, '0')
  return last.length > first.digits.length ? null : first.prefix + last
}

/**
 * How many codes there are from the first to the last one, both included. Null when they are not of one roll: another
 * prefix or width, or the last one comes before the first.
 */
export function countBetween(firstCode: string, lastCode: string): number | null {
  const [first, last] = [splitCode(firstCode), splitCode(lastCode)]
  if (!first || !last || first.prefix !== last.prefix || first.digits.length !== last.digits.length) return null
  const count = BigInt(last.digits) - BigInt(first.digits) + 1n
  return count < 1n || count > BigInt(ROLL_MAX) ? null : Number(count)
}

/** The roll that was typed, or what is wrong with it. */
export function readRoll(
  first: string,
  countText: string,
): Roll | { readonly field: 'first' | 'count'; readonly fault: string } {
  const checked = checkBagCode(first)
  if (!checked.ok) return { field: 'first', fault: BAG_CODE_MESSAGE }
  const count = /^\d{1,4}$/.test(countText.trim()) ? Number(countText) : 0
  if (count < 1 || count > ROLL_MAX) return { field: 'count', fault: `请填写1到${ROLL_MAX}的整数` }
  const lastCode = lastCodeOf(checked.bagCode, count)
  if (lastCode === null) return { field: 'first', fault: '编码结尾的数字位数不够这么多个，请核对起始码和数量' }
  return { firstCode: checked.bagCode, lastCode, count }
}
