/**
 * Codes of the envelope. The first group was seen on the open platform (docs/open-platform.md §1.3); the second is the
 * sandbox's own.
 */
export const PLATFORM_CODES = {
  ok: 0,
  internal: 500,
  /** "请求参数错误, …": a field is missing, of a wrong type or outside its limits. */
  badParameter: 100004,
  /** The shop is not authorised, or the plan does not include the call. */
  notAuthorised: 100008,
  /** Sandbox: the signature does not fit the body, key or time. */
  badSignature: 401,
  /** Sandbox: the timestamp is older or newer than five minutes. */
  expiredTimestamp: 408,
  /** Sandbox: too many calls; retry after a second. */
  throttled: 429,
  /** Sandbox: no such product, order, refund, entry or path. */
  notFound: 100404,
  /** Sandbox: the thing is not in a state that allows the action. */
  wrongState: 100409,
} as const

/** Texts by which the throttle of the layer underneath shows through (docs/open-platform.md §1.4, §A). */
const THROTTLE_TEXTS = ['limited-by-api-access-count', 'This ban will last for']

/** True when a refusal only says "not so fast": the call had no effect and may be sent again after about a second. */
export function isThrottled(code: number, msg: string): boolean {
  return code === PLATFORM_CODES.throttled || THROTTLE_TEXTS.some((text) => msg.includes(text))
}
