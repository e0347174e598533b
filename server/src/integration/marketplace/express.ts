import { findCarrier, findCarrierByPlatformCode } from '@huanji/domain/carriers'
import { findExpressCompany, OTHER_CARRIER_CODE } from '@huanji/marketplace/protocol/carriers'

/** A carrier as the marketplace spells it; one it does not know travels as "other" under its real name. */
export function expressOf(carrierCode: string): { express_code: string; express_name: string } {
  const carrier = findCarrier(carrierCode)
  const code = carrier?.platformCode ?? OTHER_CARRIER_CODE
  const known = findExpressCompany(code)
  const isOther = known === undefined || code === OTHER_CARRIER_CODE
  return {
    express_code: isOther ? OTHER_CARRIER_CODE : code,
    express_name: isOther ? (carrier?.name ?? carrierCode) : known.express_name,
  }
}

/** Our code of a carrier that the marketplace names, where there is a parcel; empty where there is none. */
export const carrierOf = (platformCode: string | undefined, waybill: string | undefined): string =>
  waybill ? (findCarrierByPlatformCode(platformCode ?? '')?.code ?? 'OTHER') : ''
