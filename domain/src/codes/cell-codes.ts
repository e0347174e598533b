import { normaliseCode } from './normalise.ts'

/** What stands before a code in a cell that holds several: `IMEI1:`, `IMEI2 `. */
const LABEL = /(?:IMEI|MEID|串号|串码|S\/?N|序列号)\s*[12]?\s*:|IMEI\s*[12]?\s+(?=\d{14})/gi
const PARTING = /[/\\、,;|\r\n\t]+/
/** What `*#06#` shows behind an IMEI: the version of its software. */
const VERSION = /^\d{1,2}$/
/** Digits enough for an IMEI, however it goes on. */
const LIKE_IMEI = /^\d{12}/

/**
 * The codes that stand in one cell, in their order, each once. Only a cell with an IMEI holds several: a serial number may
 * have a `/` of its own, and one code is often written with blanks.
 */
export function codesInCell(cell: string): string[] {
  const parts = cell
    .normalize('NFKC')
    .replace(LABEL, '|')
    .split(PARTING)
    .map((part) => part.trim())
    .filter((part, at) => part !== '' && !(at > 0 && VERSION.test(part)))
    .flatMap((part) => {
      const words = part.split(/\s+/)
      return words.every((word) => /^\d{14,16}$/.test(word)) ? words : [part]
    })
  if (!parts.some(isLikeImei)) return [cell.trim()]
  const known = new Set<string>()
  return parts.filter((part) => {
    const code = normaliseCode(part)
    return !known.has(code) && known.add(code)
  })
}

/** True for a text that begins as an IMEI does. */
export const isLikeImei = (text: string): boolean => LIKE_IMEI.test(normaliseCode(text))
