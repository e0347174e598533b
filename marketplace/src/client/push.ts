import { parseExactJson } from '../protocol/json.ts'
import { classifyPush, type Push } from '../protocol/pushes.ts'
import { isTimestampFresh, verifySignature } from '../protocol/signature.ts'

export interface PushInput {
  /** The body as received, before any parsing: the signature covers its bytes. */
  rawBody: Uint8Array | string
  /** Query parameters as received. */
  query: { appid?: unknown; timestamp?: unknown; seller_id?: unknown; sign?: unknown }
  appKey: string
  appSecret: string
  /** Wall clock in milliseconds. */
  nowMs: number
}

export type PushReading =
  | { ok: true; push: Push; timestampS: number }
  | { ok: false; reason: 'app' | 'timestamp' | 'signature' | 'body'; message: string }

/**
 * Checks and reads a push of the marketplace: app key, five-minute window, signature over the raw bytes, shape (open platform §7).
 * Refuses with a reason and the Chinese text to answer. Pushes come more than once and out of order: see `modify_time` in the body.
 */
export function readPush(input: PushInput): PushReading {
  const { appid, timestamp, sign } = input.query
  if (appid !== input.appKey) return { ok: false, reason: 'app', message: '应用不存在' }
  const timestampS = Number(timestamp)
  if (!/^\d{1,12}$/.test(String(timestamp)) || !isTimestampFresh(timestampS, input.nowMs)) {
    return { ok: false, reason: 'timestamp', message: '时间戳已过期' }
  }
  const sellerId = readSellerId(input.query.seller_id)
  const signed = { appKey: input.appKey, appSecret: input.appSecret, timestampS, body: input.rawBody }
  const seller = sellerId === null ? {} : { sellerId }
  if (typeof sign !== 'string' || !verifySignature({ ...signed, ...seller }, sign)) {
    return { ok: false, reason: 'signature', message: '签名失败' }
  }
  const push = classifyPush(parseBody(input.rawBody))
  return push === null ? { ok: false, reason: 'body', message: '推送内容无法识别' } : { ok: true, push, timestampS }
}

function readSellerId(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
}

function parseBody(rawBody: Uint8Array | string): unknown {
  try {
    return parseExactJson(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody))
  } catch {
    return null
  }
}
