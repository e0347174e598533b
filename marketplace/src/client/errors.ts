/** The marketplace answered, and said no. The call had no effect. */
export class MarketplaceRefused extends Error {
  override readonly name = 'MarketplaceRefused'
  readonly code: number
  readonly msg: string

  constructor(path: string, code: number, msg: string) {
    super(`${path} refused with ${code}: ${msg}`)
    this.code = code
    this.msg = msg
  }
}

/** The marketplace could not be reached, or its answer cannot be read. */
export class MarketplaceUnavailable extends Error {
  override readonly name = 'MarketplaceUnavailable'
  /** True when the call may have had its effect all the same: look before sending a write again. */
  readonly outcomeUnknown: boolean

  constructor(path: string, reason: string, outcomeUnknown: boolean, cause?: unknown) {
    super(`${path} unavailable: ${reason}`, { cause })
    this.outcomeUnknown = outcomeUnknown
  }
}

/** No answer in time. The call may have had its effect: look before sending a write again. */
export class MarketplaceTimeout extends Error {
  override readonly name = 'MarketplaceTimeout'
  readonly outcomeUnknown = true

  constructor(path: string, timeoutMs: number) {
    super(`${path} gave no answer within ${timeoutMs} ms`)
  }
}

export type MarketplaceFailure = MarketplaceRefused | MarketplaceUnavailable | MarketplaceTimeout

/** True for the three errors a call can end with; anything else is a fault of the caller. */
export function isMarketplaceFailure(error: unknown): error is MarketplaceFailure {
  return (
    error instanceof MarketplaceRefused ||
    error instanceof MarketplaceUnavailable ||
    error instanceof MarketplaceTimeout
  )
}
