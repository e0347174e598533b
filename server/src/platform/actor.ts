/** Who makes a call, as the session says. */
export interface Actor {
  readonly merchantId: string
  readonly employeeId: string
  readonly employeeName: string
  readonly phone: string
  readonly grants: ReadonlySet<string>
  /** The owner may make every call, whatever the grants. */
  readonly isOwner: boolean
  /** The most that one refund may come to, in fen; null is without a limit. */
  readonly refundLimitFen: number | null
  readonly sessionId: string
}
