import { createHash, createHmac } from 'node:crypto'

/** A request to one of the provider's RPC-style interfaces; its parameters travel in the query and the body is empty. */
export interface AcsRequest {
  readonly method: 'POST'
  /** With the port, unless it is the scheme's own. */
  readonly host: string
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
  readonly action: string
  readonly version: string
  /** Never used twice. */
  readonly nonce: string
  readonly now: Date
}

export interface AcsKey {
  readonly id: string
  readonly secret: string
}

const ALGORITHM = 'ACS3-HMAC-SHA256'

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Percent-encoding of RFC 3986, which leaves fewer signs alone than JavaScript's own. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The parameters as they stand both in the address and in what is signed: sorted by name. */
export function acsQuery(parameters: AcsRequest['parameters']): string {
  return Object.entries(parameters)
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/**
 * The headers of a request signed with the provider's signature of version 3: what is sent is hashed in a fixed order,
 * and the hash is signed with the secret. `host` is among them, as the client must send it.
 */
export function acsHeaders(request: AcsRequest, key: AcsKey): Record<string, string> {
  const bodyHash = sha256Hex('')
  const headers: Record<string, string> = {
    host: request.host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': request.now.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  }
  const names = Object.keys(headers).sort()
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const signed = names.join(';')
  const canonical = [request.method, request.path, acsQuery(request.parameters), lines, signed, bodyHash].join('\n')
  const signature = createHmac('sha256', key.secret)
    .update(`${ALGORITHM}\n${sha256Hex(canonical)}`)
    .digest('hex')
  const authorization = `${ALGORITHM} Credential=${key.id},SignedHeaders=${signed},Signature=${signature}`
  return { ...headers, authorization }
}
