import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The receiving side of Amazon's Signature Version 4 for S3, written from the published algorithm and without the
 * product's own signer, so that one can be held against the other. Each function gives S3's word for what is wrong with
 * a request, or null. Proven by Amazon's published examples in server/src/storage/s3-vectors.test.ts.
 */
export interface Credentials {
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

/** A request as it arrived; header names are in lower case. */
export interface ArrivedRequest {
  readonly method: string
  /** Path and query, as they stood on the wire. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const ALGORITHM = 'AWS4-HMAC-SHA256'
const SKEW_MAX_MS = 15 * 60_000
const PRESIGNED_MAX_S = 7 * 24 * 3_600
const UNSIGNED = 'UNSIGNED-PAYLOAD'

/** Checks a request that carries its signature in `Authorization`. */
export function headerFault(request: ArrivedRequest, credentials: Credentials, now: Date): string | null {
  const { headers, body } = request
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  const [, credential = '', signedHeaders = '', signature = ''] = parts ?? []
  if (parts === null) return 'AuthorizationHeaderMalformed'
  const stamp = headers['x-amz-date'] ?? ''
  const fault = credentialFault(credential, stamp, credentials)
  if (fault !== null) return fault
  if (Math.abs(momentOf(stamp) - now.getTime()) > SKEW_MAX_MS) return 'RequestTimeTooSkewed'
  const names = signedHeaders.split(';')
  const needed = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  if (needed.some((name) => !names.includes(name))) return 'AccessDenied'
  const payload = headers['x-amz-content-sha256'] ?? ''
  if (payload !== UNSIGNED && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const text = canonicalRequest(request, names, queryOf(request), payload)
  return signatureFault(signature, stringToSign(stamp, credential, text), stamp, credentials)
}

/** Checks an address that carries its signature in its query. */
export function queryFault(request: ArrivedRequest, credentials: Credentials, now: Date): string | null {
  const query = queryOf(request)
  const value = (name: string) => query.find(([known]) => known === name)?.[1] ?? ''
  if (value('X-Amz-Algorithm') !== ALGORITHM) return 'AuthorizationQueryParametersError'
  const [credential, stamp] = [value('X-Amz-Credential'), value('X-Amz-Date')]
  const fault = credentialFault(credential, stamp, credentials)
  if (fault !== null) return fault
  const seconds = Number(value('X-Amz-Expires') || Number.NaN)
  if (!(seconds >= 1 && seconds <= PRESIGNED_MAX_S)) return 'AuthorizationQueryParametersError'
  const signedMs = momentOf(stamp)
  if (now.getTime() < signedMs - SKEW_MAX_MS || now.getTime() > signedMs + seconds * 1_000) return 'AccessDenied'
  const names = value('X-Amz-SignedHeaders').split(';')
  if (!names.includes('host')) return 'AccessDenied'
  const covered = query.filter(([name]) => name !== 'X-Amz-Signature')
  const text = canonicalRequest(request, names, covered, UNSIGNED)
  return signatureFault(value('X-Amz-Signature'), stringToSign(stamp, credential, text), stamp, credentials)
}

/** What a browser's form asks for: its fields without the file, and the file's size. */
export interface ArrivedForm {
  readonly bucket: string
  readonly fields: ReadonlyMap<string, string>
  readonly fileBytes: number
}

type Condition = Readonly<Record<string, unknown>> | readonly unknown[]

/** Checks a form against the policy in it, and the policy's signature. */
export function formFault(form: ArrivedForm, credentials: Credentials, now: Date): string | null {
  const fields = new Map([...form.fields].map(([name, value]) => [name.toLowerCase(), value]))
  const field = (name: string) => fields.get(name) ?? ''
  if (field('x-amz-algorithm') !== ALGORITHM) return 'InvalidArgument'
  const stamp = field('x-amz-date')
  const fault = credentialFault(field('x-amz-credential'), stamp, credentials)
  if (fault !== null) return fault
  const forged = signatureFault(field('x-amz-signature'), field('policy'), stamp, credentials)
  if (forged !== null) return forged
  const { expiration, conditions } = policyOf(field('policy'))
  if (!(Date.parse(expiration) > now.getTime())) return 'AccessDenied'
  fields.set('bucket', form.bucket)
  return conditionsFault(fields, form.fileBytes, conditions)
}

const UNCONDITIONAL = new Set(['policy', 'x-amz-signature', 'bucket'])

/** Each condition must hold, and each field must stand in one. */
function conditionsFault(
  fields: ReadonlyMap<string, string>,
  fileBytes: number,
  conditions: readonly Condition[],
): string | null {
  const named = new Set<string>()
  for (const condition of conditions) {
    const [operator, first, second] = Array.isArray(condition)
      ? condition
      : ['eq', ...Object.entries(condition).flatMap(([name, value]) => [`$${name}`, value])]
    if (operator === 'content-length-range') {
      if (fileBytes < Number(first)) return 'EntityTooSmall'
      if (fileBytes > Number(second)) return 'EntityTooLarge'
      continue
    }
    const name = String(first).slice(1).toLowerCase()
    named.add(name)
    const value = fields.get(name)
    const holds = operator === 'eq' ? value === second : operator === 'starts-with' && value?.startsWith(String(second))
    if (holds !== true) return 'AccessDenied'
  }
  const surplus = [...fields.keys()].filter((name) => !named.has(name) && !UNCONDITIONAL.has(name))
  return surplus.some((name) => !name.startsWith('x-ignore-')) ? 'AccessDenied' : null
}

function policyOf(base64: string): { expiration: string; conditions: readonly Condition[] } {
  const { expiration, conditions } = JSON.parse(Buffer.from(base64, 'base64').toString())
  return { expiration, conditions }
}

function credentialFault(credential: string, stamp: string, { accessKey, region }: Credentials): string | null {
  const [id, ...scope] = credential.split('/')
  if (id !== accessKey) return 'InvalidAccessKeyId'
  if (Number.isNaN(momentOf(stamp))) return 'AccessDenied'
  return scope.join('/') === `${stamp.slice(0, 8)}/${region}/s3/aws4_request` ? null : 'AuthorizationHeaderMalformed'
}

function signatureFault(given: string, text: string, stamp: string, { secretKey, region }: Credentials): string | null {
  const steps = [stamp.slice(0, 8), region, 's3', 'aws4_request']
  const key = steps.reduce<string | Buffer>((last, step) => hmac(last, step), `AWS4${secretKey}`)
  const expected = Buffer.from(hmac(key, text).toString('hex'))
  const actual = Buffer.from(given)
  const isRight = actual.length === expected.length && timingSafeEqual(actual, expected)
  return isRight ? null : 'SignatureDoesNotMatch'
}

function canonicalRequest(
  { method, target, headers }: ArrivedRequest,
  signedHeaders: readonly string[],
  query: readonly (readonly [string, string])[],
  payload: string,
): string {
  const path = (target.split('?')[0] ?? '').split('/').map((step) => percent(decodeURIComponent(step)))
  // a space sorts before every sign that percent-encoding leaves, so that names are compared before values
  const pairs = query.map(([name, value]) => `${percent(name)} ${percent(value)}`).sort()
  const lines = [...signedHeaders].sort().map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`)
  return [
    method,
    path.join('/'),
    pairs.join('&').replaceAll(' ', '='),
    lines.join(''),
    signedHeaders.join(';'),
    payload,
  ].join('\n')
}

const stringToSign = (stamp: string, credential: string, request: string) =>
  [ALGORITHM, stamp, credential.split('/').slice(1).join('/'), sha256(Buffer.from(request))].join('\n')

function queryOf({ target }: ArrivedRequest): [string, string][] {
  const text = target.split('?')[1] ?? ''
  const pairs = text.split('&').filter((pair) => pair !== '')
  return pairs.map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return [decodeURIComponent(name), decodeURIComponent(value)]
  })
}

/** A moment such as `20130524T000000Z` in milliseconds; NaN for anything else. */
function momentOf(stamp: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp)
  if (parts === null) return Number.NaN
  const [, year, month, day, hour, minute, second] = parts
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Every byte but letters, digits and `-._~` as `%` and two capital hex digits. */
function percent(text: string): string {
  const signs = [...Buffer.from(text)].map((byte) => {
    const sign = String.fromCharCode(byte)
    return /[A-Za-z0-9._~-]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  return signs.join('')
}
