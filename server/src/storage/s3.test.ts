import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../tests/support/object-store.ts'
import type { S3Settings } from '../settings.ts'
import { createS3Storage } from './s3.ts'
import { postPolicy, presignedUrl } from './s3-signature.ts'
import { FileMissing, type SignedUpload, StorageUnavailable, type UploadRules } from './storage.ts'

let store: ObjectStore
beforeAll(async () => {
  store = await startObjectStore()
})
afterAll(() => store.close())

const soon = () => new Date(Date.now() + 3_600_000)

describe('an S3-compatible store', () => {
  it('keeps, shows and forgets a file', async () => {
    const storage = createS3Storage(store.settings)
    const bytes = Buffer.from('图片内容')
    await storage.write('merchant/a/full.jpg', bytes, 'image/jpeg')
    expect(await storage.stat('merchant/a/full.jpg')).toEqual({ bytes: bytes.length, contentType: 'image/jpeg' })
    expect((await storage.read('merchant/a/full.jpg')).equals(bytes)).toBe(true)
    const shown = await fetch(storage.signedUrl('merchant/a/full.jpg', soon()))
    expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true)
    await storage.remove('merchant/a/full.jpg')
    expect(await storage.stat('merchant/a/full.jpg')).toBeNull()
    await expect(storage.read('merchant/a/full.jpg')).rejects.toThrow(FileMissing)
  })

  it('passes on that it refuses', async () => {
    const storage = createS3Storage({ ...store.settings, accessKey: 'NOBODY' })
    await expect(storage.write('c.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toThrow('answers 403')
    const forger = createS3Storage({ ...store.settings, secretKey: 'another secret' })
    await expect(forger.write('c.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toThrow('answers 403')
    expect(store.refused.slice(-2)).toEqual(['InvalidAccessKeyId', 'SignatureDoesNotMatch'])
  })

  it('says so when it is away, or has no such bucket', async () => {
    const storage = createS3Storage(store.settings)
    expect(await storage.ready()).toBe(true)
    store.setAway(true)
    expect(await storage.ready()).toBe(false)
    await expect(storage.read('a.jpg')).rejects.toBeInstanceOf(StorageUnavailable)
    store.setAway(false)
    expect(await storage.ready()).toBe(true)
    const elsewhere = createS3Storage({ ...store.settings, bucket: 'another' })
    expect(await elsewhere.ready()).toBe(false)
    await expect(elsewhere.write('a.jpg', Buffer.from('a'), 'image/jpeg')).rejects.toThrow('no such bucket')
    const nobody = createS3Storage({ ...store.settings, endpoint: 'http://127.0.0.1:9' })
    await expect(nobody.stat('a.jpg')).rejects.toBeInstanceOf(StorageUnavailable)
  })
})

describe('a signed address', () => {
  it('shows one file, with one signature, for its time', async () => {
    const storage = createS3Storage(store.settings)
    for (const key of ['shown/a-b.jpg', 'shown/other.jpg']) await storage.write(key, Buffer.from(key), 'image/jpeg')
    const url = storage.signedUrl('shown/a-b.jpg', soon())
    expect(await (await fetch(url)).text()).toBe('shown/a-b.jpg')
    for (const changed of [
      url.replace('a-b.jpg', 'other.jpg'),
      url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=604800'),
      url.replace(/(X-Amz-Signature=).{4}/, '$10000'),
      `${url}&response-content-type=text/html`,
      storage.signedUrl('shown/a-b.jpg', new Date(Date.now() - 1_000)),
    ]) {
      expect([changed, (await fetch(changed)).status]).toEqual([changed, 403])
    }
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403)
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(400)
  })
})

describe('a browser’s form', () => {
  const rules = (changes: Partial<UploadRules> = {}): UploadRules => ({
    key: 'upload/b.jpg',
    contentType: 'image/jpeg',
    maxBytes: 100,
    expiresAt: soon(),
    ...changes,
  })

  function send({ url, fields }: SignedUpload, content = 'photo', changes: Readonly<Record<string, string>> = {}) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...fields, ...changes })) form.append(name, value)
    form.append('file', new Blob([content]), 'b.jpg')
    return fetch(url, { method: 'POST', body: form })
  }

  it('stores its file', async () => {
    const storage = createS3Storage(store.settings)
    expect((await send(storage.signUpload(rules()))).ok).toBe(true)
    expect(await storage.stat('upload/b.jpg')).toEqual({ bytes: 5, contentType: 'image/jpeg' })
    expect((await send(storage.signUpload(rules()), 'x'.repeat(100))).ok).toBe(true)
  })

  it.each<[string, string, Partial<UploadRules>, string, Record<string, string>]>([
    ['another key', 'AccessDenied', {}, 'photo', { key: 'upload/other.jpg' }],
    ['another type', 'AccessDenied', {}, 'photo', { 'Content-Type': 'text/html' }],
    ['a field that the policy does not name', 'AccessDenied', {}, 'photo', { acl: 'public-read' }],
    ['a file that is too large', 'EntityTooLarge', {}, 'x'.repeat(101), {}],
    ['an empty file', 'EntityTooSmall', {}, '', {}],
    ['an expired policy', 'AccessDenied', { expiresAt: new Date(Date.now() - 1_000) }, 'photo', {}],
    ['a policy of its own', 'SignatureDoesNotMatch', {}, 'photo', { policy: Buffer.from('{}').toString('base64') }],
    ['a false signature', 'SignatureDoesNotMatch', {}, 'photo', { 'x-amz-signature': '0'.repeat(64) }],
    [
      'somebody else’s key',
      'InvalidAccessKeyId',
      {},
      'photo',
      { 'x-amz-credential': 'NOBODY/20261120/x/s3/aws4_request' },
    ],
  ])('is refused with %s', async (_name, word, changes, content, fields) => {
    const storage = createS3Storage(store.settings)
    const key = `upload/refused-${store.refused.length}.jpg`
    const response = await send(storage.signUpload(rules({ key, ...changes })), content, fields)
    expect([response.ok, store.refused.at(-1)]).toEqual([false, word])
    expect(await storage.stat(key)).toBeNull()
  })
})

describe('signatures', () => {
  const example: S3Settings = {
    endpoint: 'https://store.example',
    region: 'us-east-1',
    bucket: 'examplebucket',
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  }
  const until = new Date('2026-11-26T00:00:00.000Z')

  it('do not depend on when they are made', () => {
    expect(presignedUrl(example, 'a b/图.jpg', until)).toBe(presignedUrl(example, 'a b/图.jpg', until))
    expect(presignedUrl(example, 'a.jpg', until)).toContain('X-Amz-Date=20261120T000000Z')
  })

  it('bind the form to key, type, size and time', () => {
    const fields = postPolicy(example, { key: 'k.jpg', contentType: 'image/png', maxBytes: 77, expiresAt: until })
    const policy = JSON.parse(Buffer.from(fields.policy ?? '', 'base64').toString())
    expect(policy.expiration).toBe('2026-11-26T00:00:00.000Z')
    expect(policy.conditions).toEqual(
      expect.arrayContaining([
        { bucket: 'examplebucket' },
        { key: 'k.jpg' },
        { 'Content-Type': 'image/png' },
        ['content-length-range', 1, 77],
      ]),
    )
    const step = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
    const signing = ['20261120', 'us-east-1', 's3', 'aws4_request'].reduce<string | Buffer>(
      step,
      `AWS4${example.secretKey}`,
    )
    expect(fields['x-amz-signature']).toBe(
      createHmac('sha256', signing)
        .update(fields.policy ?? '')
        .digest('hex'),
    )
  })
})
