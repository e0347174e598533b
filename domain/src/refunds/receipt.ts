import type { RecheckOutcome } from './recheck.ts'

/** A phone that was scanned when it came back, beside the phone that was sold. */
export interface ScannedReceipt {
  /** The phone that was sold as people name it, and the bag it left in; null where none was used. */
  readonly soldCode: string
  readonly soldBagCode: string | null
  /** As they were scanned; the bag is empty where the phone came without one. */
  readonly receivedCode: string
  readonly receivedBagCode: string
  readonly isSamePhone: boolean
}

/** One thing in which what came back is not what was sold. */
export interface ReceiptDifference {
  readonly code: 'OTHER_PHONE' | 'OTHER_BAG' | 'NO_BAG'
  /** Both sides by their codes, for a person to read and to show to others. */
  readonly message: string
}

function bagDifference({ soldBagCode, receivedBagCode }: ScannedReceipt): ReceiptDifference | null {
  const sold = soldBagCode ?? ''
  if (receivedBagCode === sold) return null
  if (receivedBagCode === '') return { code: 'NO_BAG', message: `收到时没有封袋，售出时的封袋是 ${sold}` }
  const before = sold === '' ? '售出时没有封袋' : `售出时的封袋是 ${sold}`
  return { code: 'OTHER_BAG', message: `收到的封袋是 ${receivedBagCode}，${before}` }
}

/** Every difference between what came back and what was sold, the phone first; none where both are the same. */
export function receiptDifferences(receipt: ScannedReceipt): ReceiptDifference[] {
  const { isSamePhone, receivedCode, soldCode } = receipt
  const bag = bagDifference(receipt)
  return [
    ...(isSamePhone ? [] : [{ code: 'OTHER_PHONE' as const, message: `收到 ${receivedCode}，售出的是 ${soldCode}` }]),
    ...(bag === null ? [] : [bag]),
  ]
}

/** A difference as evidence: who took the phone in knowing of it. */
export const confirmedDifference = ({ message }: ReceiptDifference, confirmedBy: string): string =>
  confirmedBy === '' ? message : `${message}，${confirmedBy}确认签收`

/** True for a phone that came back and is not the one that was sold: by its scan, or by whoever looked at it again. */
export const isSwapped = (returned: {
  readonly isSamePhone: boolean
  readonly outcomes: readonly RecheckOutcome[] | null
}): boolean => !returned.isSamePhone || (returned.outcomes?.includes('otherPhone') ?? false)
