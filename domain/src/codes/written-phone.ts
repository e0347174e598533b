import { codesInCell, isLikeImei } from './cell-codes.ts'
import { checkImei, checkImeiPair, checkMeid, checkSerialNumber } from './imei.ts'
import { normaliseCode } from './normalise.ts'
import { isSpoiltCode, SPOILT_CODE_MESSAGE } from './spoilt.ts'

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

const OTHER_IMEI2_MESSAGE = 'IMEI一格里有两个编码，副IMEI列又有另一个，请核对'
const manyMessage = (count: number): string => `一格里有${count}个编码，请一行只写一台手机`

/**
 * Puts the codes that stand together in the cell of the IMEI into their places: the second IMEI, and the serial number
 * beside them. Gives what is wrong where there is no place for all of them.
 */
function inTheirPlaces(written: WrittenCodes): WrittenCodes | string {
  const codes = codesInCell(written.imei)
  const [imei, second, third] = codes.filter(isLikeImei)
  if (imei === undefined || codes.length < 2) return written
  const [serial, ...others] = codes.filter((code) => !isLikeImei(code))
  const isSame = (one: string, other: string) => normaliseCode(one) === normaliseCode(other)
  if (third !== undefined || others.length > 0) return manyMessage(codes.length)
  const ofColumn = [written.imei2].filter((code) => code !== '' && !isSame(code, imei))
  if (second !== undefined && ofColumn.some((code) => !isSame(code, second))) return OTHER_IMEI2_MESSAGE
  if (serial !== undefined && written.sn !== '' && !isSame(written.sn, serial)) return manyMessage(codes.length)
  return { imei, imei2: second ?? written.imei2, sn: serial ?? written.sn }
}

function faultOf({ imei, imei2, sn }: WrittenCodes): string {
  if ([imei, imei2, sn].some(isSpoiltCode)) return SPOILT_CODE_MESSAGE
  if (imei === '' && sn === '') return '缺少 IMEI 或序列号'
  if (codesInCell(imei2).length > 1) return `副IMEI：${manyMessage(codesInCell(imei2).length)}`
  if (imei !== '' && !checkMeid(imei).ok) {
    const pair = checkImeiPair(imei, imei2)
    if (!pair.ok) return pair.field === 'imei1' ? pair.message : `副IMEI：${pair.message}`
  }
  if (sn === '') return ''
  const checked = checkSerialNumber(sn)
  return checked.ok ? '' : checked.message
}

function codesOf({ imei, imei2, sn }: WrittenCodes): PhoneCodes {
  const checked = checkSerialNumber(sn)
  const serial = checked.ok ? checked.serialNumber : ''
  const meid = checkMeid(imei)
  const first = checkImei(imei)
  if (imei === '') return { ...NO_CODE, kind: 'sn', sn: serial }
  if (!first.ok && meid.ok) return { ...NO_CODE, kind: 'meid', meid: meid.meid, sn: serial }
  const second = checkImei(imei2)
  return { ...NO_CODE, kind: 'imei', imei: first.ok ? first.imei : '', imei2: second.ok ? second.imei : '', sn: serial }
}

/** The codes of a table's line, normalised, or what is wrong with them and what to do. */
export function readWrittenCodes(
  written: WrittenCodes,
): { readonly ok: true; readonly codes: PhoneCodes } | { readonly ok: false; readonly message: string } {
  const placed = inTheirPlaces(written)
  if (typeof placed === 'string') return { ok: false, message: placed }
  const message = faultOf(placed)
  return message === '' ? { ok: true, codes: codesOf(placed) } : { ok: false, message }
}
