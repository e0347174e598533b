import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../tests/support/object-store.ts'
import type { S3Settings } from '../settings.ts'
import { createS3Storage } from './s3.ts'
import { postPolicy, presignedUrl } from './s3-signature.ts'
import { FileMissing } from './storage.ts'

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

  it('takes a browser’s form', async () => {
    const storage = createS3Storage(store.settings)
    const { url, fields } = storage.signUpload({
      key: 'upload/b.jpg',
      contentType: 'image/jpeg',
      maxBytes: 100,
      expiresAt: soon(),
    })
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob(['photo']), 'b.jpg')
    const response = await fetch(url, { method: 'POST', body: form })
    expect(response.ok).toBe(true)
    expect(await storage.stat('upload/b.jpg')).toEqual({ bytes: 5, contentType: 'image/jpeg' })
  })

  it('passes on that it refuses', async () => {
    const storage = createS3Storage({ ...store.settings, accessKey: 'NOBODY' })
    await expect(storage.write('c.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toThrow('answers 403')
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
