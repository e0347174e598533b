/** What the server said of a line as it is written now. */
export interface ParcelAnswer {
  readonly ok: boolean
  /** The stable word of why not; empty for a line that can go. */
  readonly refusal: string
  readonly message: string
  readonly orderNo: string
  readonly title: string
  /** The lines that it was asked with, by their keys: `message` names one of them as 第N行. */
  readonly beside: readonly number[]
}

/** One parcel of a list: which order, and the number it travels under. */
export interface ParcelLine {
  readonly key: number
  /** The order's number, a code of its phone or of its bag; and whatever else was scanned for it, parted by blanks. */
  readonly code: string
  readonly waybill: string
  /** Empty lets the number decide. */
  readonly carrierCode: string
  /** The order that its code names; empty until somebody has looked. */
  readonly orderNo: string
  /** A scan began it, or was put into it: the number that is scanned next is its own. */
  readonly isScanned: boolean
  /** A person said that another buyer's parcel rightly has the same number. */
  readonly confirmSharedWaybill: boolean
  /** Null until it was asked. */
  readonly answer: ParcelAnswer | null
}

/** What is written in a line. */
export type Written = Pick<ParcelLine, 'code' | 'waybill' | 'carrierCode'>
