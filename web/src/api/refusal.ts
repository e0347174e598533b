import type { RefusalCode } from '@huanji/contract/errors'

/** An answer that says no: by the domain (`bizErrCode` set) or by the transport. Its message is what a person reads. */
export class ApiRefusal extends Error {
  readonly errCode: string
  /** The stable word of a domain refusal, empty otherwise. */
  readonly bizErrCode: RefusalCode | ''
  /** The input field the refusal is about as a dotted path, where the server names one. */
  readonly field: string | null
  /** What came with the refusal, such as the present version in a conflict. */
  readonly data: unknown

  constructor(errCode: string, message: string, bizErrCode: string, data: unknown) {
    super(message)
    this.name = 'ApiRefusal'
    this.errCode = errCode
    this.bizErrCode = bizErrCode as RefusalCode | ''
    this.data = data
    const field = typeof data === 'object' && data !== null && 'field' in data ? data.field : null
    this.field = typeof field === 'string' ? field : null
  }
}

/** True for a domain refusal with one of the given codes, or any refusal when none is given. */
export function isRefusal(error: unknown, ...codes: readonly RefusalCode[]): error is ApiRefusal {
  if (!(error instanceof ApiRefusal)) return false
  return codes.length === 0 || codes.some((code) => code === error.bizErrCode)
}

/** What to tell a person about any failed call; a failure without an answer is a matter of the network. */
export function errorText(error: unknown): string {
  return error instanceof ApiRefusal ? error.message : '网络连接失败，请检查网络后重试'
}
