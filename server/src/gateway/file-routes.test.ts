import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, TEST_START, type TestGateway } from '../../../tests/support/gateway.ts'
import { later } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { FileMissing, type SignedUpload } from '../storage/storage.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ modules: { groups: [], sessionReader: async () => null } })
})
afterAll(() => gateway.close())
beforeEach(() => gateway.clock.set(TEST_START))

const MINUTE_MS = 60_000
const storage = () => gateway.app.services.storage
const freshKey = () => `test/${newId()}.jpg`
const sign = (key: string, maxBytes = 1000) =>
  storage().signUpload({ key, contentType: 'image/jpeg', maxBytes, expiresAt: later(gateway.clock.now(), MINUTE_MS) })

function send(
  { url, fields }: SignedUpload,
  content: string | Uint8Array<ArrayBuffer>,
  changes: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...changes })) form.append(name, value)
  form.append('file', new Blob([content]), 'photo.jpg')
  return fetch(`${gateway.url}${url}`, { method: 'POST', body: form })
}

const partials = () => {
  const folder = path.join(gateway.database.dataFolder, 'files', 'partial')
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}

describe('an upload', () => {
  it('stores the file under its key with its type', async () => {
    const key = freshKey()
    const bytes = new Uint8Array(1000).map((_, index) => index % 256)
    expect((await send(sign(key), bytes)).status).toBe(204)
    expect(await storage().stat(key)).toEqual({ bytes: 1000, contentType: 'image/jpeg' })
    expect((await storage().read(key)).equals(Buffer.from(bytes))).toBe(true)
    expect(partials()).toEqual([])
  })

  it('is cut off when the file is larger than was signed, and leaves nothing', async () => {
    const key = freshKey()
    const response = await send(sign(key), new Uint8Array(1001))
    expect(response.status).toBe(413)
    expect(await storage().stat(key)).toBeNull()
    expect(partials()).toEqual([])
  })

  it.each([
    ['another key', { key: 'test/other.jpg' }],
    ['another type', { 'Content-Type': 'text/html' }],
    ['another policy', { policy: Buffer.from('{"key":"test/other.jpg","maxBytes":1e9}').toString('base64url') }],
    ['a false signature', { signature: 'x'.repeat(43) }],
  ])('is refused with %s', async (_name, changes) => {
    const key = freshKey()
    expect((await send(sign(key), 'x', changes)).status).toBe(400)
    expect(await storage().stat(key)).toBeNull()
    expect(await storage().stat('test/other.jpg')).toBeNull()
  })

  it('is refused once its form has expired', async () => {
    const key = freshKey()
    const form = sign(key)
    gateway.clock.advance(MINUTE_MS)
    const response = await send(form, 'x')
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('已过期')
  })

  it('is refused as anything but a form', async () => {
    expect((await gateway.post('/files', '{}')).status).toBe(415)
    const broken = await gateway.post('/files', 'no form', { 'content-type': 'multipart/form-data; boundary=x' })
    expect(broken.status).toBe(400)
  })
})

describe('a stored file', () => {
  it('is shown by its signed address until that expires, and can do nothing where it is shown', async () => {
    const key = freshKey()
    await storage().write(key, Buffer.from('content'), 'image/jpeg')
    const url = `${gateway.url}${storage().signedUrl(key, later(gateway.clock.now(), MINUTE_MS))}`
    const response = await fetch(url)
    expect(await response.text()).toBe('content')
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    gateway.clock.advance(MINUTE_MS + 1000)
    expect((await fetch(url)).status).toBe(400)
  })

  it('is not shown by an address that was changed', async () => {
    const [mine, theirs] = [freshKey(), freshKey()]
    for (const key of [mine, theirs]) await storage().write(key, Buffer.from('content'), 'image/jpeg')
    const url = `${gateway.url}${storage().signedUrl(mine, later(gateway.clock.now(), MINUTE_MS))}`
    expect((await fetch(url.replace(mine, theirs))).status).toBe(400)
    expect((await fetch(url.replace(/expires=\d+/, 'expires=9999999999'))).status).toBe(400)
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(400)
  })

  it('has equal addresses for equal ends, so that browsers keep it', () => {
    const until = later(gateway.clock.now(), MINUTE_MS)
    expect(storage().signedUrl('a.jpg', until)).toBe(storage().signedUrl('a.jpg', until))
  })

  it('can be removed, once and again', async () => {
    const key = freshKey()
    await storage().write(key, Buffer.from('content'), 'image/jpeg')
    await storage().remove(key)
    await storage().remove(key)
    expect(await storage().stat(key)).toBeNull()
    await expect(storage().read(key)).rejects.toThrow(FileMissing)
  })

  it.each(['../secret', 'a/../../secret', '/etc/passwd', 'a//b', 'A.jpg', 'a/.hidden', ''])(
    'cannot be called %j',
    async (key) => {
      await expect(storage().write(key, Buffer.from('x'), 'image/jpeg')).rejects.toThrow('not a storage key')
    },
  )
})
