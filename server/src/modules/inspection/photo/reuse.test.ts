import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { defPhoto, realPhoto } from '@huanji/contract/features/inspection/photo'
import { photoReuse } from '@huanji/contract/features/inspection/photo-reuse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../../demo/trade/inspecting.ts'
import { newId } from '../../../platform/ids.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { moveInspection } from '../commands.ts'
import { putIntoBatch } from '../testing/into-batch.ts'

const SCRATCHED = { ...CLEAN_ANSWERS, B01: { options: ['B01-2'] } }
const SHOTS = ['front_off', 'front_on', 'back', 'left', 'right', 'top', 'bottom', 'about', 'battery']

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
const reuse = (photoTaskId: string, fromInspectionId: string) =>
  shop.call(photoReuse.useOldRealPhotoInfo, { photoTaskId, fromInspectionId }, owner.login)
const positionsOf = (photos: readonly { position: string | null }[]) => photos.map((photo) => photo.position)

/** The record of a phone, and a newer one of the same phone after the first was voided. */
async function twice(before: typeof CLEAN_ANSWERS, after: typeof CLEAN_ANSWERS, shots: readonly string[] = SHOTS) {
  const imei = nextImei()
  const code = { kind: 'imei' as const, imei }
  const earlier = await shop.save(owner, { code, answers: before })
  await shop.shoot(owner, earlier.photoTaskId, shots)
  if (before.B01) await shop.shootDefect(owner, earlier.photoTaskId, 'B01', 'B01-2')
  const now = shop.clock.now()
  await inMerchant((tx) => moveInspection(tx, earlier.inspectionId, 'void', { who: owner.actor, now }))
  shop.clock.advance(1000)
  return { imei, earlier, record: await shop.save(owner, { code, answers: after }) }
}

describe('photographs of an earlier record of the same phone', () => {
  test('are taken over where they are wanted and missing, say where they come from, and move the record on', async () => {
    const { earlier, record } = await twice(CLEAN_ANSWERS, CLEAN_ANSWERS, [...SHOTS, 'bag'])
    const own = await shop.shoot(owner, record.photoTaskId, ['back'])
    const answer = await reuse(record.photoTaskId, earlier.inspectionId)
    expect(answer._data).toMatchObject({ addedCount: SHOTS.length - 1, inspectionState: 'awaiting_seal' })
    const photos = answer._data?.photos ?? []
    // the bag is another one by now
    expect([...positionsOf(photos)].sort()).toEqual([...SHOTS].sort())
    for (const photo of photos) {
      expect(photo.reusedFrom).toBe(photo.position === 'back' ? null : earlier.inspectionNo)
    }
    expect(photos.find((photo) => photo.position === 'back')?.photoId).toBe(own.photos[0]?.photoId)
    const again = await reuse(record.photoTaskId, earlier.inspectionId)
    expect(again._data).toMatchObject({ addedCount: 0 })
    for (const { thumbUrl } of photos) expect((await fetch(new URL(thumbUrl, shop.url))).status).toBe(200)
  })

  test('still name the record that they were taken for when they are taken over again', async () => {
    const { imei, earlier, record } = await twice(CLEAN_ANSWERS, CLEAN_ANSWERS)
    await reuse(record.photoTaskId, earlier.inspectionId)
    await inMerchant((tx) =>
      moveInspection(tx, record.inspectionId, 'void', { who: owner.actor, now: shop.clock.now() }),
    )
    const third = await shop.save(owner, { code: { kind: 'imei', imei } })
    const { _data } = await reuse(third.photoTaskId, record.inspectionId)
    expect(new Set(_data?.photos.map((photo) => photo.reusedFrom))).toEqual(new Set([earlier.inspectionNo]))
  })

  test('are refused when the phone has an exception that it did not have, which is named', async () => {
    const { imei, earlier, record } = await twice(CLEAN_ANSWERS, SCRATCHED)
    const answer = await reuse(record.photoTaskId, earlier.inspectionId)
    expect(answer._bizErrCode).toBe('PHOTO_REUSE_REFUSED')
    const [exception] = (
      await shop.data(defPhoto.getDefPhotoInfoByTaskId, { photoTaskId: record.photoTaskId }, owner.login)
    ).required
    expect(answer._errStr).toContain(`${exception?.itemName}（${exception?.optionName}）`)
    const { records } = await shop.data(
      photoReuse.getRealPhotoInfoByImei,
      { imei, photoTaskId: record.photoTaskId },
      owner.login,
    )
    expect(records).toMatchObject([{ inspectionId: earlier.inspectionId, obstacle: answer._errStr }])
  })

  test('are refused for another phone, for the record itself, and once its photographs are settled', async () => {
    const { earlier, record } = await twice(CLEAN_ANSWERS, CLEAN_ANSWERS)
    const other = await shop.save(owner)
    expect((await reuse(other.photoTaskId, earlier.inspectionId))._bizErrCode).toBe('PHOTO_REUSE_REFUSED')
    expect((await reuse(record.photoTaskId, record.inspectionId))._bizErrCode).toBe('PHOTO_REUSE_REFUSED')
    const settled = { photoTaskId: earlier.photoTaskId, fromInspectionId: record.inspectionId }
    for (const spec of [photoReuse.useOldRealPhotoInfo, photoReuse.reusePhotoRecord]) {
      expect(await shop.refusalOf(spec, settled, owner)).toBe('STATE_CHANGED')
    }
  })

  test('of defects are taken over for those that both records have', async () => {
    const { earlier, record } = await twice(SCRATCHED, SCRATCHED)
    const input = { photoTaskId: record.photoTaskId, fromInspectionId: earlier.inspectionId }
    const reused = await shop.data(photoReuse.reusePhotoRecord, input, owner.login)
    expect(reused).toMatchObject({ addedCount: 1, photos: [{ itemCode: 'B01', reusedFrom: earlier.inspectionNo }] })
    expect(await shop.data(photoReuse.reusePhotoRecord, input, owner.login)).toMatchObject({ addedCount: 0 })
    const mended = await twice(SCRATCHED, CLEAN_ANSWERS)
    const without = { photoTaskId: mended.record.photoTaskId, fromInspectionId: mended.earlier.inspectionId }
    expect(await shop.data(photoReuse.reusePhotoRecord, without, owner.login)).toMatchObject({ addedCount: 0 })
  })

  test('are found by any code of the phone, newest first, without the task’s own record', async () => {
    const { imei, earlier, record } = await twice(CLEAN_ANSWERS, CLEAN_ANSWERS)
    await reuse(record.photoTaskId, earlier.inspectionId)
    const find = async (input: { imei: string; photoTaskId?: string }) => {
      const { records } = await shop.data(photoReuse.getRealPhotoInfoByImei, input, owner.login)
      return records.map((one) => [one.inspectionId, one.photos.length, one.obstacle])
    }
    const [before, now] = [
      [earlier.inspectionId, SHOTS.length, ''],
      [record.inspectionId, SHOTS.length, ''],
    ]
    expect(await find({ imei })).toEqual([now, before])
    expect(await find({ imei: earlier.inspectionNo })).toEqual([now, before])
    expect(await find({ imei, photoTaskId: record.photoTaskId })).toEqual([before])
    expect(await find({ imei: nextImei() })).toEqual([])
    expect(await shop.refusalOf(photoReuse.getRealPhotoInfoByImei, { imei: '12' }, owner)).toBe('CODE_INVALID')
    const { photos } = await shop.data(
      photoReuse.getRealPhotoInfoByDetectNo,
      { detectNo: ` ${earlier.inspectionNo.toLowerCase()} ` },
      owner.login,
    )
    expect(positionsOf(photos)).toHaveLength(SHOTS.length)
  })
})

describe('photographs of a phone of a batch', () => {
  test('are copied to the others where they are missing, but not what shows the one phone only', async () => {
    const [sample, ...others] = [await shop.save(owner), await shop.save(owner), await shop.save(owner)]
    const stranger = await shop.save(owner)
    const ids = others.map((one) => one.inspectionId)
    await inMerchant((tx) =>
      putIntoBatch(tx, [sample.inspectionId, ...ids], { employeeId: owner.actor.employeeId, now: shop.clock.now() }),
    )
    await shop.shoot(owner, sample.photoTaskId, SHOTS)
    await shop.shoot(owner, others[0]?.photoTaskId ?? '', ['back'])
    const toInspectionIds = [...ids, stranger.inspectionId, sample.inspectionId]
    const copy = () =>
      shop.data(photoReuse.copyRealPhoto, { fromPhotoTaskId: sample.photoTaskId, toInspectionIds }, owner.login)
    expect((await copy()).results.map(({ ok, addedCount }) => [ok, addedCount])).toEqual([
      [true, SHOTS.length - 2],
      [true, SHOTS.length - 1],
      [false, 0],
      [false, 0],
    ])
    expect((await copy()).results.map((result) => result.addedCount)).toEqual([0, 0, 0, 0])
    const task = await shop.data(
      realPhoto.getDetectRealPhoto,
      { photoTaskId: others[1]?.photoTaskId ?? '' },
      owner.login,
    )
    expect(positionsOf(task.photos)).not.toContain('about')
    expect(new Set(task.photos.map((photo) => photo.reusedFrom))).toEqual(new Set([sample.inspectionNo]))
  })

  test('are copied to those that are still open, and the others say why not', async () => {
    const [sample, open, gone] = [await shop.save(owner), await shop.save(owner), await shop.save(owner)]
    const ids = [open.inspectionId, gone.inspectionId]
    const now = shop.clock.now()
    await inMerchant(async (tx) => {
      await putIntoBatch(tx, [sample.inspectionId, ...ids], { employeeId: owner.actor.employeeId, now })
      await moveInspection(tx, gone.inspectionId, 'void', { who: owner.actor, now })
    })
    await shop.shoot(owner, sample.photoTaskId, ['back'])
    const input = { fromPhotoTaskId: sample.photoTaskId, toInspectionIds: ids }
    const { results } = await shop.data(photoReuse.copyRealPhoto, input, owner.login)
    expect(results).toMatchObject([
      { inspectionId: open.inspectionId, ok: true, addedCount: 1 },
      { inspectionId: gone.inspectionId, ok: false, addedCount: 0 },
    ])
    expect(results[1]?.message).toContain('作废')
  })
})

describe('a photo task', () => {
  const progressOf = (photoTaskId: string) =>
    shop.data(photoReuse.getRealPhotoInfoByTaskId, { photoTaskId }, owner.login)

  test('says exactly what is kept and what has arrived', async () => {
    const record = await shop.save(owner)
    const { photoTaskId } = record
    expect(await progressOf(photoTaskId)).toMatchObject({ progress: 'waiting', uploads: [], reusedFrom: [] })
    const sizeBytes = 3 * 512 * 1024 - 7
    const form = await shop.data(
      detConfig.getUploadSign,
      { photoTaskId, contentType: 'image/jpeg', sizeBytes },
      owner.login,
    )
    const part = Buffer.alloc(512 * 1024 - 7)
    const { storage } = shop.app.services
    const key = `merchant/${owner.actor.merchantId}/upload/${form.uploadId}`
    await storage.write(`${key}.2`, part, 'application/octet-stream')
    await storage.write(`${key}.0`, part, 'application/octet-stream')
    // the first part is too short, so that it has not arrived
    expect(await progressOf(photoTaskId)).toMatchObject({
      progress: 'uploading',
      uploads: [{ uploadId: form.uploadId, sizeBytes, partCount: 3, receivedParts: [2], expiresAt: form.expiresAt }],
    })
    await shop.shoot(owner, photoTaskId, ['back'])
    const { shots, uploads } = await progressOf(photoTaskId)
    expect(uploads).toHaveLength(1)
    expect(shots.filter((shot) => shot.photo !== null).map((shot) => shot.code)).toEqual(['back'])
    shop.clock.advance(16 * 60_000)
    expect(await progressOf(photoTaskId)).toMatchObject({ progress: 'waiting', uploads: [{ receivedParts: [2] }] })
    shop.clock.advance(25 * 3_600_000)
    expect((await progressOf(photoTaskId)).uploads).toEqual([])
    await shop.shoot(
      owner,
      photoTaskId,
      record.missingShots.map((shot) => shot.code),
    )
    expect((await progressOf(photoTaskId)).progress).toBe('complete')
  })

  test('says when its photographs were taken over', async () => {
    const { earlier, record } = await twice(CLEAN_ANSWERS, CLEAN_ANSWERS)
    await reuse(record.photoTaskId, earlier.inspectionId)
    expect(await progressOf(record.photoTaskId)).toMatchObject({
      progress: 'reused',
      reusedFrom: [earlier.inspectionNo],
    })
  })
})

test('another merchant’s records are those of nobody', async () => {
  const mine = await shop.save(owner)
  const foreign = await shop.save(rival)
  for (const other of [foreign, { photoTaskId: newId(), inspectionId: newId() }]) {
    const { photoTaskId, inspectionId } = other
    const to = { photoTaskId, fromInspectionId: mine.inspectionId }
    const from = { photoTaskId: mine.photoTaskId, fromInspectionId: inspectionId }
    for (const input of [to, from]) {
      expect(await shop.refusalOf(photoReuse.useOldRealPhotoInfo, input, owner)).toBe('NOT_FOUND')
      expect(await shop.refusalOf(photoReuse.reusePhotoRecord, input, owner)).toBe('NOT_FOUND')
    }
    const copies = [
      { fromPhotoTaskId: photoTaskId, toInspectionIds: [mine.inspectionId] },
      { fromPhotoTaskId: mine.photoTaskId, toInspectionIds: [inspectionId] },
    ]
    for (const input of copies) expect(await shop.refusalOf(photoReuse.copyRealPhoto, input, owner)).toBe('NOT_FOUND')
    expect(await shop.refusalOf(photoReuse.getRealPhotoInfoByTaskId, { photoTaskId }, owner)).toBe('NOT_FOUND')
    const lookUp = { imei: nextImei(), photoTaskId }
    expect(await shop.refusalOf(photoReuse.getRealPhotoInfoByImei, lookUp, owner)).toBe('NOT_FOUND')
  }
  const byNumber = { detectNo: 'ZJ99123199999' }
  expect(await shop.refusalOf(photoReuse.getRealPhotoInfoByDetectNo, byNumber, owner)).toBe('NOT_FOUND')
})
