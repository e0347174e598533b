import { checkImei, checkImeiPair, checkMeid, checkSerialNumber } from '@huanji/domain/codes/imei'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { refuse } from '../../errors/refusal.ts'
import type { UnitCodes } from './unit-store.ts'

const invalid = (field: string, message: string): never =>
  refuse('CODE_INVALID', { message }, { field: `code.${field}` })

function readImeis(given: UnitCodes): { imei: string; imei2: string } {
  if (normaliseCode(given.imei) === '' && normaliseCode(given.imei2) === '' && given.kind !== 'imei') {
    return { imei: '', imei2: '' }
  }
  const pair = checkImeiPair(given.imei, given.imei2)
  if (!pair.ok) return invalid(pair.field === 'imei1' ? 'imei' : 'imei2', pair.message)
  return { imei: pair.imei1, imei2: pair.imei2 ?? '' }
}

function readMeid(given: UnitCodes): string {
  if (normaliseCode(given.meid) === '' && given.kind !== 'meid') return ''
  const checked = checkMeid(given.meid)
  return checked.ok ? checked.meid : invalid('meid', checked.message)
}

function readSerialNumber(given: UnitCodes): string {
  if (normaliseCode(given.sn) === '' && given.kind !== 'sn') return ''
  const checked = checkSerialNumber(given.sn)
  return checked.ok ? checked.serialNumber : invalid('sn', checked.message)
}

/**
 * The codes a person entered, normalised: the one its kind names must be there and right, the others may be left out.
 * Refuses CODE_INVALID with the field and what to do (docs/domain.md §3.1).
 */
export function readUnitCodes(given: UnitCodes): UnitCodes {
  return { kind: given.kind, ...readImeis(given), meid: readMeid(given), sn: readSerialNumber(given) }
}

/** The codes of a phone that was known by `known` and is entered as `entered`: what is new wins, nothing is forgotten. */
export function mergeUnitCodes(known: UnitCodes, entered: UnitCodes): UnitCodes {
  const imeis = [...new Set([entered.imei, entered.imei2, known.imei, known.imei2])].filter((imei) => imei !== '')
  return {
    kind: entered.kind,
    imei: imeis[0] ?? '',
    imei2: imeis[1] ?? '',
    meid: entered.meid || known.meid,
    sn: entered.sn || known.sn,
  }
}

/** What is wrong with a scanned text that should have been an IMEI, or null when it is one. */
export function imeiFault(raw: string): string | null {
  const checked = checkImei(raw)
  return checked.ok ? null : checked.message
}
