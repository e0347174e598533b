import type { Envelope } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import type { Refusal } from '../errors/refusal.ts'
import type { TransportRefusal } from '../errors/transport-refusal.ts'

const text = (envelope: Envelope<unknown>) => JSON.stringify(envelope)

/** The envelope of a success, as text. */
export const successText = (data: unknown): string =>
  text({ _errCode: ERR.ok, _errStr: '', _bizErrCode: '', _data: data ?? null })

/** The envelope of a domain refusal; `_data.field` names the input field it is about, where there is one. */
export const refusalText = ({ message, code, field }: Refusal): string =>
  text({ _errCode: ERR.refused, _errStr: message, _bizErrCode: code, _data: field === null ? null : { field } })

/** The envelope of a refusal by the gateway. */
export const transportText = ({ message, code, field }: TransportRefusal): string =>
  text({ _errCode: ERR[code], _errStr: message, _bizErrCode: '', _data: field === null ? null : { field } })
