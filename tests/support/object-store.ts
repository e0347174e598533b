import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '@huanji/server/settings'
import { type ArrivedRequest, formFault, headerFault, queryFault } from './s3-verify.ts'

/**
 * An S3-compatible store with one bucket, in memory on a free loopback port. It answers nothing that is not signed:
 * objects by header or query signature (PUT, GET, HEAD, DELETE), and forms by their policy (POST).
 */
export interface ObjectStore {
  readonly settings: S3Settings
  /** S3's words for what was refused, in order. */
  readonly refused: string[]
  /** Answers every request with 503 until it is told otherwise. */
  setAway(isAway: boolean): void
  /** Takes requests and answers none of them until it is told otherwise. */
  setHanging(isHanging: boolean): void
  /** How many requests it has taken. */
  arrivals(): number
  close(): Promise<void>
}

interface StoredObject {
  readonly bytes: Uint8Array
  readonly contentType: string
}

interface Reply {
  readonly status: number
  readonly body?: Uint8Array | string
  readonly headers?: Record<string, string | number>
}

const STATUS: Readonly<Record<string, number>> = {
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  InvalidArgument: 400,
  MethodNotAllowed: 405,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
}

const LIST_PAGE = 10

/** Starts a store. */
export async function startObjectStore(): Promise<ObjectStore> {
  const keys = { accessKey: 'STOREKEY', secretKey: 'a secret of the store', region: 'cn-test-1', bucket: 'photos' }
  const objects = new Map<string, StoredObject>()
  const refused: string[] = []
  let isAway = false
  let isHanging = false
  let arrivals = 0

  async function judge(request: ArrivedRequest): Promise<Reply | string> {
    if (isAway) return 'SlowDown'
    const [bucket, ...steps] = decodeURIComponent(request.target.split('?')[0] ?? '')
      .slice(1)
      .split('/')
    if (bucket !== keys.bucket) return 'NoSuchBucket'
    if (request.method === 'POST') return takeForm(request)
    const isPresigned = request.target.includes('X-Amz-Signature=')
    const fault = (isPresigned ? queryFault : headerFault)(request, keys, new Date())
    if (fault !== null) return fault
    const isList = request.method === 'GET' && steps.join('') === ''
    return isList ? list(new URL(request.target, 'http://store').searchParams) : serve(request, steps.join('/'))
  }

  /** ListObjectsV2; pages are small, so that there are several. */
  function list(query: URLSearchParams): Reply | string {
    if (query.get('list-type') !== '2') return 'InvalidArgument'
    const after = query.get('continuation-token')?.replace(/^after=/, '') ?? ''
    const keys = [...objects.keys()].sort().filter((key) => key > after)
    const shown = keys.slice(0, LIST_PAGE)
    const next = keys.length > shown.length ? `after=${shown.at(-1)}` : null
    const contents = shown.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    const token = next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
    return { status: 200, body: `<ListBucketResult>${contents}${token}</ListBucketResult>` }
  }

  function serve({ method, headers, body }: ArrivedRequest, key: string): Reply | string {
    if (method === 'PUT') {
      objects.set(key, { bytes: body, contentType: headers['content-type'] ?? 'binary/octet-stream' })
      return { status: 200 }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    if (method !== 'GET' && method !== 'HEAD') return 'MethodNotAllowed'
    const object = objects.get(key)
    if (object === undefined) return 'NoSuchKey'
    const { bytes, contentType } = object
    return { status: 200, headers: { 'content-type': contentType, 'content-length': bytes.length }, body: bytes }
  }

  async function takeForm({ headers, body }: ArrivedRequest): Promise<Reply | string> {
    const type = { 'content-type': headers['content-type'] ?? '' }
    const form = await new Response(Uint8Array.from(body), { headers: type }).formData().catch(() => null)
    const entries = form === null ? [] : [...form]
    const [lastName, file] = entries.at(-1) ?? []
    if (lastName !== 'file' || !(file instanceof Blob)) return 'InvalidArgument'
    const fields = new Map(entries.slice(0, -1).map(([name, value]) => [name, String(value)]))
    const fault = formFault({ bucket: keys.bucket, fields, fileBytes: file.size }, keys, new Date())
    if (fault !== null) return fault
    const bytes = new Uint8Array(await file.arrayBuffer())
    objects.set(fields.get('key') ?? '', { bytes, contentType: fields.get('Content-Type') ?? '' })
    return { status: 204 }
  }

  const server = http.createServer(async (request, response) => {
    arrivals += 1
    if (isHanging) return
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url: target = '' } = request
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const reply = await judge({ method, target, headers, body: Buffer.concat(chunks) })
    if (typeof reply === 'string') {
      refused.push(reply)
      response.writeHead(STATUS[reply] ?? 403, { 'content-type': 'application/xml' })
      response.end(`<Error><Code>${reply}</Code></Error>`)
      return
    }
    response.writeHead(reply.status, reply.headers).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: { ...keys, endpoint: `http://127.0.0.1:${port}` },
    refused,
    setAway: (away) => {
      isAway = away
    },
    setHanging: (hanging) => {
      isHanging = hanging
    },
    arrivals: () => arrivals,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
