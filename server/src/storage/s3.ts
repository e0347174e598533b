import { dictionary } from '@huanji/domain/dictionary'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../settings.ts'
import { objectUrl, postPolicy, presignedUrl } from './s3-signature.ts'
import { checkKey, FileMissing, type Storage, StorageUnavailable } from './storage.ts'

/** A store that answers at all has a photograph sooner; who waits longer gives up. */
const TIMEOUT_MS = 10_000
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

  /** One page of the bucket's keys, and where the next one begins. */
  async function page(after: string | null): Promise<KeyPage> {
    const query = new URLSearchParams({ 'list-type': '2', ...(after === null ? {} : { 'continuation-token': after }) })
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const url = `${settings.endpoint}/${settings.bucket}?${query}`
    const response = await orUnavailable(client.fetch(url, { signal, redirect: 'manual' }))
    const text = await orUnavailable(response.text())
    if (!response.ok) throw new StorageUnavailable(`the object store answers ${response.status} to a list`)
    return pageOf(text)
  }

  async function* list(): AsyncGenerator<string, void, void> {
    let after: string | null = null
    do {
      const { keys, next }: KeyPage = await page(after)
      yield* keys.filter((key) => key !== PROBE_KEY)
      after = next
    } while (after !== null)
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
    list,
    ready: () =>
      write(PROBE_KEY, { bytes: Buffer.from('ready'), contentType: 'text/plain' }, PROBE_TIMEOUT_MS).then(
        () => true,
        () => false,
      ),
  }
}

interface KeyPage {
  readonly keys: readonly string[]
  readonly next: string | null
}

/** What an answer of ListObjectsV2 says; others' keys and a token may have signs that XML writes in another way. */
function pageOf(xml: string): KeyPage {
  const keys = [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => plainText(key))
  const token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1]
  return { keys, next: token === undefined ? null : plainText(token) }
}

const ENTITIES: Readonly<Record<string, string>> = dictionary({ lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' })

const plainText = (text: string) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '')

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
