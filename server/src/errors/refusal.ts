import { fillText, REFUSALS, type RefusalCode } from '@huanji/contract/errors'
import { programRefusal } from '@huanji/contract/program-words'

export type RefusalValues = Readonly<Record<string, string | number>>

export interface RefusalOptions {
  /** The input field the refusal is about, as its path in the request (`scans[0].bagCode`); the sentence then starts with nothing more, the client marks the field. */
  readonly field?: string
  /**
   * True when what the handler wrote so far must stay, such as a counted failed attempt.
   * Otherwise a refusal rolls the whole transaction back.
   */
  readonly keepsChanges?: boolean
}

/** An expected refusal of the domain: answered with HTTP 200, a stable word and a sentence a person can act on. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly field: string | null
  /** The same in words for a program, which has no page to load anew. */
  readonly programMessage: string
  readonly keepsChanges: boolean

  constructor(code: RefusalCode, values: RefusalValues = {}, options: RefusalOptions = {}) {
    super(fillText(REFUSALS[code], values))
    this.name = 'Refusal'
    this.programMessage = programRefusal(code, values)
    this.code = code
    this.field = options.field ?? null
    this.keepsChanges = options.keepsChanges ?? false
  }
}

/** Refuses the call in the words of the contract's catalogue (errors.ts), with the places of the sentence filled. */
export function refuse(code: RefusalCode, values?: RefusalValues, options?: RefusalOptions): never {
  throw new Refusal(code, values, options)
}
