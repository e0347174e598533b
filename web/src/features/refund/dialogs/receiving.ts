import { checkWaybill, guessCarriers } from '@huanji/domain/carriers'
import { checkImei } from '@huanji/domain/codes/imei'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { hasCode, unitWithCode } from '@huanji/domain/orders/unit-codes'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import type { RefundDetail, RefundUnit } from '../types.ts'

/** A phone that was taken out of the parcel, and whose bag is to be scanned. */
export interface OpenPhone {
  readonly unitId: string
  /** As it was scanned. */
  readonly unitCode: string
  /** It is not the phone that was sold, and a person agreed to take it in. */
  readonly isOther: boolean
}

/** One phone as the server takes it in. */
export interface Receipt {
  readonly unitId: string
  readonly unitCode: string
  readonly bagCode: string
  readonly confirmDifferent: boolean
}

/** What does not fit what was sold: nothing goes on until a person agrees. */
export interface Mismatch {
  readonly title: string
  readonly sold: string
  readonly scanned: string
  /** What the button says by which a person takes it in all the same. */
  readonly agree: string
  /** What to do once the person has agreed: the bag of the other phone, or the server. */
  readonly next: { readonly open: OpenPhone } | { readonly receipt: Receipt }
}

/** Where taking in the phones of a case stands. */
export interface Receiving {
  readonly refund: Pick<RefundDetail, 'units' | 'returnWaybill' | 'refusedParcel'>
  readonly open: OpenPhone | null
}

/** What a scan leads to beside what is told of it. */
export interface Step {
  readonly outcome: ScanOutcome
  readonly open?: OpenPhone
  readonly mismatch?: Mismatch
  readonly receipt?: Receipt
}

const refused = (message: string): Step => ({ outcome: { ok: false, message } })

/** The phones that are still on their way, or are again since they were sent back to their buyer. */
export const waitingUnits = ({ units, refusedParcel }: Receiving['refund']): RefundUnit[] =>
  units.filter(({ received, newUnit }) => received === null || (refusedParcel !== null && newUnit === null))

/** The phones that were taken in with a difference which nobody has looked at yet: a wrong scan can be put right. */
const doubtfulUnits = ({ units }: Receiving['refund']): RefundUnit[] =>
  units.filter(
    ({ received, recheck, newUnit }) =>
      received !== null && !(received.isSamePhone && received.isSameBag) && recheck === null && newUnit === null,
  )

/** Whether any phone can still be scanned. */
export const takesScans = (refund: Receiving['refund']): boolean =>
  waitingUnits(refund).length + doubtfulUnits(refund).length > 0

const soldCodeOf = ({ imei, meid, sn, barCode }: RefundUnit): string => imei || meid || sn || barCode

/** True for a code that can only be a parcel's: of a form that a well-known carrier uses, and no phone's. */
const isParcelNo = (code: string): boolean =>
  !checkImei(code).ok && checkWaybill(code).ok && guessCarriers(code).some((carrier) => carrier.hot)

/** A phone without a bag goes to the server as it is; the others wait for theirs. */
function withPhone(unit: RefundUnit, open: OpenPhone): Step {
  if (unit.soldBagCode !== null) return { outcome: { ok: true, message: '请扫封袋码' }, open }
  const { unitId, unitCode, isOther } = open
  return {
    outcome: { ok: true, message: '售出时无封袋' },
    receipt: { unitId, unitCode, bagCode: '', confirmDifferent: isOther },
  }
}

function scanPhone({ refund }: Receiving, code: string): Step {
  const unit = unitWithCode(refund.units, code)
  const waiting = waitingUnits(refund)
  if (unit && ![...waiting, ...doubtfulUnits(refund)].includes(unit)) return refused('这台已经签收')
  if (unit) {
    const step = withPhone(unit, { unitId: unit.unitId, unitCode: code, isOther: false })
    return step.open ? { ...step, outcome: { ok: true, message: '是售出的手机，请扫封袋码' } } : step
  }
  const [only] = waiting
  if (!only) return refused('手机已全部收完')
  const isBag = refund.units.some(({ soldBagCode }) => soldBagCode === code)
  if (isBag) return refused('请先扫手机，再扫封袋码')
  const imei = checkImei(code)
  if (!imei.ok && imei.reason === 'luhn') return refused(imei.message)
  if (isParcelNo(code)) {
    return refused(`与登记的退货运单不一致${refund.returnWaybill === '' ? '' : `（登记 ${refund.returnWaybill}）`}`)
  }
  // which of several it should have been, nobody can tell by a foreign code
  if (waiting.length > 1) return refused('不是这一单售出的手机，请核对包裹')
  return {
    outcome: { ok: true, isHeld: true, message: '不是售出的手机，请核对' },
    mismatch: {
      title: '不是售出的手机',
      sold: soldCodeOf(only),
      scanned: code,
      agree: '就收这台，记下不是原机',
      next: { open: { unitId: only.unitId, unitCode: code, isOther: true } },
    },
  }
}

/** The bag of the open phone; an empty code says that it came without one. */
export function scanBag({ refund }: Receiving, open: OpenPhone, code: string): Step {
  const unit = refund.units.find(({ unitId }) => unitId === open.unitId)
  if (!unit) return refused('这台已不在这单售后里，请关闭后重试')
  if (code !== '' && (hasCode(unit, code) || code === open.unitCode)) {
    return { outcome: { ok: true, message: '这台已扫到，请扫封袋码' } }
  }
  if (code !== '' && unitWithCode(refund.units, code)) return refused('上一台还没有扫封袋码，请先扫封袋码')
  const { unitId, unitCode } = open
  const receipt = (confirmDifferent: boolean): Receipt => ({ unitId, unitCode, bagCode: code, confirmDifferent })
  if (code === (unit.soldBagCode ?? '')) {
    return { outcome: { ok: true, message: '封袋码一致' }, receipt: receipt(open.isOther) }
  }
  return {
    outcome: {
      ok: true,
      isHeld: true,
      message: code === '' ? '退回时没有封袋，请核对' : '与售出时的封袋不一致，请核对',
    },
    mismatch: {
      title: code === '' ? '退回时没有封袋' : '不是售出时的封袋',
      sold: unit.soldBagCode ?? '无封袋',
      scanned: code === '' ? '无封袋' : code,
      agree: code === '' ? '就收这台，记下没有封袋' : '就收这台，记下封袋不同',
      next: { receipt: receipt(true) },
    },
  }
}

/** Takes one scanned code for whatever is waited for; a code that does not belong changes nothing. */
export function scanReturn(receiving: Receiving, raw: string): Step {
  const code = normaliseCode(raw)
  const { refund, open } = receiving
  if (refund.returnWaybill !== '' && normaliseCode(refund.returnWaybill) === code) {
    return { outcome: { ok: true, message: `退货运单一致，${open === null ? '请扫手机' : '请扫封袋码'}` } }
  }
  return open === null ? scanPhone(receiving, code) : scanBag(receiving, open, code)
}
