/** What every answer looks like; `_errCode` is "0" on success. */
export interface Envelope<T> {
  _errCode: string
  _errStr: string
  _bizErrCode: string
  _data: T | null
}

/** What every request body carries beside its payload; empty strings before login. */
export interface LoginContext {
  loginToken: string
  loginPhone: string
  employeeId: string
  merchantId: string
}

/** The keys of the login context, in the order of the specification. */
export const LOGIN_CONTEXT_KEYS = ['loginToken', 'loginPhone', 'employeeId', 'merchantId'] as const

/** The header that makes a write repeatable: the same value with a repeat, a new one with another write. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** The header of every call's answer that says the server's time, in milliseconds since 1970, as it was sent. */
export const SERVER_TIME_HEADER = 'x-server-time'
