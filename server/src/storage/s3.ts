import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../settings.ts'
import { objectUrl, postPolicy, presignedUrl } from './s3-signature.ts'
import { checkKey, FileMissing, type Storage, StorageUnavailable } from './storage.ts'

const TIMEOUT_MS = 30_000
/** Readiness is asked every few seconds: it must not wait as long as a photograph may. */
const PROBE_TIMEOUT_MS = 5_000
/** Written over and over, so that probes leave one object behind. */
const PROBE_KEY = 'readiness/probe.txt'

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
  async function send(method: string, key: string, body?: Content, timeoutMs = TIMEOUT_MS): Promise<Response | null> {
    const init = body ? { body: Uint8Array.from(body.bytes), headers: { 'content-type': body.contentType } } : {}
    const signal = AbortSignal.timeout(timeoutMs)
    // a redirect would carry the signature to wherever it points, and is not signed for that place anyway
    const request = { method, signal, redirect: 'manual', ...init } as const
    const response = await orUnavailable(client.fetch(objectUrl(settings, checkKey(key)), request))
    if (response.ok) return response
    await response.body?.cancel()
    if (response.status === 404) return null
    throw new StorageUnavailable(`the object store answers ${response.status} to ${method}`)
  }

  async function write(key: string, content: Content, timeoutMs?: number): Promise<void> {
    if ((await send('PUT', key, content, timeoutMs)) === null) {
      throw new StorageUnavailable('the object store has no such bucket')
    }
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
      return Buffer.from(await orUnavailable(response.arrayBuffer()))
    },
    write: (key, bytes, contentType) => write(key, { bytes, contentType }),
    remove: async (key) => {
      await send('DELETE', key)
    },
    stat: async (key) => {
      const response = await send('HEAD', key)
      if (response === null) return null
      const { headers } = response
      return { bytes: Number(headers.get('content-length')), contentType: headers.get('content-type') ?? '' }
    },
    ready: () =>
      write(PROBE_KEY, { bytes: Buffer.from('ready'), contentType: 'text/plain' }, PROBE_TIMEOUT_MS).then(
        () => true,
        () => false,
      ),
  }
}

interface Content {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** Waits for the network. @throws StorageUnavailable when no answer came */
async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new StorageUnavailable(error)
  }
}
