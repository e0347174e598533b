import type { Refusal } from './refusal.ts'

/** Whom a refusal is worded for: a person reads what to do on the page, a program which field of its request is wrong. */
export interface Reader {
  readonly isProgram: boolean
}

/** What of a refusal is written down. */
export type Told = Pick<Refusal, 'message' | 'programMessage' | 'field'>

/** The sentence, to a program with the field at its front. */
export function sentenceOf({ message, programMessage, field }: Told, { isProgram }: Reader): string {
  if (!isProgram) return message
  return field === null ? programMessage : `${field}：${programMessage}`
}

/** What is said of a refused row of a call of many rows; the field is one of the row, and empty where it is about none. */
export interface RowRefusal {
  readonly refusal: string
  readonly message: string
  readonly field: string
}

/** The same words for a refused row as for a refused call; `apiKey` is what a program acts with. */
export const rowRefusal = (refusal: Refusal, { apiKey }: { readonly apiKey?: unknown }): RowRefusal => ({
  refusal: refusal.code,
  message: sentenceOf(refusal, { isProgram: apiKey !== undefined }),
  field: refusal.field ?? '',
})

/** What is said of a row that was done. */
export const NO_REFUSAL: RowRefusal = { refusal: '', message: '', field: '' }
