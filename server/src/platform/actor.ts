/** The API key through which a program acts. */
export interface ActingKey {
  readonly keyId: string
  readonly name: string
  readonly ratePerMinute: number
}

/** The shops of the merchant that somebody is bound to, and since when, ISO 8601. */
export interface ShopBound {
  readonly employeeId: string
  readonly shopIds: readonly string[]
  readonly since: string
}

/** Who makes a call, as the session says, or the API key. */
export interface Actor {
  readonly merchantId: string
  readonly employeeId: string
  /** A program's is what its key is called; `employeeId` is whoever made the key. */
  readonly employeeName: string
  readonly phone: string
  readonly grants: ReadonlySet<string>
  /** The owner may make every call, whatever the grants. */
  readonly isOwner: boolean
  /** The most that one refund may come to, in fen; null is without a limit. */
  readonly refundLimitFen: number | null
  readonly sessionId: string
  /** The shops that the person is bound to; absent for whoever sees all of them. */
  readonly shops?: ShopBound
  /** Of a program's call only. */
  readonly apiKey?: ActingKey
}

/** Who does something, and when. */
export interface By {
  readonly who: Actor
  readonly now: Date
}

/** Whose budget a call draws on, whose repeats it can be, and whom the audit log names: the key of a program, else the employee. */
export const callerId = ({ apiKey, employeeId }: Pick<Actor, 'apiKey' | 'employeeId'>): string =>
  apiKey?.keyId ?? employeeId
