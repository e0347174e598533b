import type { Envelope } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import type { Refusal } from '../errors/refusal.ts'
import { type Reader, sentenceOf, type Told } from '../errors/told-refusal.ts'
import type { TransportRefusal } from '../errors/transport-refusal.ts'

const text = (envelope: Envelope<unknown>) => JSON.stringify(envelope)

/** The envelope of a success, as text. */
export const successText = (data: unknown): string =>
  text({ _errCode: ERR.ok, _errStr: '', _bizErrCode: '', _data: data ?? null })

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
