import { createHash, createHmac } from 'node:crypto'
import { later } from '../platform/clock.ts'
import type { S3Settings } from '../settings.ts'

const ALGORITHM = 'AWS4-HMAC-SHA256'
/**
 * A signature's own date lies so long before its end. Taking it from the end and not from the clock makes equal
 * addresses of equal requests, which a browser can cache; the protocol allows seven days.
 */
const SIGNED_AHEAD_MS = 6 * 24 * 3_600_000

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Percent-encoding as the signature's rules want it: everything but letters, digits and `-._~`. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** Whose signature it is, and where it counts. */
type Signer = Pick<S3Settings, 'accessKey' | 'secretKey' | 'region'>

interface Scope {
  /** `20261120T103000Z` */
  readonly stamp: string
  readonly credential: string
  readonly scope: string
  readonly key: Buffer
}

function scopeOf({ accessKey, secretKey, region }: Signer, signedAt: Date): Scope {
  const stamp = signedAt.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const date = stamp.slice(0, 8)
  const scope = `${date}/${region}/s3/aws4_request`
  const key = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, date), region), 's3'), 'aws4_request')
  return { stamp, credential: `${accessKey}/${scope}`, scope, key }
}

/** The address of an object, with the bucket in its path. */
export const objectUrl = ({ endpoint, bucket }: S3Settings, key: string): string =>
  `${endpoint}/${bucket}/${key.split('/').map(encode).join('/')}`

/** An address that shows an object until `expiresAt`, by query signature (Signature Version 4). */
export function presignedUrl(settings: S3Settings, key: string, expiresAt: Date): string {
  return presign(
    settings,
    new URL(objectUrl(settings, key)),
    later(expiresAt, -SIGNED_AHEAD_MS),
    SIGNED_AHEAD_MS / 1000,
  )
}

/** Signs the reading of an address, which has no query of its own, for `forSeconds` from `signedAt` on. */
export function presign(signer: Signer, url: URL, signedAt: Date, forSeconds: number): string {
  const { stamp, credential, scope, key } = scopeOf(signer, signedAt)
  const query = [
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', credential],
    ['X-Amz-Date', stamp],
    ['X-Amz-Expires', String(forSeconds)],
    ['X-Amz-SignedHeaders', 'host'],
  ]
    .map(([name = '', value = '']) => `${name}=${encode(value)}`)
    .join('&')
  const request = ['GET', url.pathname, query, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const text = [ALGORITHM, stamp, scope, sha256(request)].join('\n')
  return `${url.href}?${query}&X-Amz-Signature=${hmac(key, text).toString('hex')}`
}

/** The signature of a form's policy, which is given as it goes into the form: as base64. */
export function policySignature(signer: Signer, policy: string, signedAt: Date): string {
  return hmac(scopeOf(signer, signedAt).key, policy).toString('hex')
}

/** The fields of a form that stores one object of the given type and size until `expiresAt` (POST policy). */
export function postPolicy(
  settings: S3Settings,
  rules: { key: string; contentType: string; maxBytes: number; expiresAt: Date },
): Record<string, string> {
  const signedAt = later(rules.expiresAt, -SIGNED_AHEAD_MS)
  const { stamp, credential } = scopeOf(settings, signedAt)
  const signed = {
    key: rules.key,
    'Content-Type': rules.contentType,
    'x-amz-algorithm': ALGORITHM,
    'x-amz-credential': credential,
    'x-amz-date': stamp,
  }
  const conditions = [
    { bucket: settings.bucket },
    ...Object.entries(signed).map(([name, value]) => ({ [name]: value })),
    ['content-length-range', 1, rules.maxBytes],
  ]
  const document = JSON.stringify({ expiration: rules.expiresAt.toISOString(), conditions })
  const policy = Buffer.from(document).toString('base64')
  return { ...signed, policy, 'x-amz-signature': policySignature(settings, policy, signedAt) }
}
