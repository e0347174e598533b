import { createHash, createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the stand-in answers one request, whatever its signature is worth. */
export interface ProviderAnswer {
  readonly status?: number
  readonly body: string
  /** Waits so long before it answers. */
  readonly delayMs?: number
  /** Answers no sooner than this. */
  readonly after?: Promise<void>
  /** Closes the connection instead of answering. */
  readonly hangsUp?: boolean
}

/** A message the stand-in took, by the names of the provider's interface. */
export type TakenMessage = Readonly<Record<string, string>>

/** A stand-in for the provider of short messages on a free loopback port. */
export interface SmsProvider {
  readonly url: string
  readonly taken: TakenMessage[]
  /** The words it refused requests with on its own account. */
  readonly refused: string[]
  requests(): number
  /** Answers the next request so, and those after it as the real one would. */
  answerNext(answer: ProviderAnswer): void
  close(): Promise<void>
}

const MAX_SKEW_MS = 15 * 60_000
const SIGNED = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version']

/** Starts the stand-in. It takes what is signed with `key`, dated by `now` and not seen before, and refuses the rest. */
export async function startSmsProvider(key: { id: string; secret: string }, now: () => Date): Promise<SmsProvider> {
  const taken: TakenMessage[] = []
  const refused: string[] = []
  const nonces = new Set<string>()
  const next: ProviderAnswer[] = []
  let requests = 0

  const judge = (request: http.IncomingMessage, body: Buffer): ProviderAnswer => {
    const fault = faultOf(request, body, { key, nowMs: now().getTime(), nonces })
    if (fault !== null) {
      refused.push(fault)
      return { status: 400, body: JSON.stringify({ Code: fault, Message: 'refused', RequestId: 'R-REFUSED' }) }
    }
    taken.push(Object.fromEntries(new URL(request.url ?? '/', 'http://provider').searchParams))
    return { body: JSON.stringify({ Code: 'OK', Message: 'OK', BizId: 'B-1', RequestId: 'R-1' }) }
  }

  const server = http.createServer(async (request, response) => {
    requests += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = next.shift() ?? judge(request, Buffer.concat(chunks))
    if (answer.hangsUp) {
      request.socket.destroy()
      return
    }
    await answer.after
    setTimeout(() => {
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(answer.body)
    }, answer.delayMs ?? 0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    refused,
    requests: () => requests,
    answerNext: (answer) => next.push(answer),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Judging {
  readonly key: { readonly id: string; readonly secret: string }
  readonly nowMs: number
  readonly nonces: Set<string>
}

/** What is wrong with a request, in the provider's word, or null. */
function faultOf(request: http.IncomingMessage, body: Buffer, { key, nowMs, nonces }: Judging): string | null {
  const header = (name: string) => String(request.headers[name] ?? '')
  const parts = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
    header('authorization'),
  )
  const [, id, signedHeaders = '', signature] = parts ?? []
  if (id !== key.id) return 'InvalidAccessKeyId.NotFound'
  const names = signedHeaders.split(';')
  if (SIGNED.some((name) => !names.includes(name)) || header('x-acs-content-sha256') !== hashOf(body)) {
    return 'IncompleteSignature'
  }
  if (signature !== expectedSignature(request, names, body, key.secret)) return 'SignatureDoesNotMatch'
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(header('x-acs-date'))) return 'InvalidTimeStamp.Format'
  if (Math.abs(Date.parse(header('x-acs-date')) - nowMs) > MAX_SKEW_MS) return 'InvalidTimeStamp.Expired'
  if (nonces.has(header('x-acs-signature-nonce'))) return 'SignatureNonceUsed'
  nonces.add(header('x-acs-signature-nonce'))
  if (header('x-acs-action') !== 'SendSms' || header('x-acs-version') !== '2017-05-25') return 'InvalidAction.NotFound'
  return null
}

/** The signature computed from what arrived, byte by byte and without the client's own code. */
function expectedSignature(request: http.IncomingMessage, names: string[], body: Buffer, secret: string): string {
  const url = new URL(request.url ?? '/', 'http://provider')
  const query = [...url.searchParams]
    .map(([name, value]) => `${percent(name)}=${percent(value)}`)
    .sort()
    .join('&')
  const headers = [...names].sort().map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const text = `${request.method}\n${url.pathname}\n${query}\n${headers.join('')}\n${names.join(';')}\n${hashOf(body)}`
  return createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${hashOf(Buffer.from(text))}`)
    .digest('hex')
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

function percent(text: string): string {
  const signs = [...Buffer.from(text)].map((byte) => {
    const sign = String.fromCharCode(byte)
    return /[A-Za-z0-9._~-]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  return signs.join('')
}
