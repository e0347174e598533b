import { checkSentWaybill, findCarrier, guessCarriers } from '@huanji/domain/carriers'
import { BAR_CODE_PATTERN } from '@huanji/domain/codes/formats'
import { checkImei } from '@huanji/domain/codes/imei'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { hasCode, unitWithCode } from '@huanji/domain/orders/unit-codes'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import type { OrderUnit, Shipment } from '../types.ts'

/** What was scanned for one unit: its own code, and its bag's. */
export type Scan = Shipment['scans'][number]

/** The packing of one order: what was scanned so far, and the parcel it goes into. */
export interface Packing {
  readonly units: readonly OrderUnit[]
  /** By unit id: only units that are fully checked. */
  readonly scans: Readonly<Record<string, Scan>>
  /** The unit whose bag is to be scanned next, with the code it was scanned by. */
  readonly open: { readonly unitId: string; readonly unitCode: string } | null
  readonly waybill: string
  readonly carrierCode: string
  /** False once a person chose the carrier: a guess never overrules that. */
  readonly isCarrierGuessed: boolean
}

/** What packing waits for. */
export type Step = 'unit' | 'bag' | 'waybill' | 'ready'

/**
 * Packing of an order's units before the first scan. What has left already counts as checked: its parcel is not here, and its
 * number alone can change. A phone that was scanned on an earlier day does not: it may lie in another box by now.
 * @param scanned the codes that were scanned since the window was opened, as its phones were chosen
 */
export function newPacking(units: readonly OrderUnit[], scanned: readonly string[] = []): Packing {
  const here = units.filter((unit) => unit.dispatchState === 'shipped' || scanned.some((code) => hasCode(unit, code)))
  return {
    units,
    scans: Object.fromEntries(
      here.map((unit) => [unit.unitId, { unitCode: unit.barCode, bagCode: unit.bagCode ?? '' }]),
    ),
    open: null,
    waybill: '',
    carrierCode: '',
    isCarrierGuessed: true,
  }
}

/** How many units are still to be checked. */
export const uncheckedCount = (packing: Packing): number =>
  packing.units.filter((unit) => packing.scans[unit.unitId] === undefined).length

/** What packing waits for now. */
export function stepOf(packing: Packing): Step {
  if (packing.open !== null) return 'bag'
  if (uncheckedCount(packing) > 0) return 'unit'
  return packing.waybill === '' ? 'waybill' : 'ready'
}

/** True for a code that only a phone can carry: one of our labels, or an IMEI with a right check digit. */
const looksLikeUnit = (code: string): boolean => BAR_CODE_PATTERN.test(code) || checkImei(code).ok

interface Scanned {
  readonly packing: Packing
  readonly outcome: ScanOutcome
  /** A phone that is not of this order: whose it is, the server knows. */
  readonly foreign?: string
}

const TAIL = 4

/** The phones that are still to be taken, as a person finds them: 尾号 0054 的 iPhone 13. */
function wantedText({ units, scans }: Packing): string {
  const wanted = units.filter((unit) => scans[unit.unitId] === undefined)
  const [first] = wanted
  if (!first) return ''
  const tails = wanted.slice(0, 3).map(({ imei, barCode }) => (imei || barCode).slice(-TAIL))
  return `请放回去，拿尾号 ${tails.join('、')} 的 ${first.modelName}`
}

/** Another phone than this order's: not to be sent, and which is. */
const foreignUnit = (packing: Packing, code: string): Scanned => ({
  packing,
  foreign: code,
  outcome: { ok: false, message: `这台不是这一单的。${wantedText(packing) || '这一单的手机都核对过了，请放回去'}` },
})

const refused = (packing: Packing, message: string): Scanned => ({ packing, outcome: { ok: false, message } })
const accepted = (packing: Packing, message: string): Scanned => ({ packing, outcome: { ok: true, message } })

function checked(packing: Packing, unitId: string, scan: Scan, how: string): Scanned {
  const next = { ...packing, open: null, scans: { ...packing.scans, [unitId]: scan } }
  const left = uncheckedCount(next)
  return accepted(next, left === 0 ? `${how}，全部核对完，请扫运单号` : `${how}，还有${left}台，请扫下一台`)
}

function scanUnit(packing: Packing, code: string): Scanned {
  const unit = unitWithCode(packing.units, code)
  if (!unit) {
    const isBag = packing.units.some((one) => one.bagCode === code)
    return isBag ? refused(packing, '请先扫手机，再扫封袋码') : foreignUnit(packing, code)
  }
  if (packing.scans[unit.unitId]) return refused(packing, '这台已核对过，请扫下一台')
  if (unit.bagCode === null) return checked(packing, unit.unitId, { unitCode: code, bagCode: '' }, '该手机无封袋')
  return accepted({ ...packing, open: { unitId: unit.unitId, unitCode: code } }, '是本订单手机，请扫封袋码')
}

function scanBag(packing: Packing, open: NonNullable<Packing['open']>, code: string): Scanned {
  const unit = packing.units.find((one) => one.unitId === open.unitId)
  if (unit?.bagCode === code)
    return checked(packing, open.unitId, { unitCode: open.unitCode, bagCode: code }, '封袋码一致')
  if (unit && hasCode(unit, code)) return accepted(packing, '这台已扫到，请扫封袋码')
  if (unitWithCode(packing.units, code)) return refused(packing, '上一台还没有扫封袋码，请先扫封袋码')
  if (looksLikeUnit(code)) return foreignUnit(packing, code)
  return refused(packing, `这个袋子不是这台的，这台的封袋码是 ${unit?.bagCode ?? ''}。请找到那个袋子再扫`)
}

/**
 * Takes a scanned waybill, whatever packing waits for. A unit or bag of the order is told as such, and another phone is
 * refused: scanning it after the last one is the mistake that packing must catch, while a waybill of that form is rare.
 */
export function scanWaybill(packing: Packing, raw: string): Scanned {
  const code = normaliseCode(raw)
  if (isOwnCode(packing, code) && packing.open === null && uncheckedCount(packing) === 0)
    return refused(packing, '手机已全部核对，请扫运单号')
  if (!isOwnCode(packing, code) && looksLikeUnit(code))
    return refused(packing, '这是另一台手机的码，不是运单号。请扫面单；真是运单号的，请输到“运单号”框里')
  return typeWaybill(packing, raw)
}

const isOwnCode = ({ units }: Packing, code: string): boolean =>
  units.some((one) => hasCode(one, code) || one.bagCode === code)

/** Takes a waybill that a person typed: its form is checked, and that it is no code of what lies in the parcel. */
export function typeWaybill(packing: Packing, raw: string): Scanned {
  if (isOwnCode(packing, normaliseCode(raw))) return refused(packing, '这是本订单的手机或封袋，请扫运单号')
  const checkedWaybill = checkSentWaybill(raw)
  if (!checkedWaybill.ok) return refused(packing, checkedWaybill.message)
  const next = withWaybill(packing, checkedWaybill.waybill)
  const carrier = findCarrier(next.carrierCode)
  return accepted(next, carrier ? `${carrier.name}，请按 Ctrl+Enter 发货` : '请选择快递公司，再按 Ctrl+Enter 发货')
}

/** Takes one scanned code for whatever packing waits for; a code that does not belong changes nothing. */
export function scanInto(packing: Packing, raw: string): Scanned {
  const code = normaliseCode(raw)
  if (packing.open !== null) return scanBag(packing, packing.open, code)
  return stepOf(packing) === 'unit' ? scanUnit(packing, code) : scanWaybill(packing, raw)
}

/** Packing with a waybill, typed or scanned; the carrier follows the number until a person has chosen one. */
export function withWaybill(packing: Packing, waybill: string): Packing {
  if (!packing.isCarrierGuessed) return { ...packing, waybill }
  return { ...packing, waybill, carrierCode: guessCarriers(waybill)[0]?.code ?? '' }
}

/** Packing with the carrier that a person chose; none lets the number decide again. */
export function withCarrier(packing: Packing, carrierCode: string): Packing {
  if (carrierCode === '') return withWaybill({ ...packing, isCarrierGuessed: true }, packing.waybill)
  return { ...packing, carrierCode, isCarrierGuessed: false }
}

/** Everything scanned, in the order of the units, as the delivery call takes it. */
export const scansOf = (packing: Packing): Scan[] => packing.units.flatMap((unit) => packing.scans[unit.unitId] ?? [])
