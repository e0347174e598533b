import { checkBagCode } from '@huanji/domain/codes/classify'
import { checkImei, checkImeiPair, checkMeid, checkSerialNumber } from '@huanji/domain/codes/imei'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import type { UnitCode } from '../inspection/types.ts'
import type { NewUnit } from './batch-state.ts'

const NO_CODE: UnitCode = { kind: 'imei', imei: '', imei2: '', meid: '', sn: '' }

/** A phone by its code alone. */
export function unitOf(code: Partial<UnitCode> & Pick<UnitCode, 'kind'>, change: Partial<NewUnit> = {}): NewUnit {
  return { code: { ...NO_CODE, ...code }, bagCode: '', remark: '', fault: '', written: '', ...change }
}

/** A line of a table as it was written. */
export interface WrittenUnit {
  readonly imei: string
  readonly imei2: string
  readonly sn: string
  readonly bagCode: string
  readonly remark: string
}

/** What a spreadsheet makes of an IMEI in a column of numbers, and of a code with a slash or a dash in it. */
const EXPONENT = /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i
const DATE = /^(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}|\d{1,2}[-/]\d{1,2}[-/]\d{2,4})(?:[ T].*)?$/
const SPOILT = 'Excel 已将编码变成数字或日期，请把该列设为“文本”格式并重新填写，再导入'

const isSpoilt = (text: string): boolean => EXPONENT.test(text.trim()) || DATE.test(text.trim())

function codeFault({ imei, imei2, sn, bagCode }: WrittenUnit): string {
  if ([imei, imei2, sn, bagCode].some(isSpoilt)) return SPOILT
  if (imei === '' && sn === '') return '缺少 IMEI 或序列号'
  if (imei !== '' && !checkMeid(imei).ok) {
    const pair = checkImeiPair(imei, imei2)
    if (!pair.ok) return pair.field === 'imei1' ? pair.message : `副IMEI：${pair.message}`
  }
  if (sn !== '') {
    const checked = checkSerialNumber(sn)
    if (!checked.ok) return checked.message
  }
  const bag = bagCode === '' ? null : checkBagCode(bagCode)
  return bag && !bag.ok ? bag.message : ''
}

function codeOfWritten({ imei, imei2, sn }: WrittenUnit): UnitCode {
  const serial = normaliseCode(sn)
  const meid = checkMeid(imei)
  if (imei === '') return { ...NO_CODE, kind: 'sn', sn: serial }
  if (!checkImei(imei).ok && meid.ok) return { ...NO_CODE, kind: 'meid', meid: meid.meid, sn: serial }
  return { ...NO_CODE, kind: 'imei', imei: normaliseCode(imei), imei2: normaliseCode(imei2), sn: serial }
}

/** A phone of a table's line; one whose codes cannot be read says why, and what to do. */
export function readUnit(written: WrittenUnit): NewUnit {
  const fault = codeFault(written)
  const remark = written.remark.slice(0, 200)
  if (fault !== '') {
    return { code: NO_CODE, bagCode: '', remark, fault, written: written.imei || written.sn || written.imei2 }
  }
  return { code: codeOfWritten(written), bagCode: normaliseCode(written.bagCode), remark, fault: '', written: '' }
}
