import { randomBytes } from 'node:crypto'
import type { OutputOf } from '@huanji/contract/call'
import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { realPhoto } from '@huanji/contract/features/inspection/photo'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ObjectStore, startObjectStore } from '../../../../../tests/support/object-store.ts'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { sendParts } from '../../../../../tests/support/photo-sender.ts'
import { newId } from '../../../platform/ids.ts'
import { joinFiles } from '../../../storage/join-files.ts'
import { createS3Storage } from '../../../storage/s3.ts'
import type { Storage } from '../../../storage/storage.ts'
import { startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { PART_BYTES, partsOf, receivedParts } from './parts.ts'

type UploadForm = OutputOf<typeof detConfig.getUploadSign>

let shop: TradingGateway
let owner: SignedInEmployee
let photo: Buffer

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  const noise = randomBytes(1000 * 800 * 3)
  photo = await sharp(noise, { raw: { width: 1000, height: 800, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
})
afterAll(() => shop.close())

const sign = (photoTaskId: string, uploadId?: string, sizeBytes = photo.length) =>
  shop.data(
    detConfig.getUploadSign,
    { photoTaskId, contentType: 'image/jpeg', sizeBytes, ...(uploadId && { uploadId }) },
    owner.login,
  )
const send = (form: UploadForm, indexes: readonly number[], bytes = photo) =>
  sendParts({ ...form, parts: form.parts.filter((part) => indexes.includes(part.index)) }, bytes, shop.postForm)
const save = (photoTaskId: string, uploadId: string) =>
  shop.call(realPhoto.saveRealPhoto, { photoTaskId, photos: [{ uploadId, position: 'back' }] }, owner.login)
const missingOf = (form: UploadForm) => form.parts.map((part) => part.index)
const keyOf = (uploadId: string, index: number) => `merchant/${owner.actor.merchantId}/upload/${uploadId}.${index}`
const isStored = async (key: string) => (await shop.app.services.storage.stat(key)) !== null

describe('a photograph in parts', () => {
  test('is saved when all have arrived, and its parts go', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const form = await sign(photoTaskId)
    expect(form).toMatchObject({ partBytes: PART_BYTES, partCount: Math.ceil(photo.length / PART_BYTES) })
    expect(form.partCount).toBeGreaterThan(1)
    await send(form, missingOf(form))
    const saved = await save(photoTaskId, form.uploadId)
    expect(saved._data?.photos).toMatchObject([{ photoId: form.uploadId, width: 1000, height: 800 }])
    await shop.runJobs()
    for (const index of missingOf(form)) expect(await isStored(keyOf(form.uploadId, index))).toBe(false)
  })

  test('goes on with the parts that are missing, however long it was broken off within a day', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const form = await sign(photoTaskId)
    await send(form, [0])
    expect((await save(photoTaskId, form.uploadId))._bizErrCode).toBe('UPLOAD_MISSING')
    shop.clock.advance(5 * 3_600_000)
    expect((await save(photoTaskId, form.uploadId))._bizErrCode).toBe('UPLOAD_EXPIRED')
    const again = await sign(photoTaskId, form.uploadId)
    expect(again.uploadId).toBe(form.uploadId)
    expect(missingOf(again)).toEqual(missingOf(form).filter((index) => index !== 0))
    await send(again, missingOf(again))
    expect((await sign(photoTaskId, form.uploadId)).parts).toEqual([])
    const saved = await save(photoTaskId, form.uploadId)
    expect(saved._data?.photos).toMatchObject([{ photoId: form.uploadId }])
    expect((await sign(photoTaskId, form.uploadId)).parts).toEqual([])
    expect((await save(photoTaskId, form.uploadId))._data?.photos).toHaveLength(1)
  })

  test('is not saved while a part is shorter than announced, which is asked for again', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const form = await sign(photoTaskId)
    await send(form, missingOf(form).slice(0, -1))
    await send(form, missingOf(form).slice(-1), photo.subarray(0, photo.length - 1))
    expect((await save(photoTaskId, form.uploadId))._bizErrCode).toBe('UPLOAD_MISSING')
    expect(missingOf(await sign(photoTaskId, form.uploadId))).toEqual([form.partCount - 1])
  })

  test('cannot hold a part larger than announced', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const form = await sign(photoTaskId)
    const [first] = form.parts
    if (!first) throw new Error('no part')
    const tooLarge = { parts: [first], partBytes: PART_BYTES + 1 }
    await expect(sendParts(tooLarge, photo, shop.postForm)).rejects.toThrow('413')
  })

  test('goes on only in its own task and as the file that was announced', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const other = await shop.save(owner, { mode: 'draft' })
    const { uploadId } = await sign(photoTaskId)
    const wanted = { photoTaskId, uploadId, contentType: 'image/jpeg' as const, sizeBytes: photo.length }
    for (const changed of [
      { ...wanted, photoTaskId: other.photoTaskId },
      { ...wanted, uploadId: newId() },
      { ...wanted, sizeBytes: photo.length - 1 },
      { ...wanted, contentType: 'image/png' as const },
    ]) {
      expect(await shop.refusalOf(detConfig.getUploadSign, changed, owner)).toBe('NOT_FOUND')
    }
    shop.clock.advance(25 * 3_600_000)
    expect(await shop.refusalOf(detConfig.getUploadSign, wanted, owner)).toBe('UPLOAD_EXPIRED')
  })

  test('leaves no part behind when it is given up', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const form = await sign(photoTaskId)
    await send(form, [0])
    expect(await isStored(keyOf(form.uploadId, 0))).toBe(true)
    shop.clock.advance(25 * 3_600_000)
    await sign(photoTaskId)
    await shop.runJobs()
    expect(await isStored(keyOf(form.uploadId, 0))).toBe(false)
  })
})

describe('the parts in a storage', () => {
  let store: ObjectStore
  beforeAll(async () => {
    store = await startObjectStore()
  })
  afterAll(() => store.close())

  test.each<[string, () => Storage]>([
    ['a folder', () => shop.app.services.storage],
    ['an S3-compatible store', () => createS3Storage(store.settings)],
  ])('are found and joined in %s', async (_name, open) => {
    const storage = open()
    const bytes = randomBytes(2 * PART_BYTES + 5)
    const upload = { storageKey: `merchant/a/upload/${newId()}`, sizeBytes: bytes.length }
    const parts = partsOf(upload)
    expect(parts.map((part) => part.bytes)).toEqual([PART_BYTES, PART_BYTES, 5])
    const pieces = parts.map(({ index }) => bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES))
    for (const index of [0, 2]) {
      await storage.write(parts[index]?.key ?? '', pieces[index] ?? Buffer.alloc(0), 'application/octet-stream')
    }
    expect((await receivedParts(storage, upload)).map((part) => part.index)).toEqual([0, 2])
    expect(await joinFiles(storage, parts)).toBeNull()
    await storage.write(parts[1]?.key ?? '', pieces[1] ?? Buffer.alloc(0), 'application/octet-stream')
    expect((await joinFiles(storage, parts))?.equals(bytes)).toBe(true)
  })
})
