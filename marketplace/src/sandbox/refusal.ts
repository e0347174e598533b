import { PLATFORM_CODES } from '../protocol/errors.ts'

/** The sandbox says no to a call: a code and the text the caller reads. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal'
  readonly code: number

  constructor(code: number, msg: string) {
    super(msg)
    this.code = code
  }
}

/** Refuses a parameter, in the platform's own words (docs/open-platform.md §1.3). */
export function badParameter(field: string, why: string): SandboxRefusal {
  return new SandboxRefusal(PLATFORM_CODES.badParameter, `请求参数错误, field "${field}" ${why}`)
}

/** Refuses because the thing does not exist, or is another merchant's: the two cannot be told apart. */
export function notFound(what: string): SandboxRefusal {
  return new SandboxRefusal(PLATFORM_CODES.notFound, `${what}不存在`)
}

/** Refuses because the thing is not in a state that allows the action. */
export function wrongState(why: string): SandboxRefusal {
  return new SandboxRefusal(PLATFORM_CODES.wrongState, why)
}
