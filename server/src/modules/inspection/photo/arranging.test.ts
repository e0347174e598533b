import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { photoEdit } from '@huanji/contract/features/inspection/photo-reuse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { newId } from '../../../platform/ids.ts'
import { startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { markListed } from '../commands.ts'
import { publicPhotosOf } from './store.ts'

let shop: TradingGateway
let owner: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
})
afterAll(() => shop.close())

const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)
const photosOf = async (photoTaskId: string) =>
  (await shop.data(realPhoto.getDetectRealPhoto, { photoTaskId }, owner.login)).photos
const idAt = async (photoTaskId: string, position: string) =>
  (await photosOf(photoTaskId)).find((photo) => photo.position === position)?.photoId ?? ''
const arrange = (photoTaskId: string, moves: { photoId: string; position: string }[]) =>
  shop.call(photoEdit.arrange, { photoTaskId, moves }, owner.login)

describe('arranging', () => {
  test('lets two photographs change places, and one move to a free place', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    await shop.shoot(owner, photoTaskId, ['back', 'left'])
    const [back, left] = [await idAt(photoTaskId, 'back'), await idAt(photoTaskId, 'left')]
    const swapped = await arrange(photoTaskId, [
      { photoId: back, position: 'left' },
      { photoId: left, position: 'back' },
    ])
    const places = swapped._data?.photos.map((photo) => [photo.position, photo.photoId])
    expect(places).toEqual([
      ['back', left],
      ['left', back],
    ])
    const moved = await arrange(photoTaskId, [{ photoId: back, position: 'right' }])
    expect(moved._data?.photos.map((photo) => photo.position)).toEqual(['back', 'right'])
    expect(moved._data?.missingShots.map((shot) => shot.code)).toContain('left')
  })

  test('goes round in a circle of three', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const places = ['back', 'left', 'right']
    await shop.shoot(owner, photoTaskId, places)
    const ids = await Promise.all(places.map((place) => idAt(photoTaskId, place)))
    const moves = ids.map((photoId, index) => ({ photoId, position: places[(index + 1) % 3] ?? '' }))
    expect((await arrange(photoTaskId, moves))._errCode).toBe('0')
    expect(await Promise.all(places.map((place) => idAt(photoTaskId, place)))).toEqual([ids[2], ids[0], ids[1]])
  })

  test('keeps from buyers what shows a place that is kept for ourselves, and gives the record another cover', async () => {
    const { photoTaskId, inspectionId } = await shop.save(owner, { mode: 'draft' })
    await shop.shoot(owner, photoTaskId, ['back', 'about'])
    const [back, about] = [await idAt(photoTaskId, 'back'), await idAt(photoTaskId, 'about')]
    const publicIds = async () => (await inMerchant((tx) => publicPhotosOf(tx, [inspectionId]))).map((p) => p.photoId)
    const coverUrl = async () => {
      const list = await shop.data(detRecord.getDetectRecordList, { channel: 'auction' }, owner.login)
      return list.list.find((row) => row.inspectionId === inspectionId)?.coverUrl
    }
    expect(await publicIds()).toEqual([back])
    expect(await coverUrl()).toContain(back)
    await arrange(photoTaskId, [
      { photoId: back, position: 'about' },
      { photoId: about, position: 'back' },
    ])
    expect(await publicIds()).toEqual([about])
    expect(await coverUrl()).toContain(about)
  })

  test('refuses a place that is taken or not there, and photographs of others', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const other = await shop.save(owner, { mode: 'draft' })
    await shop.shoot(owner, photoTaskId, ['back', 'left'])
    await shop.shoot(owner, other.photoTaskId, ['back'])
    const [back, left] = [await idAt(photoTaskId, 'back'), await idAt(photoTaskId, 'left')]
    const refusalOf = async (...moves: { photoId: string; position: string }[]) =>
      (await arrange(photoTaskId, moves))._bizErrCode
    expect(await refusalOf({ photoId: back, position: 'left' })).toBe('PHOTO_INVALID')
    expect(await refusalOf({ photoId: back, position: 'hinge' })).toBe('PHOTO_INVALID')
    expect(await refusalOf({ photoId: back, position: 'top' }, { photoId: left, position: 'top' })).toBe(
      'PHOTO_INVALID',
    )
    for (const photoId of [newId(), await idAt(other.photoTaskId, 'back')]) {
      expect(await refusalOf({ photoId, position: 'top' })).toBe('NOT_FOUND')
    }
    expect((await photosOf(photoTaskId)).map((photo) => photo.position)).toEqual(['back', 'left'])
  })

  test('of a finished record may not leave a compulsory place empty, and of one on sale is over', async () => {
    const { photoTaskId, inspectionId } = await shop.listable(owner, 'ARRANGE00001')
    const moves = [{ photoId: await idAt(photoTaskId, 'back'), position: 'corners' }]
    expect((await arrange(photoTaskId, moves))._bizErrCode).toBe('PHOTOS_MISSING')
    await inMerchant((tx) => markListed(tx, [inspectionId], owner.actor, shop.clock.now()))
    expect((await arrange(photoTaskId, moves))._bizErrCode).toBe('STATE_CHANGED')
    const mark = { photoTaskId, photoId: moves[0]?.photoId ?? '', marks: [] }
    expect(await shop.refusalOf(photoEdit.mark, mark, owner)).toBe('STATE_CHANGED')
  })

  test('by two people at once leaves each photograph in one place', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    await shop.shoot(owner, photoTaskId, ['back', 'left', 'right'])
    const [back, left, right] = await Promise.all(['back', 'left', 'right'].map((place) => idAt(photoTaskId, place)))
    const swap = (a = '', at = '', b = '', bt = '') =>
      arrange(photoTaskId, [
        { photoId: a, position: bt },
        { photoId: b, position: at },
      ])
    const answers = await Promise.all([swap(back, 'back', left, 'left'), swap(left, 'left', right, 'right')])
    expect(answers.map((answer) => answer._bizErrCode || answer._errCode).sort()).toEqual(['0', 'PHOTO_INVALID'])
    const photos = await photosOf(photoTaskId)
    expect(new Set(photos.map((photo) => photo.photoId))).toEqual(new Set([back, left, right]))
    expect(photos.map((photo) => photo.position)).toEqual(['back', 'left', 'right'])
  })
})

describe('circles and arrows', () => {
  const circle = { shape: 'circle', x1: 0.1, y1: 0.2, x2: 0.3, y2: 0.4 } as const
  const arrow = { shape: 'arrow', x1: 0, y1: 1, x2: 0.5, y2: 0.25 } as const

  test('are kept beside the picture, replace those there were, and can be taken away', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    await shop.shoot(owner, photoTaskId, ['back'])
    const [before] = await photosOf(photoTaskId)
    const photoId = before?.photoId ?? ''
    for (const marks of [[circle, arrow], [arrow], []]) {
      const { photo } = await shop.data(photoEdit.mark, { photoTaskId, photoId, marks }, owner.login)
      expect(photo).toEqual({ ...before, marks })
      expect((await photosOf(photoTaskId))[0]).toEqual({ ...before, marks })
    }
  })

  test('belong on a photograph of the task', async () => {
    const { photoTaskId } = await shop.save(owner, { mode: 'draft' })
    const other = await shop.save(owner, { mode: 'draft' })
    await shop.shoot(owner, other.photoTaskId, ['back'])
    const [photo] = await photosOf(other.photoTaskId)
    for (const photoId of [newId(), photo?.photoId ?? '']) {
      expect(await shop.refusalOf(photoEdit.mark, { photoTaskId, photoId, marks: [circle] }, owner)).toBe('NOT_FOUND')
    }
  })
})
