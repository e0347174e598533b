import { checkBagCode } from '@huanji/domain/codes/classify'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { isSpoiltCode, SPOILT_CODE_MESSAGE } from '@huanji/domain/codes/spoilt'
import { readWrittenCodes, type WrittenCodes } from '@huanji/domain/codes/written-phone'
import type { UnitCode } from '../inspection/types.ts'
import type { NewUnit } from './batch-state.ts'

const NO_CODE: UnitCode = { kind: 'imei', imei: '', imei2: '', meid: '', sn: '' }

/** A phone by its code alone. */
export function unitOf(code: Partial<UnitCode> & Pick<UnitCode, 'kind'>, change: Partial<NewUnit> = {}): NewUnit {
  return { code: { ...NO_CODE, ...code }, bagCode: '', remark: '', fault: '', written: '', ...change }
}

/** A line of a table as it was written. */
export interface WrittenUnit extends WrittenCodes {
  readonly bagCode: string
  readonly remark: string
}

function bagFault(bagCode: string): string {
  if (isSpoiltCode(bagCode)) return SPOILT_CODE_MESSAGE
  const bag = bagCode === '' ? null : checkBagCode(bagCode)
  return bag && !bag.ok ? bag.message : ''
}

/** A phone of a table's line; one whose codes cannot be read says why, and what to do. */
export function readUnit(written: WrittenUnit): NewUnit {
  const read = readWrittenCodes(written)
  const fault = read.ok ? bagFault(written.bagCode) : read.message
  const remark = written.remark.slice(0, 200)
  if (!read.ok || fault !== '') {
    return { code: NO_CODE, bagCode: '', remark, fault, written: written.imei || written.sn || written.imei2 }
  }
  return { code: read.codes, bagCode: normaliseCode(written.bagCode), remark, fault: '', written: '' }
}
