import { checkMeid } from '../codes/imei.ts'
import { normaliseCode } from '../codes/normalise.ts'

/** Every code that a phone of an order can be scanned by; empty where it has none of that kind. */
export interface UnitCodes {
  readonly imei: string
  readonly imei2: string
  /** 14 digits, without the check digit. */
  readonly meid: string
  readonly sn: string
  readonly barCode: string
}

/**
 * Whether a code names this phone (docs/domain.md §5.7): either IMEI, the MEID with or without its check digit, the
 * maker's serial number or our bar code. Blanks, dashes and small letters make no difference; an empty code names none.
 */
export function hasCode(unit: UnitCodes, scanned: string): boolean {
  const code = normaliseCode(scanned)
  if (code === '') return false
  if ([unit.imei, unit.imei2, unit.meid, unit.sn, unit.barCode].includes(code)) return true
  const meid = checkMeid(code)
  return meid.ok && meid.meid === unit.meid
}

/** The phone of an order that a scanned code names, or undefined for a code that is none of theirs. */
export const unitWithCode = <Unit extends UnitCodes>(units: readonly Unit[], scanned: string): Unit | undefined =>
  units.find((unit) => hasCode(unit, scanned))
