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
 * Checks and reads a push of the marketplace: app key, five-minute window, signature over the raw bytes, shape
 * (docs/open-platform.md §7). Refuses with a reason and the Chinese text to answer. Pushes come more than once and out
 * of order: see `modify_time` in the body.
 */
export function readPush(input: PushInput): PushReading {
  const { appid, timestamp, sign } = input.query
  if (appid !== input.appKey) return { ok: false, reason: 'app', message: '应用不存在' }
  const timestampS = Number(timestamp)
  if (!/^\d{1,12}$/.test(String(timestamp)) || !isTimestampFresh(timestampS, input.nowMs)) {
    return { ok: false, reason: 'timestamp', message: '时间戳已过期' }
  }
  const body = parseBody(input.rawBody)
  const signed = { appKey: input.appKey, appSecret: input.appSecret, timestampS, body: input.rawBody }
  const isSigned = signersOf(input.query.seller_id, body).some((seller) =>
    verifySignature({ ...signed, ...seller }, String(sign)),
  )
  if (!isSigned) return { ok: false, reason: 'signature', message: '签名失败' }
  const push = classifyPush(body)
  return push === null ? { ok: false, reason: 'body', message: '推送内容无法识别' } : { ok: true, push, timestampS }
}

/**
 * The merchants a push may be signed for. A `seller_id` in the query decides; without one the platform does not say whether its rule
 * for partners counts, so that no merchant and the one the body names are both tried.
 */
function signersOf(querySellerId: unknown, body: unknown): { sellerId?: number }[] {
  if (querySellerId !== undefined) {
    return typeof querySellerId === 'string' && /^\d{1,15}$/.test(querySellerId)
      ? [{ sellerId: Number(querySellerId) }]
      : []
  }
  const named = typeof body === 'object' && body !== null && 'seller_id' in body ? body.seller_id : undefined
  return typeof named === 'number' ? [{}, { sellerId: named }] : [{}]
}

function parseBody(rawBody: Uint8Array | string): unknown {
  try {
    return parseExactJson(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody))
  } catch {
    return null
  }
}
