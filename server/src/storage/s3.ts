import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../settings.ts'
import { objectUrl, postPolicy, presignedUrl } from './s3-signature.ts'
import { checkKey, FileMissing, type Storage } from './storage.ts'

const TIMEOUT_MS = 30_000

/** Keeps files in an S3-compatible store; browsers send and fetch them there directly. */
export function createS3Storage(settings: S3Settings): Storage {
  const client = new AwsClient({
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    region: settings.region,
    service: 's3',
    retries: 2,
  })

  /** Sends one signed request; null for an object that is not there. */
  async function send(method: string, key: string, body?: { bytes: Uint8Array; contentType: string }) {
    const init = body ? { body: Uint8Array.from(body.bytes), headers: { 'content-type': body.contentType } } : {}
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await client.fetch(objectUrl(settings, checkKey(key)), { method, signal, ...init })
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`the object store answers ${response.status} to ${method}`)
    return response
  }

  return {
    signUpload: (rules) => ({
      url: `${settings.endpoint}/${settings.bucket}`,
      method: 'POST',
      fields: postPolicy(settings, { ...rules, key: checkKey(rules.key) }),
    }),
    signedUrl: (key, expiresAt) => presignedUrl(settings, checkKey(key), expiresAt),
    read: async (key) => {
      const response = await send('GET', key)
      if (response === null) throw new FileMissing(key)
      return Buffer.from(await response.arrayBuffer())
    },
    write: async (key, bytes, contentType) => {
      if ((await send('PUT', key, { bytes, contentType })) === null) throw new Error('the bucket does not exist')
    },
    remove: async (key) => {
      await send('DELETE', key)
    },
    stat: async (key) => {
      const response = await send('HEAD', key)
      if (response === null) return null
      const { headers } = response
      return { bytes: Number(headers.get('content-length')), contentType: headers.get('content-type') ?? '' }
    },
  }
}
