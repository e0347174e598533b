import { BODY_LIMIT_BYTES } from '@huanji/contract/constants'
import {
  IDEMPOTENCY_HEADER,
  LOGIN_CONTEXT_KEYS,
  type LoginContext,
  SERVER_TIME_HEADER,
} from '@huanji/contract/envelope'
import { dictionary } from '@huanji/domain/dictionary'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { codeOf, isStorageFailure, isUnavailable } from '../database/errors.ts'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import type { Metrics } from '../ops/metrics.ts'
import type { Log } from '../platform/log.ts'
import { PasswordQueueFull } from '../platform/passwords.ts'
import { traced } from '../platform/tracing.ts'
import type { Services } from '../services.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import { transportText } from './answer.ts'
import { isProgram, keyProblem } from './caller-kind.ts'
import { ClientLeft, leftBefore } from './client-left.ts'
import { type CallDependencies, executeCall, type IncomingCall } from './execute-call.ts'
import type { BoundHandler } from './handler.ts'
import { isOwnVisitor } from './own-visitors.ts'

const KEY_LENGTH_MAX = 64
const JSON_TYPE = /^application\/json\s*(;\s*charset=utf-8\s*)?$/i
/** PostgreSQL holds no such character in a text, and nobody types one. */
const NUL_ESCAPE = /\\u0000/i

/** Registers one route for each call, all with the same chain (docs/architecture.md). */
export async function registerCalls(
  server: FastifyInstance,
  bound: ReadonlyMap<string, BoundHandler>,
  dependencies: CallDependencies,
  metrics: Metrics,
): Promise<void> {
  await server.register(async (calls) => {
    const { clock } = dependencies.services
    calls.addHook('onSend', (_request, reply, _payload, done) => {
      reply.header(SERVER_TIME_HEADER, clock.now().getTime())
      done()
    })
    const parseSafely = calls.getDefaultJsonParser('error', 'error')
    calls.removeAllContentTypeParsers()
    calls.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (request, body, done) => {
        if (NUL_ESCAPE.test(body.toString()))
          done(new TransportRefusal('malformed', { detail: '含有不能使用的控制字符' }))
        else void parseSafely(request, body.toString(), done)
      },
    )
    for (const [path, handler] of bound) registerCall(calls, path, handler, dependencies, metrics)
  })
}

function registerCall(
  server: FastifyInstance,
  path: string,
  handler: BoundHandler,
  dependencies: CallDependencies,
  metrics: Metrics,
): void {
  const ownKeys = ownContextKeys(handler)
  server.post(path, {
    bodyLimit: handler.spec.bodyLimitBytes,
    onRequest: async (request, reply) => {
      reply.header('x-request-id', request.id).header('cache-control', 'no-store')
      if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) throw new TransportRefusal('wrongMediaType')
      await dependencies.rates.takeForAddress(request.ip, handler.spec.rate)
    },
    handler: (request, reply) =>
      traced(`POST ${path}`, 'call', { 'http.route': path, 'huanji.request_id': request.id }, async () => {
        const answer = await executeCall(
          dependencies,
          handler,
          incoming(request, reply, ownKeys, dependencies.services.settings),
        )
        return sendJson(reply, 200, answer)
      }),
    onResponse: async (_request, reply) => metrics.observeCall(path, reply.statusCode, reply.elapsedTime),
  })
}

/**
 * Names of the login context that a public call uses for its own input: choosing a merchant names the employee, and
 * nobody is signed in yet whom the context could mean.
 */
function ownContextKeys({ spec, isPublic }: BoundHandler): readonly string[] {
  const { input } = spec
  return isPublic && input instanceof z.ZodObject ? LOGIN_CONTEXT_KEYS.filter((key) => key in input.shape) : []
}

function incoming(
  request: FastifyRequest,
  reply: FastifyReply,
  ownKeys: readonly string[],
  settings: Services['settings'],
): IncomingCall {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new TransportRefusal('malformed', { detail: '请求体应为 JSON 对象' })
  }
  const { loginToken, loginPhone, employeeId, merchantId, ...rest } = body as Record<string, unknown>
  const own = Object.entries(body).filter(([key]) => ownKeys.includes(key))
  const login = {
    loginToken: contextText('loginToken', loginToken),
    loginPhone: contextText('loginPhone', loginPhone),
    employeeId: contextText('employeeId', employeeId),
    merchantId: contextText('merchantId', merchantId),
  }
  return {
    login,
    apiKey: apiKeyOf(request, login, ownKeys),
    isProgram: isProgram(request),
    keyProblem: keyProblem(request.headers.authorization),
    payload: own.length === 0 ? rest : { ...rest, ...Object.fromEntries(own) },
    key: keyOf(request),
    request: {
      requestId: request.id,
      ip: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
    },
    isOwnVisitor: isOwnVisitor(request.headers, settings),
    left: leftBefore(reply.raw),
  }
}

const BEARER = /^Bearer +(\S{1,200})$/i

/** The key that a program says it has; null where none can be read. */
function apiKeyOf({ headers }: FastifyRequest, login: LoginContext, ownKeys: readonly string[]): string | null {
  const key = BEARER.exec(headers.authorization ?? '')?.[1]
  if (key === undefined) return null
  if (Object.entries(login).some(([name, value]) => value !== '' && !ownKeys.includes(name))) {
    throw new TransportRefusal('malformed', { detail: '使用接口密钥时，请求体只放业务参数，不要带登录信息' })
  }
  return key
}

/** One value of the login context; a caller that leaves it out is signed out. */
function contextText(name: keyof LoginContext, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string' && value.length <= 400) return value
  throw new TransportRefusal('malformed', { detail: '登录信息应为文本' }, name)
}

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers[IDEMPOTENCY_HEADER]
  if (key === undefined || key === '') return null
  if (typeof key === 'string' && key.length <= KEY_LENGTH_MAX && /^[\x21-\x7e]+$/.test(key)) return key
  const detail = `操作编号应为不超过${KEY_LENGTH_MAX}个可见字符`
  throw new TransportRefusal('malformed', { detail }, IDEMPOTENCY_HEADER)
}

function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(text)
}

/** Answers whatever went wrong with an envelope; what nobody expected gets a reference that stands in the log. */
export function registerErrors(
  server: FastifyInstance,
  log: Log,
  metrics?: Pick<Metrics, 'countStorageRefusal'>,
): void {
  server.setErrorHandler((error: unknown, request, reply) => {
    const refusal = transportRefusalOf(error, request, log)
    if (refusal.code === 'storageUnavailable') metrics?.countStorageRefusal()
    if (refusal.retryAfterSeconds !== null) reply.header('retry-after', String(refusal.retryAfterSeconds))
    reply.header('cache-control', 'no-store')
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer realm="huanji"')
    return sendJson(reply, refusal.status, transportText(refusal, { isProgram: isProgram(request) }))
  })
}

/** What the server itself says about a request it could not read. */
const SERVER_CODES: Readonly<Record<string, () => TransportRefusal>> = dictionary({
  FST_ERR_CTP_BODY_TOO_LARGE: () => new TransportRefusal('tooLarge'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new TransportRefusal('wrongMediaType'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new TransportRefusal('malformed', { detail: '请求体为空' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new TransportRefusal('malformed', { detail: '内容长度不符' }),
})

/** What an error means for whoever asked; what nobody expected is logged with the reference that the refusal names. */
export function transportRefusalOf(error: unknown, request: FastifyRequest, log: Log): TransportRefusal {
  if (error instanceof TransportRefusal) return error
  const code = codeOf(error)
  // it looks like a lost connection to the database, and only the request itself knows that it is its own
  if (error instanceof Error && error === request.raw.errored) {
    log.debug({ requestId: request.id, path: pathOf(request) }, 'a client left before its request was read')
    return new TransportRefusal('malformed', { detail: '请求不完整' })
  }
  if (error instanceof ClientLeft) {
    log.debug({ requestId: request.id, path: pathOf(request) }, 'a client left before its answer')
    return new TransportRefusal('malformed', { detail: '请求已取消' })
  }
  const known = SERVER_CODES[code]
  if (known !== undefined) return known()
  if (statusOf(error) === 400) return new TransportRefusal('malformed', { detail: '不是有效的 JSON' })
  const fields = { err: error, requestId: request.id, path: pathOf(request) }
  if (error instanceof PasswordQueueFull || isUnavailable(error)) {
    log.warn(fields, 'too busy for a call')
    return new TransportRefusal('busy')
  }
  if (error instanceof StorageUnavailable || isStorageFailure(error)) {
    log.error(fields, 'the storage cannot be used')
    return new TransportRefusal('storageUnavailable')
  }
  log.error(fields, 'a call failed')
  // a value the column cannot hold: the contract let through what it should have refused
  if (/^22/.test(code)) return new TransportRefusal('malformed', { detail: '有内容超出允许的范围' })
  return new TransportRefusal('internal', { reference: request.id })
}

const pathOf = ({ url }: FastifyRequest): string | undefined => url.split('?')[0]

function statusOf(error: unknown): unknown {
  return error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
}
