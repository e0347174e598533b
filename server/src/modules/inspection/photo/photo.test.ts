import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { defectPhoto, defPhoto, realPhoto } from '@huanji/contract/features/inspection/photo'
import { MODELS } from '@huanji/domain/catalogue/testing/models'
import { requiredShots, SHOT_ORDER } from '@huanji/domain/photos/shots'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { plainPicture } from '../../../../../tests/support/photo-sender.ts'
import { CLEAN_ANSWERS } from '../../../demo/trade/inspecting.ts'
import { newId } from '../../../platform/ids.ts'
import { FileMissing } from '../../../storage/storage.ts'
import { startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { markListed, markUnlisted } from '../commands.ts'
import { photoRowsOf, publicPhotosOf } from './store.ts'

let shop: TradingGateway
let owner: SignedInEmployee
let rival: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  rival = await shop.merchant('乙行')
})
afterAll(() => shop.close())

const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)
const rowsOf = (inspectionId: string) => inMerchant((tx) => photoRowsOf(tx, [inspectionId]))
const saveReal = (photoTaskId: string, uploadId: string, position: string) =>
  shop.call(realPhoto.saveRealPhoto, { photoTaskId, photos: [{ uploadId, position }] }, owner.login)
const isStored = async (key: string) => (await shop.app.services.storage.stat(key)) !== null

describe('a battery that is worn', () => {
  const worn = { ...CLEAN_ANSWERS, A14: { options: [], value: '87' } }

  test('defect: it was photographed twice, as the shot of an iPhone and as a defect', async () => {
    const record = await shop.save(owner, { answers: worn })
    expect(record.explanation?.grade).toBe('95')
    expect(record.missingShots.map((one) => one.code)).toContain('battery')
    expect(record.missingDefectPhotos).toEqual([])
    const task = await shop.data(defPhoto.getDefPhotoInfoByTaskId, { photoTaskId: record.photoTaskId }, owner.login)
    expect(task.required).toEqual([])
    const codes = record.missingShots.map((one) => one.code)
    expect(await shop.shoot(owner, record.photoTaskId, codes)).toMatchObject({ inspectionState: 'awaiting_seal' })
  })

  test('is a defect of a phone without a compulsory shot of it, until the shot is taken all the same', async () => {
    const record = await shop.save(owner, {
      modelId: 'xiaomi-14',
      sku: { ram: '8GB', storage: '256GB', colour: '黑色' },
      answers: worn,
    })
    expect(record.missingDefectPhotos).toMatchObject([{ itemCode: 'A14', optionCode: 'A14-2' }])
    const codes = record.missingShots.map((one) => one.code)
    expect(await shop.shoot(owner, record.photoTaskId, codes)).toMatchObject({ inspectionState: 'awaiting_photos' })
    const taken = await shop.shoot(owner, record.photoTaskId, ['battery'])
    expect(taken.inspectionState).toBe('awaiting_seal')
  })
})

describe('a photograph', () => {
  test('is encoded anew, without its position, and shown by addresses that stay the same for an hour', async () => {
    const { photoTaskId, inspectionId } = await shop.save(owner, { mode: 'draft' })
    const bytes = await sharp(await plainPicture())
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '30/1 0/1 0/1' } })
      .jpeg()
      .toBuffer()
    const uploadId = await shop.upload(owner, photoTaskId, bytes)
    const { _data } = await saveReal(photoTaskId, uploadId, 'front_off')
    const photo = _data?.photos[0]
    expect(photo).toMatchObject({ photoId: uploadId, position: 'front_off', width: 800, height: 600 })

    const [row] = await rowsOf(inspectionId)
    const stored = await shop.app.services.storage.read(row?.fullKey ?? '')
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
    const shown = await fetch(new URL(photo?.thumbUrl ?? '', shop.url))
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(Math.max(...Object.values(await sizeOf(await shown.arrayBuffer())))).toBe(320)

    const addresses = async () => {
      const task = await shop.data(realPhoto.getDetectRealPhoto, { photoTaskId }, owner.login)
      return task.photos[0]?.url
    }
    expect(await addresses()).toBe(photo?.url)
    shop.clock.advance(59 * 60_000)
    expect(await addresses()).toBe(photo?.url)
    shop.clock.advance(60_000)
    expect(await addresses()).not.toBe(photo?.url)
  })

  test('replaces the one of the same shot, and the old files go after the commit', async () => {
    const { photoTaskId, inspectionId } = await shop.save(owner, { mode: 'draft' })
    await shop.shoot(owner, photoTaskId, ['back'])
    const [old] = await rowsOf(inspectionId)
    if (!old) throw new Error('no photograph')
    const { photos } = await shop.shoot(owner, photoTaskId, ['back'])
    expect(photos).toHaveLength(1)
    expect(photos[0]?.photoId).not.toBe(old.photoId)
    expect(await isStored(old.fullKey)).toBe(true)
    await shop.runJobs()
    expect(await isStored(old.fullKey)).toBe(false)
    expect(await isStored(old.thumbKey)).toBe(false)
    const merchant = owner.actor.merchantId
    expect(await isStored(`merchant/${merchant}/upload/${old.photoId}.0`)).toBe(false)
  })

  test('keeps its files when buyers may have seen it', async () => {
    const record = await shop.listable(owner, 'KEEP00000001')
    const now = shop.clock.now()
    await inMerchant(async (tx) => {
      await markListed(tx, [record.inspectionId], owner.actor, now)
      await markUnlisted(tx, [record.inspectionId], owner.actor, now, '')
    })
    const [old] = await rowsOf(record.inspectionId)
    await shop.shoot(owner, record.photoTaskId, ['front_off'])
    await shop.runJobs()
    expect(await isStored(old?.fullKey ?? '')).toBe(true)
  })

  test('is saved once however often its upload is sent', async () => {
    const { photoTaskId, inspectionId } = await shop.save(owner, { mode: 'draft' })
    const uploadId = await shop.upload(owner, photoTaskId)
    const answers = await Promise.all(Array.from({ length: 5 }, () => saveReal(photoTaskId, uploadId, 'left')))
    await shop.runJobs()
    answers.push(await saveReal(photoTaskId, uploadId, 'left'))
    for (const answer of answers) expect(answer._data?.photos.map((photo) => photo.photoId)).toEqual([uploadId])
    expect(await rowsOf(inspectionId)).toHaveLength(1)
  })

  test('counts once when one call names its upload or its shot twice', async () => {
    const { photoTaskId, inspectionId } = await shop.save(owner, { mode: 'draft' })
    const [one, other] = [await shop.upload(owner, photoTaskId), await shop.upload(owner, photoTaskId)]
    const photos = [
      { uploadId: one, position: 'back' },
      { uploadId: other, position: 'left' },
      { uploadId: other, position: 'back' },
    ]
    const saved = await shop.data(realPhoto.saveRealPhoto, { photoTaskId, photos }, owner.login)
    expect(saved.photos.map((photo) => [photo.photoId, photo.position])).toEqual([[other, 'back']])
    await shop.runJobs()
    expect(await isStored(`merchant/${owner.actor.merchantId}/photo/${one}.jpg`)).toBe(false)
    expect(await rowsOf(inspectionId)).toHaveLength(1)
  })

  test('is hidden from buyers when it is internal', async () => {
    const { photoTaskId, inspectionId } = await shop.save(owner, { mode: 'draft' })
    await shop.shoot(owner, photoTaskId, ['bag', 'about', 'back'])
    const seen = await inMerchant((tx) => publicPhotosOf(tx, [inspectionId]))
    expect(seen.map((photo) => photo.position)).toEqual(['back'])
    expect((await rowsOf(inspectionId)).map((photo) => photo.position)).toEqual(['back', 'about', 'bag'])
  })

  test('stands in the order of the shots', () => {
    const folding = MODELS.filter((model) => model.features.includes('foldable'))
    expect(folding.length).toBeGreaterThan(0)
    const withBox = { A19: { options: ['A19-2'] } }
    for (const model of folding) {
      expect(requiredShots('curated', model, withBox).map((shot) => shot.code)).toEqual(SHOT_ORDER)
    }
  })
})

describe('what is refused', () => {
  test('files that are no photographs, or too small', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const small = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const damaged = (await plainPicture()).subarray(0, 400)
    for (const bytes of [Buffer.from('<svg onload="alert(1)"></svg>'), small, damaged]) {
      const uploadId = await shop.upload(owner, photoTaskId, bytes)
      const answer = await saveReal(photoTaskId, uploadId, 'back')
      expect(answer._bizErrCode).toBe('PHOTO_INVALID')
    }
  })

  test('a file that never came, before and after its form expired', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const wanted = { photoTaskId, contentType: 'image/jpeg' as const, sizeBytes: 1000 }
    const { uploadId } = await shop.data(detConfig.getUploadSign, wanted, owner.login)
    expect((await saveReal(photoTaskId, uploadId, 'back'))._bizErrCode).toBe('UPLOAD_MISSING')
    shop.clock.advance(16 * 60_000)
    expect((await saveReal(photoTaskId, uploadId, 'back'))._bizErrCode).toBe('UPLOAD_EXPIRED')
  })

  test('a shot and an item that do not exist', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const uploadId = await shop.upload(owner, photoTaskId)
    expect((await saveReal(photoTaskId, uploadId, 'hinge'))._bizErrCode).toBe('PHOTO_INVALID')
    for (const [itemCode, optionCode] of [
      ['Z01', 'Z01-1'],
      ['B01', 'C01-2'],
    ] as const) {
      const photos = [{ uploadId, itemCode, optionCode }]
      expect(await shop.refusalOf(defectPhoto.save, { photoTaskId, photos }, owner)).toBe('PHOTO_INVALID')
    }
  })

  test('a fourth photograph of one defect', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    for (let index = 0; index < 3; index += 1) await shop.shootDefect(owner, photoTaskId, 'B01', 'B01-2')
    const photos = [{ uploadId: await shop.upload(owner, photoTaskId), itemCode: 'B01', optionCode: 'B01-2' }]
    expect(await shop.refusalOf(defectPhoto.save, { photoTaskId, photos }, owner)).toBe('PHOTO_LIMIT')
    const { photos: kept } = await shop.data(defPhoto.getDefPhotoInfoByTaskId, { photoTaskId }, owner.login)
    expect(kept).toHaveLength(3)
    const removed = await shop.data(
      defectPhoto.save,
      { photoTaskId, removePhotoIds: [kept[0]?.photoId ?? ''] },
      owner.login,
    )
    expect(removed.photos).toHaveLength(2)
  })

  test('more announced files than a record can hold', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const wanted = { photoTaskId, contentType: 'image/jpeg' as const, sizeBytes: 1000 }
    for (let index = 0; index < 70; index += 1) await shop.data(detConfig.getUploadSign, wanted, owner.login)
    expect(await shop.refusalOf(detConfig.getUploadSign, wanted, owner)).toBe('PHOTO_LIMIT')
    shop.clock.advance(16 * 60_000)
    expect(await shop.refusalOf(detConfig.getUploadSign, wanted, owner)).toBe('')
  })

  test('changes once the phone is on sale, and the loss of a compulsory photograph before', async () => {
    const record = await shop.listable(owner, 'LOSS00000001')
    const { photoTaskId, inspectionId } = record
    const [first] = await rowsOf(inspectionId)
    const removal = { photoTaskId, removePhotoIds: [first?.photoId ?? ''] }
    expect(await shop.refusalOf(realPhoto.saveRealPhoto, removal, owner)).toBe('PHOTOS_MISSING')
    const uploadId = await shop.upload(owner, photoTaskId)
    await inMerchant((tx) => markListed(tx, [inspectionId], owner.actor, shop.clock.now()))
    expect((await saveReal(photoTaskId, uploadId, 'back'))._bizErrCode).toBe('STATE_CHANGED')
    const wanted = { photoTaskId, contentType: 'image/jpeg' as const, sizeBytes: 1000 }
    expect(await shop.refusalOf(detConfig.getUploadSign, wanted, owner)).toBe('STATE_CHANGED')
  })

  test('another merchant’s ids, exactly as ids of nobody', async () => {
    const mine = await shop.save(owner, { mode: 'draft' })
    const foreign = await shop.save(rival, { mode: 'draft' })
    const foreignUpload = await shop.upload(rival, foreign.photoTaskId)
    const wanted = { contentType: 'image/jpeg' as const, sizeBytes: 1000 }
    for (const photoTaskId of [foreign.photoTaskId, newId()]) {
      expect(await shop.refusalOf(realPhoto.getDetectRealPhoto, { photoTaskId }, owner)).toBe('NOT_FOUND')
      expect(await shop.refusalOf(defPhoto.getDefPhotoInfoByTaskId, { photoTaskId }, owner)).toBe('NOT_FOUND')
      expect(await shop.refusalOf(realPhoto.saveRealPhoto, { photoTaskId }, owner)).toBe('NOT_FOUND')
      expect(await shop.refusalOf(defectPhoto.save, { photoTaskId }, owner)).toBe('NOT_FOUND')
      expect(await shop.refusalOf(detConfig.getUploadSign, { ...wanted, photoTaskId }, owner)).toBe('NOT_FOUND')
    }
    for (const uploadId of [foreignUpload, newId()]) {
      expect((await saveReal(mine.photoTaskId, uploadId, 'back'))._bizErrCode).toBe('NOT_FOUND')
    }
  })
})

test('files that were sent and never saved are thrown away a day later', async () => {
  const stranger = await shop.merchant('丙行')
  const { photoTaskId } = await shop.save(stranger, { mode: 'draft' })
  const uploadId = await shop.upload(stranger, photoTaskId)
  const key = `merchant/${stranger.actor.merchantId}/upload/${uploadId}.0`
  expect(await isStored(key)).toBe(true)
  shop.clock.advance(25 * 3_600_000)
  const photos = [{ uploadId, position: 'back' }]
  expect(await shop.refusalOf(realPhoto.saveRealPhoto, { photoTaskId, photos }, stranger)).toBe('UPLOAD_EXPIRED')
  await shop.upload(stranger, photoTaskId)
  await shop.runJobs()
  await expect(shop.app.services.storage.read(key)).rejects.toBeInstanceOf(FileMissing)
  expect(await shop.refusalOf(realPhoto.saveRealPhoto, { photoTaskId, photos }, stranger)).toBe('NOT_FOUND')
})

test('a defect task names what must be photographed', async () => {
  const answers = { ...CLEAN_ANSWERS, D08: { options: ['D08-2', 'D08-3'] }, C01: { options: ['C01-2'] } }
  const record = await shop.save(owner, { answers })
  await shop.shootDefect(owner, record.photoTaskId, 'C01', 'C01-2')
  const task = await shop.data(defPhoto.getDefPhotoInfoByTaskId, { photoTaskId: record.photoTaskId }, owner.login)
  expect(task.required.map(({ itemCode, photoCount }) => [itemCode, photoCount])).toEqual([
    ['C01', 1],
    ['D08', 0],
  ])
  const { photoCount } = await shop.data(
    detRecord.getDetRecordDetails,
    { inspectionId: record.inspectionId },
    owner.login,
  )
  expect(photoCount).toBe(1)
})

async function sizeOf(bytes: ArrayBuffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(Buffer.from(bytes)).metadata()
  return { width, height }
}
