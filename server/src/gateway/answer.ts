import type { Envelope } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import type { Refusal } from '../errors/refusal.ts'
import type { TransportRefusal } from '../errors/transport-refusal.ts'

const text = (envelope: Envelope<unknown>) => JSON.stringify(envelope)

/** The envelope of a success, as text. */
export const successText = (data: unknown): string =>
  text({ _errCode: ERR.ok, _errStr: '', _bizErrCode: '', _data: data ?? null })

/** Whom a refusal is worded for: a person reads what to do on the page, a program which field of its request is wrong. */
export interface Reader {
  readonly isProgram: boolean
}

/** What of a refusal is written down. */
type Told = Pick<Refusal, 'message' | 'programMessage' | 'field'>

/** The sentence, to a program with the field at its front. */
function sentenceOf({ message, programMessage, field }: Told, { isProgram }: Reader): string {
  if (!isProgram) return message
  return field === null ? programMessage : `${field}：${programMessage}`
}

const hintOf = ({ field }: Told) => (field === null ? null : { field })

/** The envelope of a domain refusal; `_data.field` names the input field it is about, where there is one. */
export const refusalText = (refusal: Refusal, reader: Reader): string =>
  text({
    _errCode: ERR.refused,
    _errStr: sentenceOf(refusal, reader),
    _bizErrCode: refusal.code,
    _data: hintOf(refusal),
  })

/** The envelope of a refusal by the gateway. */
export const transportText = (refusal: TransportRefusal, reader: Reader): string =>
  text({ _errCode: ERR[refusal.code], _errStr: sentenceOf(refusal, reader), _bizErrCode: '', _data: hintOf(refusal) })
