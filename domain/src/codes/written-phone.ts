import { checkImei, checkImeiPair, checkMeid, checkSerialNumber } from './imei.ts'
import { normaliseCode } from './normalise.ts'

/** The codes of one phone; empty where it has none. `kind` says which of them it is known by. */
export interface PhoneCodes {
  readonly kind: 'imei' | 'meid' | 'sn'
  readonly imei: string
  readonly imei2: string
  readonly meid: string
  readonly sn: string
}

/** The codes of a line of a table as they were written. */
export interface WrittenCodes {
  readonly imei: string
  readonly imei2: string
  readonly sn: string
}

const NO_CODE: PhoneCodes = { kind: 'imei', imei: '', imei2: '', meid: '', sn: '' }

/** What a spreadsheet makes of an IMEI in a column of numbers, and of a code with a slash or a dash in it. */
const EXPONENT = /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i
const DATE = /^(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[-/]\d{1,2}[-/]\d{2,4})(?:[ T].*)?$/
/** What to tell of a code that a spreadsheet has spoilt. */
export const SPOILT_CODE_MESSAGE = 'Excel 已将编码变成数字或日期，请把该列设为“文本”格式并重新填写，再导入'

/** True for what a spreadsheet has made a number or a date of: the code that was there is lost. */
export const isSpoiltCode = (text: string): boolean => {
  const plain = text.normalize('NFKC').trim()
  return EXPONENT.test(plain) || DATE.test(plain)
}

function faultOf({ imei, imei2, sn }: WrittenCodes): string {
  if ([imei, imei2, sn].some(isSpoiltCode)) return SPOILT_CODE_MESSAGE
  if (imei === '' && sn === '') return '缺少 IMEI 或序列号'
  if (imei !== '' && !checkMeid(imei).ok) {
    const pair = checkImeiPair(imei, imei2)
    if (!pair.ok) return pair.field === 'imei1' ? pair.message : `副IMEI：${pair.message}`
  }
  if (sn === '') return ''
  const checked = checkSerialNumber(sn)
  return checked.ok ? '' : checked.message
}

function codesOf({ imei, imei2, sn }: WrittenCodes): PhoneCodes {
  const serial = normaliseCode(sn)
  const meid = checkMeid(imei)
  if (imei === '') return { ...NO_CODE, kind: 'sn', sn: serial }
  if (!checkImei(imei).ok && meid.ok) return { ...NO_CODE, kind: 'meid', meid: meid.meid, sn: serial }
  return { ...NO_CODE, kind: 'imei', imei: normaliseCode(imei), imei2: normaliseCode(imei2), sn: serial }
}

/** The codes of a table's line, normalised, or what is wrong with them and what to do. */
export function readWrittenCodes(
  written: WrittenCodes,
): { readonly ok: true; readonly codes: PhoneCodes } | { readonly ok: false; readonly message: string } {
  const message = faultOf(written)
  return message === '' ? { ok: true, codes: codesOf(written) } : { ok: false, message }
}
