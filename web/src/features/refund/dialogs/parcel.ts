import { checkSentWaybill, findCarrier, guessCarriers } from '@huanji/domain/carriers'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'

/** A parcel that goes out: its number, and the carrier that the number names until a person chooses one. */
export interface OutgoingParcel {
  readonly waybill: string
  readonly carrierCode: string
  /** False once a person chose the carrier: a guess never overrules that. */
  readonly isCarrierGuessed: boolean
}

export const NO_PARCEL: OutgoingParcel = { waybill: '', carrierCode: '', isCarrierGuessed: true }

const guessOf = (waybill: string): string => guessCarriers(waybill)[0]?.code ?? ''

export const parcelWithWaybill = (parcel: OutgoingParcel, waybill: string): OutgoingParcel =>
  parcel.isCarrierGuessed ? { ...parcel, waybill, carrierCode: guessOf(waybill) } : { ...parcel, waybill }

/** No carrier lets the number decide again. */
export const parcelWithCarrier = (parcel: OutgoingParcel, carrierCode: string): OutgoingParcel =>
  carrierCode === ''
    ? parcelWithWaybill({ ...parcel, isCarrierGuessed: true }, parcel.waybill)
    : { ...parcel, carrierCode, isCarrierGuessed: false }

/** What is still wrong with a number that is being typed; empty while nothing stands there and once it can be sent. */
export function faultWhileTyping(waybill: string): string {
  const checked = checkSentWaybill(waybill)
  return waybill === '' || checked.ok ? '' : checked.message
}

/** Takes a waybill by its form; one that is none changes nothing. */
export function takeWaybill(
  parcel: OutgoingParcel,
  raw: string,
): { readonly parcel: OutgoingParcel; readonly outcome: ScanOutcome } {
  const checked = checkSentWaybill(raw)
  if (!checked.ok) return { parcel, outcome: { ok: false, message: checked.message } }
  const next = parcelWithWaybill(parcel, checked.waybill)
  const carrier = findCarrier(next.carrierCode)
  return { parcel: next, outcome: { ok: true, message: carrier ? carrier.name : '请选择快递公司' } }
}
