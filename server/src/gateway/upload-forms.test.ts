import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import { until } from '../../../tests/support/until.ts'
import { later } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ modules: { groups: [], sessionReader: async () => null } })
})
afterAll(() => gateway.close())

const MINUTE_MS = 60_000
const MIB = 1024 * 1024
const storage = () => gateway.app.services.storage

/** A fresh key, and the fields of a form that stores up to `maxBytes` under it. */
function signed(maxBytes = 1000): { key: string; fields: Readonly<Record<string, string>> } {
  const key = `test/${newId()}.jpg`
  const expiresAt = later(gateway.clock.now(), MINUTE_MS)
  return { key, fields: storage().signUpload({ key, contentType: 'image/jpeg', maxBytes, expiresAt }).fields }
}

const part = (name: string, content: string | Buffer, more = '') =>
  Buffer.concat([
    Buffer.from(`--edge\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const END = Buffer.from('--edge--\r\n')
const parts = (fields: Readonly<Record<string, string>>) =>
  Buffer.concat(Object.entries(fields).map(([name, value]) => part(name, value)))

const agent = new http.Agent({ keepAlive: true })
afterAll(() => agent.destroy())

/** Posts a body as so many chunks of these sizes, in turn. */
function post(body: Buffer, sizes: readonly number[], type = 'multipart/form-data; boundary=edge') {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { 'content-type': type }
    const request = http.request(`${gateway.url}/files`, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.on('data', (piece) => {
        text += String(piece)
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.once('error', reject)
    for (let at = 0, index = 0; at < body.length; index += 1) {
      const size = sizes[index % sizes.length] ?? body.length
      request.write(body.subarray(at, at + size))
      at += size
    }
    request.end()
  })
}

describe('an upload form', () => {
  it('gives its fields and its file byte for byte, however the stream was cut', async () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    // with what looks like the end of the file but is not
    const file = Buffer.concat([Buffer.from('\r\n--edg\r\n--\r\n'), all, Buffer.from('\r\n--ed')])
    for (let size = 1; size <= 600; size += size < 80 ? 1 : 13) {
      const { key, fields } = signed()
      const whole = Buffer.concat([parts(fields), part('照片', '图'), part('file', file, '; filename="a.jpg"'), END])
      expect(await post(whole, [size, 1, size + 7])).toEqual({ status: 204, text: '' })
      expect((await storage().read(key)).equals(file)).toBe(true)
    }
  })

  it('may leave out its file’s name, and may quote its boundary', async () => {
    const { key, fields } = signed()
    const whole = Buffer.concat([parts(fields), part('file', 'abc'), END])
    expect((await post(whole, [whole.length], 'multipart/form-data; boundary="edge"')).status).toBe(204)
    expect((await storage().read(key)).toString()).toBe('abc')
  })

  it.each<[string, (fields: Record<string, string>) => Buffer]>([
    ['has no file', (fields) => Buffer.concat([parts(fields), END])],
    ['ends too early', (fields) => Buffer.concat([parts(fields), part('file', 'abc')])],
    ['ends within a field', (fields) => parts(fields).subarray(0, -20)],
    ['has a field that is too long', (fields) => Buffer.concat([part('more', 'x'.repeat(9000)), rest(fields)])],
    [
      'has too many fields',
      (fields) => Buffer.concat([...Array.from({ length: 30 }, (_, n) => part(`f${n}`, '')), rest(fields)]),
    ],
    ['has a second file', (fields) => Buffer.concat([parts(fields), part('file', 'a'), part('file', 'b'), END])],
    [
      'has a field after its file',
      (fields) => Buffer.concat([parts(fields), part('file', 'a'), part('late', 'b'), END]),
    ],
    ['has its file before its fields', (fields) => Buffer.concat([part('file', 'a'), parts(fields), END])],
    ['hides its fields in a prototype', (fields) => Buffer.concat([part('__proto__', 'x'), rest(fields)])],
    [
      'has a part without a name only',
      () => Buffer.from('--edge\r\nContent-Type: text/plain\r\n\r\na\r\n--edge--\r\n'),
    ],
    ['has endless headers', () => Buffer.from(`--edge\r\n${'x'.repeat(200_000)}`)],
    ['is none', () => Buffer.from('hello')],
    ['is empty', () => Buffer.alloc(0)],
  ])('is refused when it %s', async (_name, make) => {
    const { key, fields } = signed()
    const answer = await post(make({ ...fields }), [100])
    expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/上传表单不完整|凭证无效/)])
    expect(await storage().stat(key)).toBeNull()
  })

  it.each(['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded'])(
    'is refused as %s',
    async (type) => {
      const { fields } = signed()
      expect((await post(Buffer.concat([parts(fields), part('file', 'a'), END]), [100], type)).status).toBe(415)
    },
  )
})

const rest = (fields: Record<string, string>) => Buffer.concat([parts(fields), part('file', 'abc'), END])

/** One connection on which requests are written by hand. */
function connection() {
  const socket = net.connect(Number(new URL(gateway.url).port), '127.0.0.1')
  let text = ''
  let ended = false
  socket.on('data', (piece) => {
    text += String(piece)
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    ended = true
  })
  return {
    write: (content: string | Buffer) => new Promise<void>((resolve) => socket.write(content, () => resolve())),
    statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)),
    hasEnded: () => ended,
    close: () => socket.destroy(),
  }
}

const head = (length: number, type = 'multipart/form-data; boundary=edge') =>
  `POST /files HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
const NEXT = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'

describe('a refused upload does not block its connection', () => {
  const large = Buffer.alloc(3 * MIB, 'x')
  it.each<[string, number, () => Buffer, string?]>([
    ['too large', 413, () => Buffer.concat([parts(signed(1000).fields), part('file', large), END])],
    [
      'signed falsely',
      400,
      () => Buffer.concat([parts({ ...signed().fields, signature: 'x' }), part('file', large), END]),
    ],
    ['a form with a long field', 400, () => Buffer.concat([part('a', large), part('file', large), END])],
    [
      'a form with many fields',
      400,
      () => Buffer.concat([...Array.from({ length: 50 }, () => part('a', 'b')), part('b', large), END]),
    ],
    ['no form', 415, () => large, 'application/octet-stream'],
  ])('when it is %s: the next request on it is answered', async (_name, status, make, type) => {
    const { write, statuses, close } = connection()
    const body = make()
    await write(head(body.length, type))
    // in two halves, so that it is refused while the rest is still to come
    await write(body.subarray(0, body.length - MIB))
    await expect.poll(() => statuses().length, { timeout: 5_000 }).toBe(1)
    await write(body.subarray(body.length - MIB))
    await write(NEXT)
    await expect.poll(() => statuses(), { timeout: 5_000 }).toEqual([status, 200])
    close()
  })

  it('and is cut off when it goes on for ever', async () => {
    const { write, statuses, hasEnded, close } = connection()
    await write('POST /files HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=edge\r\n')
    await write('Transfer-Encoding: chunked\r\n\r\n')
    const chunk = (content: Buffer) =>
      Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')])
    await write(chunk(Buffer.concat([parts({ ...signed().fields, signature: 'x' }), part('file', large)])))
    await expect.poll(() => statuses(), { timeout: 5_000 }).toEqual([400])
    for (let sent = 0; sent < 200 * MIB && !hasEnded(); sent += large.length)
      await Promise.race([write(chunk(large)), until(hasEnded)])
    await expect.poll(() => hasEnded(), { timeout: 5_000 }).toBe(true)
    close()
  })

  it('and an honest sender is told of a form that is announced too large', async () => {
    const { write, statuses, close } = connection()
    await write(head(65 * MIB))
    await expect.poll(() => statuses(), { timeout: 5_000 }).toEqual([413])
    close()
  })
})
