import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallSpec } from '@huanji/contract/call'
import { BODY_LIMIT_BYTES, FILTER_VALUES_MAX } from '@huanji/contract/constants'
import { IDEMPOTENCY_HEADER, LOGIN_CONTEXT_KEYS, type LoginContext } from '@huanji/contract/envelope'
import { ERR, ERR_TEXT, REFUSALS, type RefusalCode } from '@huanji/contract/errors'
import type { Holder } from '../checks/access.ts'
import type { Target } from '../gateway/target.ts'
import { add, FAKE_CALLS, lookUp } from './fake-calls.ts'

/** Ways in which a gateway can be wrong; the checks must notice each. */
export type Defect =
  | 'stack in an answer'
  | 'internal error'
  | 'no envelope'
  | 'cacheable'
  | 'undeclared refusal'
  | 'unknown field in the output'
  | 'empty place in a sentence'
  | 'SQL in a refusal'
  | 'no session check'
  | 'ended session accepted'
  | 'employee not compared'
  | 'no permission check'
  | 'owner kept out'
  | 'GET answered'
  | 'any media type'
  | 'no size limit'
  | 'unknown field taken'
  | 'input not checked'
  | 'good input refused'
  | 'foreign id told apart'
  | 'foreign id in a list told apart'
  | 'any number of values'
  | 'too many values refused without saying so'
  | 'key forgotten'
  | 'key not compared'

interface Reply {
  readonly status: number
  readonly envelope: object | string
}

const person = (suffix: string, merchant: string): LoginContext => ({
  loginToken: `v1.${merchant}.token-of-${suffix}`,
  loginPhone: `1380013800${suffix}`,
  employeeId: `01890000-0000-7000-8000-00000000000${suffix}`,
  merchantId: merchant,
})

const MERCHANT_A = '01890000-0000-7000-8000-0000000000aa'
const MERCHANT_B = '01890000-0000-7000-8000-0000000000bb'

/** The people the fake gateway knows. */
export const FAKE_PEOPLE = {
  owner: { name: 'owner', context: person('1', MERCHANT_A), grants: new Set<string>(), isOwner: true },
  reader: { name: 'reader', context: person('2', MERCHANT_A), grants: new Set([lookUp.path]), isOwner: false },
  stranger: { name: 'stranger', context: person('3', MERCHANT_B), grants: new Set<string>(), isOwner: true },
} as const satisfies Record<string, Holder>

export const ENDED = person('4', MERCHANT_A)
/** A thing of the stranger's, and one of our own. */
export const FOREIGN_THING = '01890000-0000-7000-8000-0000000000f0'
export const OWN_THING = '01890000-0000-7000-8000-0000000000f1'

const ok = (data: object): Reply => ({
  status: 200,
  envelope: { _errCode: ERR.ok, _errStr: '', _bizErrCode: '', _data: data },
})
const refusal = (word: RefusalCode, text: string = REFUSALS[word]): Reply => ({
  status: 200,
  envelope: { _errCode: ERR.refused, _errStr: text, _bizErrCode: word, _data: null },
})
const failure = (
  code: keyof typeof ERR_TEXT,
  status = 200,
  detail = '格式不正确',
  data: object | null = null,
): Reply => ({
  status,
  envelope: { _errCode: ERR[code], _errStr: ERR_TEXT[code].replace('{detail}', detail), _bizErrCode: '', _data: data },
})

/** A gateway small enough to be checked by reading, with exactly the defects it is told to have. */
export async function startFakeGateway(defect: Defect | null): Promise<Target & { close(): Promise<void> }> {
  const state = { total: 0, answers: new Map<string, { body: string; reply: Reply }>() }
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const reply = answer(defect, state, request, body)
      sendReply(defect, response, reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    letPass: async () => {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function sendReply(defect: Defect | null, response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': defect === 'cacheable' ? 'max-age=60' : 'no-store',
  })
  response.end(typeof reply.envelope === 'string' ? reply.envelope : JSON.stringify(reply.envelope))
}

interface State {
  total: number
  readonly answers: Map<string, { body: string; reply: Reply }>
}

function answer(defect: Defect | null, state: State, request: IncomingMessage, text: string): Reply {
  const spec = FAKE_CALLS.find((call) => call.path === request.url)
  const posted = request.method === 'POST' || defect === 'GET answered'
  if (!spec) return failure('unknownPath', 404)
  if (!posted) return failure('wrongMethod', 405)
  if (request.headers['content-type'] !== 'application/json' && defect !== 'any media type')
    return failure('wrongMediaType', 415)
  if (text.length > BODY_LIMIT_BYTES && defect !== 'no size limit') return failure('tooLarge', 413)
  const body = objectIn(text)
  if (body === null) return failure('malformed')
  const holder = holderOf(defect, body)
  if (!holder) return failure('sessionInvalid')
  if (!isAllowed(defect, spec, holder)) return failure('notGranted')
  return answerChecked(defect, state, spec, payloadOf(body), request.headers[IDEMPOTENCY_HEADER])
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : null
  } catch {
    return null
  }
}

function holderOf(defect: Defect | null, body: Record<string, unknown>): Holder | undefined {
  const people: Holder[] = Object.values(FAKE_PEOPLE)
  if (defect === 'no session check') return FAKE_PEOPLE.owner
  if (defect === 'ended session accepted' && body.loginToken === ENDED.loginToken) return FAKE_PEOPLE.owner
  const compared = LOGIN_CONTEXT_KEYS.filter((key) => defect !== 'employee not compared' || key !== 'employeeId')
  return people.find(({ context }) => compared.every((key) => context[key] === body[key]))
}

function isAllowed(defect: Defect | null, spec: CallSpec, holder: Holder): boolean {
  if (defect === 'no permission check') return true
  if (holder.isOwner) return defect !== 'owner kept out'
  return holder.grants.has(spec.path)
}

function payloadOf(body: Record<string, unknown>): Record<string, unknown> {
  const context: readonly string[] = LOGIN_CONTEXT_KEYS
  return Object.fromEntries(Object.entries(body).filter(([key]) => !context.includes(key)))
}

function answerChecked(
  defect: Defect | null,
  state: State,
  spec: CallSpec,
  payload: Record<string, unknown>,
  key: unknown,
): Reply {
  if (defect === 'good input refused') return failure('malformed')
  if (defect === 'unknown field taken') delete payload.noSuchField
  if (Object.hasOwn(payload, '__proto__')) return failure('malformed')
  if (!spec.input.safeParse(payload).success && defect !== 'input not checked') return refusedInput(defect, payload)
  if (defect) {
    const wrong = wrongReply(defect)
    if (wrong) return wrong
  }
  return spec === add ? addOnce(defect, state, payload, key) : lookedUp(defect, payload)
}

function refusedInput(defect: Defect | null, { alsoId }: Record<string, unknown>): Reply {
  const isTooMany = Array.isArray(alsoId) && alsoId.length > FILTER_VALUES_MAX
  if (isTooMany && defect === 'any number of values') return ok({ thingId: OWN_THING, name: '手机' })
  const isSaid = isTooMany && defect !== 'too many values refused without saying so'
  return isSaid
    ? failure('malformed', 200, `最多选择 ${FILTER_VALUES_MAX} 项`, { field: 'alsoId' })
    : failure('malformed', 200)
}

function wrongReply(defect: Defect): Reply | null {
  switch (defect) {
    case 'stack in an answer':
      return refusal('NOT_FOUND', '出错了 at handle (/srv/server/src/app.ts:10:5)')
    case 'internal error':
      return failure('internal', 500)
    case 'no envelope':
      return { status: 500, envelope: '<h1>Internal Server Error</h1>' }
    case 'undeclared refusal':
      return refusal('ORDER_CLOSED')
    case 'unknown field in the output':
      return ok({ thingId: OWN_THING, name: '手机', total: 1, passwordHash: 'x' })
    case 'empty place in a sentence':
      return refusal('NOT_FOUND', '{who}已修改')
    case 'SQL in a refusal':
      return refusal('NOT_FOUND', '出错 select id from thing where id = 1')
    default:
      return null
  }
}

function addOnce(defect: Defect | null, state: State, payload: Record<string, unknown>, key: unknown): Reply {
  const body = JSON.stringify(payload)
  const earlier = typeof key === 'string' && defect !== 'key forgotten' ? state.answers.get(key) : undefined
  if (earlier && earlier.body !== body && defect !== 'key not compared') return failure('keyReused')
  if (earlier) return earlier.reply
  state.total += Number(payload.amount)
  const reply = ok({ total: state.total })
  if (typeof key === 'string') state.answers.set(key, { body, reply })
  return reply
}

function lookedUp(defect: Defect | null, payload: Record<string, unknown>): Reply {
  const { alsoId } = payload
  if (defect === 'foreign id in a list told apart' && Array.isArray(alsoId) && alsoId.includes(FOREIGN_THING))
    return refusal('NOT_FOUND', '记录属于其他商家')
  if (payload.thingId === OWN_THING) return ok({ thingId: OWN_THING, name: '手机' })
  return defect === 'foreign id told apart' && payload.thingId === FOREIGN_THING
    ? refusal('NOT_FOUND', '记录属于其他商家')
    : refusal('NOT_FOUND')
}
