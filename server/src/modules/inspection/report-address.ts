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

/** The merchant that an address's key names, as an id; null for a text that is no key. */
export function merchantOfKey(key: string): string | null {
  if (!/^[\w-]{28}$/.test(key)) return null
  const hex = Buffer.from(key, 'base64url').subarray(0, MERCHANT_BYTES).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** True when the key belongs to this record of this merchant. */
export const isKeyOf = (key: string, merchantId: string, inspectionId: string): boolean =>
  key === keyOf(merchantId, inspectionId)
