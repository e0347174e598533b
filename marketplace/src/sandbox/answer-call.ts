import type { z } from 'zod'
import { CALLS, type CallName } from '../protocol/calls.ts'
import { PLATFORM_CODES } from '../protocol/errors.ts'
import { parseExactJson } from '../protocol/json.ts'
import { isTimestampFresh, verifySignature } from '../protocol/signature.ts'
import type { SandboxContext } from './context.ts'
import { HANDLERS } from './handlers.ts'
import type { Answer, IncomingCall } from './incoming-call.ts'
import { badParameter, SandboxRefusal } from './refusal.ts'

export interface CallAdmission {
  appKey: string
  appSecret: string
  /** The merchant whose own application it is (自研): its calls name no merchant. Left out for an application of many merchants. */
  ownSellerId?: number | undefined
  /** Wall clock in milliseconds: signatures carry it. */
  wallNow: () => number
}

const NAMES_BY_PATH = new Map<string, CallName>(
  Object.entries(CALLS).map(([name, spec]) => [spec.path, name as CallName]),
)

/** Admits a call: path, app, time, signature, shape; then does it in one transaction. Refusals become an envelope. */
export function answerCall(context: SandboxContext, options: CallAdmission, call: IncomingCall): Answer {
  try {
    const name = NAMES_BY_PATH.get(call.path)
    if (name === undefined) throw new SandboxRefusal(PLATFORM_CODES.notFound, '接口不存在')
    const sellerId = checkSender(options, call, CALLS[name].needsSeller)
    return { code: PLATFORM_CODES.ok, msg: 'OK', data: execute(context, name, sellerId, call.rawBody) ?? {} }
  } catch (error) {
    if (error instanceof SandboxRefusal) return { code: error.code, msg: error.message }
    throw error
  }
}

/**
 * Checks app key, time and signature (docs/open-platform.md §1.1, §1.2) and gives the merchant's id, 0 for the call
 * without one. A merchant's own application names none, neither in the address nor in the signature.
 */
function checkSender(options: CallAdmission, call: IncomingCall, needsSeller: boolean): number {
  const { appKey, appSecret } = options
  if (call.query.get('appid') !== appKey) {
    throw new SandboxRefusal(PLATFORM_CODES.notAuthorised, '应用不存在或已下线')
  }
  const timestampS = readWhole(call.query.get('timestamp'), 'timestamp')
  if (!isTimestampFresh(timestampS, options.wallNow())) {
    throw new SandboxRefusal(PLATFORM_CODES.expiredTimestamp, '时间戳已过期')
  }
  const sellerText = call.query.get('seller_id')
  const namesSeller = sellerText !== null || (needsSeller && options.ownSellerId === undefined)
  const seller = namesSeller ? { sellerId: readWhole(sellerText, 'seller_id') } : {}
  const signed = { appKey, appSecret, timestampS, body: call.rawBody, ...seller }
  if (!verifySignature(signed, call.query.get('sign') ?? '')) {
    throw new SandboxRefusal(PLATFORM_CODES.badSignature, '签名错误')
  }
  return seller.sellerId ?? options.ownSellerId ?? 0
}

function readWhole(text: string | null, field: string): number {
  if (text === null || !/^\d{1,15}$/.test(text)) throw badParameter(field, text === null ? 'is not set' : '应为整数')
  return Number(text)
}

function execute<Name extends CallName>(
  context: SandboxContext,
  name: Name,
  sellerId: number,
  rawBody: Uint8Array,
): unknown {
  const checked = CALLS[name].request.safeParse(parseBody(rawBody))
  if (!checked.success) throw parameterRefusal(checked.error)
  // The table pairs every handler with its own request schema; TypeScript loses the pairing once both are looked up by name.
  const handler = HANDLERS[name] as (context: SandboxContext, sellerId: number, request: unknown) => unknown
  return context.store.transaction(() => handler(context, sellerId, checked.data))
}

function parseBody(rawBody: Uint8Array): unknown {
  if (rawBody.length === 0) return {}
  try {
    return parseExactJson(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch {
    throw badParameter('body', '不是合法的JSON')
  }
}

function parameterRefusal(error: z.ZodError): SandboxRefusal {
  const [issue] = error.issues
  const field = issue?.path.join('.') || 'body'
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined
  return badParameter(field, isMissing ? 'is not set' : (issue?.message ?? '格式错误'))
}
