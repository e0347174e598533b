import { isId } from '../../platform/ids.ts'

/** The last bytes of a record's id are random: whoever knows them was shown the report (docs/domain.md §1.6). */
const TAIL_BYTES = 5
const MERCHANT_BYTES = 16

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

/** What stands beside the inspection number in the address of its report: the merchant, and the end of the record's id. */
const keyOf = (merchantId: string, inspectionId: string): string =>
  Buffer.concat([bytesOf(merchantId), bytesOf(inspectionId).subarray(-TAIL_BYTES)]).toString('base64url')

/** Where buyers read a record's report: a path of this site that cannot be guessed from the number. */
export const reportPath = (record: { merchantId: string; inspectionId: string; inspectionNo: string }): string =>
  `/report/${record.inspectionNo}/${keyOf(record.merchantId, record.inspectionId)}`

/** What a key says of the record that it belongs to. */
export interface ReportKey {
  readonly merchantId: string
  /** The last hexadecimal digits of the record's id. */
  readonly idEnd: string
}

/** Reads an address's key; null for a text that cannot be one. Whether there is such a record is not known yet. */
export function readKey(key: string): ReportKey | null {
  if (!/^[\w-]{28}$/.test(key)) return null
  const hex = Buffer.from(key, 'base64url').toString('hex')
  const merchantId = hex.slice(0, 2 * MERCHANT_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isId(merchantId) ? { merchantId, idEnd: hex.slice(-2 * TAIL_BYTES) } : null
}
