import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import { addressFault, isLoopback, isPublicAddress } from './public-address.ts'

/** A message on its way to a receiver. */
export interface OutgoingWebhook {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What became of it: the receiver's status, or null where it gave none, with what it or the network said. */
export interface WebhookAnswer {
  readonly status: number | null
  readonly answer: string
  readonly tookMs: number
}

/** Sends a message once. */
export type SendWebhook = (message: OutgoingWebhook) => Promise<WebhookAnswer>

interface Resolved {
  readonly address: string
  readonly family: number
}

export interface SendingRules {
  /** Whether this machine itself may be reached: for trying it out. */
  readonly allowsLocal: boolean
  readonly timeoutMs?: number
  /** Finds the addresses behind a name. */
  readonly resolve?: (host: string) => Promise<readonly Resolved[]>
}

const TIMEOUT_MS = 10_000
/** No more of an answer is read. */
const ANSWER_BYTES = 8_192
/** Nor kept. */
const ANSWER_CHARACTERS = 300

class NotSent extends Error {}

const resolveAll = (host: string): Promise<readonly Resolved[]> => lookup(host, { all: true })

/** The one address that is connected to: what was looked at is what is used, whatever the name says a moment later. */
async function pinned({ hostname }: URL, { allowsLocal, resolve = resolveAll }: SendingRules): Promise<Resolved> {
  const found = await resolve(hostname.replace(/^\[|\]$/g, '')).catch(() => [])
  const isOpen = ({ address }: Resolved) => isPublicAddress(address) || (allowsLocal && isLoopback(address))
  const [first] = found
  if (first === undefined) throw new NotSent('找不到该域名')
  // a name with one address inside is no name to send to, whichever comes first
  if (!found.every(isOpen)) throw new NotSent('域名指向内网或本机地址，未发送')
  return first
}

/** Text as it can be kept and shown: without what controls a screen. */
const shown = (text: string): string =>
  text
    .replace(/[^\P{C}\n]/gu, '')
    .trim()
    .slice(0, ANSWER_CHARACTERS)

function exchange(
  url: URL,
  message: OutgoingWebhook,
  to: Resolved,
  signal: AbortSignal,
): Promise<Omit<WebhookAnswer, 'tookMs'>> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const body = Buffer.from(message.body)
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...message.headers, 'content-length': String(body.length) },
    agent: false,
    signal,
    lookup: (_host, { all }, done) => {
      if (all) (done as (error: null, found: Resolved[]) => void)(null, [to])
      else done(null, to.address, to.family)
    },
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      const end = () => {
        resolve({ status: response.statusCode ?? null, answer: shown(Buffer.concat(parts).toString('utf8')) })
        response.destroy()
      }
      response.on('data', (part: Buffer) => {
        parts.push(part.subarray(0, ANSWER_BYTES - size))
        size += part.length
        if (size >= ANSWER_BYTES) end()
      })
      response.on('end', end)
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function sentenceOf(error: unknown): string {
  if (error instanceof NotSent) return error.message
  const { name = '', code = '' } = error as { name?: string; code?: string }
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ABORT_ERR') return '10 秒内没有应答'
  if (code === 'ECONNREFUSED') return '连接被拒绝'
  if (code === 'ECONNRESET' || code === 'EPIPE') return '连接中断'
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED/.test(code)) return `证书无效（${code}）`
  return code === '' ? '无法连接' : `无法连接（${code}）`
}

/**
 * Sends a message once, within ten seconds and only to the internet: the name's addresses are looked at, and the one that
 * was looked at is connected to. Nobody is followed elsewhere. It never throws: what went wrong is the answer.
 */
export const webhookSender =
  (rules: SendingRules): SendWebhook =>
  async (message) => {
    const startMs = performance.now()
    const tookMs = () => Math.round(performance.now() - startMs)
    const signal = AbortSignal.timeout(rules.timeoutMs ?? TIMEOUT_MS)
    try {
      const fault = addressFault(message.url, rules.allowsLocal)
      if (fault !== null) throw new NotSent(fault)
      const url = new URL(message.url)
      const work = pinned(url, rules).then((to) => exchange(url, message, to, signal))
      // Begun with its race: a rejection that nobody waits for would end the process.
      const isOver = new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      const answer = await Promise.race([work, isOver])
      return { ...answer, tookMs: tookMs() }
    } catch (error) {
      return { status: null, answer: sentenceOf(error), tookMs: tookMs() }
    }
  }
