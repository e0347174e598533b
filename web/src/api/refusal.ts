import { ERR, type RefusalCode } from '@huanji/contract/errors'

/** An answer that says no: by the domain (`bizErrCode` set) or by the transport. Its message is what a person reads. */
export class ApiRefusal extends Error {
  readonly errCode: string
  /** The stable word of a domain refusal, empty otherwise. */
  readonly bizErrCode: RefusalCode | ''
  /** The input field the refusal is about as a form's path (`scans.0.bagCode`), where the server names one. */
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
    this.field = typeof field === 'string' ? field.replace(/\[(\d+)\]/g, '.$1') : null
  }
}

/** True for a domain refusal with one of the given codes, or any refusal when none is given. */
export function isRefusal(error: unknown, ...codes: readonly RefusalCode[]): error is ApiRefusal {
  if (!(error instanceof ApiRefusal)) return false
  return codes.length === 0 || codes.some((code) => code === error.bizErrCode)
}

/** True when the call was refused for want of a right: asking again gives the same answer. */
export const isNotGranted = (error: unknown): boolean => error instanceof ApiRefusal && error.errCode === ERR.notGranted

/** What a proxy says for a gateway that it does not reach, or that does not answer it in time. */
const UNREACHABLE = new Set([502, 503, 504])

/** Something between here and the gateway has answered in its place; whether the call was carried out is not known. */
export class ForeignAnswer extends Error {
  constructor(status: number) {
    if (UNREACHABLE.has(status)) super('服务暂时不可用')
    else super(status < 400 ? '收到的不是焕机的回答' : `请求没有通过服务器入口（${status}）`)
    this.name = 'ForeignAnswer'
  }
}

const withoutAnswer = (error: unknown, then: string): string =>
  `${error instanceof ForeignAnswer ? error.message : '网络中断'}，${then}`

/** What to tell a person about any failed call; a failure without any answer is a matter of the network. */
export function errorText(error: unknown): string {
  if (error instanceof ApiRefusal) return error.message
  return error instanceof ForeignAnswer ? withoutAnswer(error, '请稍后重试') : '网络连接失败，请检查网络后重试'
}

/**
 * What to tell a person about a failed call whose input is kept.
 * @param kept what was kept and what to do, for the case that it is not known whether the call was carried out
 */
export function keptText(error: unknown, kept = '内容已保留，请再次提交'): string {
  return error instanceof ApiRefusal ? error.message : withoutAnswer(error, kept)
}
