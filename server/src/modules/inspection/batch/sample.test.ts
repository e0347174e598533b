import { batch } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { photoEdit } from '@huanji/contract/features/inspection/photo-reuse'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { CLEAN_ANSWERS, IPHONE_13 } from '../../../demo/trade/inspecting.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'
import { markListed, markUnlisted, moveInspection } from '../commands.ts'
import { publicPhotosOf } from '../photo/store.ts'
import { findRecord } from '../store.ts'
import { batchFixtures, COMMON, FINE_SCRATCHES, phone, phones, SCRATCHES } from '../testing/batches.ts'
import { leaveBatchSample } from './sample.ts'

let shop: TradingGateway
let owner: SignedInEmployee
let does: ReturnType<typeof batchFixtures>

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
  does = batchFixtures(shop)
})
afterAll(() => shop.close())

const inMerchant = <T>(work: Parameters<typeof shop.db.tenant<T>>[1]) => shop.db.tenant(owner.actor.merchantId, work)
const detail = (inspectionId: string | null | undefined) =>
  shop.data(detRecord.getDetRecordDetails, { inspectionId: inspectionId ?? '' }, owner.login)
const statesOf = async (batchId: string | null) => {
  const { list } = await does.details(owner, batchId, { sort: 'createdAt.asc' })
  return list.map(({ state }) => state)
}

/** Voids a record as its action does. */
const end = (inspectionId: string) =>
  inMerchant(async (tx) => {
    const by = { who: owner.actor, now: shop.clock.now() }
    await moveInspection(tx, inspectionId, 'void', by)
    const record = await findRecord(tx, { inspectionId })
    if (record) await leaveBatchSample(tx, record, by)
  })

describe('the photographs of a batch', () => {
  test('are the sample’s: the others wait for them, and go to the shelf with them', async () => {
    const made = await does.add(owner, phones(3))
    const { batch: shown, list } = await does.details(owner, made.batchId, { sort: 'createdAt.asc' })
    expect(shown).toMatchObject({ sampleInspectionId: made.rows[0]?.inspectionId, coverUrl: null })
    expect(list.map(({ isSample }) => isSample)).toEqual([true, false, false])
    await does.shootSample(owner, made.batchId, [
      'front_off',
      'front_on',
      'back',
      'left',
      'right',
      'top',
      'bottom',
      'about',
    ])
    expect(await statesOf(made.batchId)).toEqual(Array(3).fill('awaiting_photos'))
    await does.shootSample(owner, made.batchId, ['battery'])
    expect(await statesOf(made.batchId)).toEqual(Array(3).fill('listable'))
    const after = await does.details(owner, made.batchId)
    expect(after.batch).toMatchObject({ totalCount: 3, waitingCount: 0, availableCount: 3 })
    expect(after.batch.coverUrl).toContain('-320.webp')
    expect(after.list.map(({ coverUrl }) => coverUrl)).toEqual(Array(3).fill(after.batch.coverUrl))
    const late = await does.add(owner, phones(1), { batchId: made.batchId ?? '' })
    expect(late.rows).toMatchObject([{ ok: true, state: 'listable' }])
  })

  test('on the auction market each phone still needs its bag', async () => {
    await shop.data(bagRoll.registerRoll, { firstCode: 'SAMPLEBAG001', count: 2 }, owner.login)
    const made = await does.add(owner, [phone(), phone(nextImei(), { bagCode: 'SAMPLEBAG001' }), phone()], {
      channel: 'auction',
    })
    await does.shootSample(owner, made.batchId)
    expect(await statesOf(made.batchId)).toEqual(['awaiting_seal', 'listable', 'awaiting_seal'])
  })

  test('a phone with an exception of its own needs a photograph of that, and of nothing else', async () => {
    const common = { ...COMMON, answers: { ...CLEAN_ANSWERS, C01: { options: ['C01-3'] } } }
    const made = await does.add(owner, [phone(), phone(nextImei(), { answers: SCRATCHES }), phone()], { common })
    const [sample, own] = made.rows
    const sampled = await shop.data(
      detRecord.getDetRecordDetails,
      { inspectionId: sample?.inspectionId ?? '' },
      owner.login,
    )
    await does.shootSample(owner, made.batchId)
    expect(await statesOf(made.batchId)).toEqual(Array(3).fill('awaiting_photos'))
    await shop.shootDefect(owner, sampled.photoTaskId, 'C01', 'C01-3')
    expect(await statesOf(made.batchId)).toEqual(['listable', 'awaiting_photos', 'listable'])
    const { photoTaskId } = await detail(own?.inspectionId)
    const shot = await shop.shootDefect(owner, photoTaskId, 'B01', 'B01-3')
    expect(shot.inspectionState).toBe('listable')
  })

  test('buyers see the sample’s beside the phone’s own', async () => {
    const made = await does.add(owner, [phone(), phone(nextImei(), { answers: FINE_SCRATCHES })])
    const [sample, own] = await Promise.all(made.rows.map((row) => detail(row.inspectionId)))
    await does.shootSample(owner, made.batchId)
    await shop.shootDefect(owner, own?.photoTaskId ?? '', 'B01', 'B01-2')
    await shop.shoot(owner, own?.photoTaskId ?? '', ['back'])
    const seen = await inMerchant((tx) => publicPhotosOf(tx, [own?.inspectionId ?? '']))
    const ofOwn = seen.filter(({ inspectionId }) => inspectionId === own?.inspectionId)
    const ofSample = seen.filter(({ inspectionId }) => inspectionId === sample?.inspectionId)
    expect(ofOwn.map(({ position, itemCode }) => position ?? itemCode).sort()).toEqual(['B01', 'back'])
    expect(ofSample.map(({ position }) => position)).toEqual([
      'front_off',
      'front_on',
      'left',
      'right',
      'top',
      'bottom',
      'battery',
    ])
  })
})

test('defect: the sample of a lot was asked for its edges', async () => {
  const missingOf = async (channel: 'auction' | 'curated') => {
    const made = await does.add(owner, phones(1), { channel })
    const { photoTaskId } = await detail(made.rows[0]?.inspectionId)
    const { missingShots } = await shop.data(realPhoto.getDetectRealPhoto, { photoTaskId }, owner.login)
    return missingShots.map(({ code }) => code)
  }
  expect(await missingOf('auction')).toEqual(['front_off', 'front_on', 'back', 'about', 'battery'])
  expect(await missingOf('curated')).toContain('left')
})

test('defect: a phone of a batch was offered with the defects of the sample alone', async () => {
  const made = await does.add(owner, [phone(nextImei(), { answers: FINE_SCRATCHES }), phone()])
  const [sample, other] = await Promise.all(made.rows.map((row) => detail(row.inspectionId)))
  await does.shootSample(owner, made.batchId)
  await shop.shootDefect(owner, sample?.photoTaskId ?? '', 'B01', 'B01-2')
  const itemsOf = async (inspectionId = '') => {
    const seen = await inMerchant((tx) => publicPhotosOf(tx, [inspectionId]))
    return seen.flatMap(({ itemCode }) => itemCode ?? [])
  }
  expect(await itemsOf(sample?.inspectionId)).toEqual(['B01'])
  expect(await itemsOf(other?.inspectionId)).toEqual([])
})

describe('what buyers saw', () => {
  test('stays: a sample’s photographs do not change while a phone of its batch is on sale or sold', async () => {
    const made = await does.add(owner, phones(2))
    const [sample, other] = await Promise.all(made.rows.map((row) => detail(row.inspectionId)))
    await does.shootSample(owner, made.batchId)
    const listed = [other?.inspectionId ?? '']
    const by = owner.actor
    await inMerchant((tx) => markListed(tx, listed, by, shop.clock.now()))
    const retake = async () => {
      const uploadId = await shop.upload(owner, sample?.photoTaskId ?? '')
      const photos = [{ uploadId, position: 'back' }]
      return shop.call(realPhoto.saveRealPhoto, { photoTaskId: sample?.photoTaskId ?? '', photos }, owner.login)
    }
    expect(await retake()).toMatchObject({
      _bizErrCode: 'STATE_CHANGED',
      _errStr: '当前状态为“同批手机已上架”，不能修改照片，请刷新后重试',
    })
    const [back] = (await detail(sample?.inspectionId)).photos.filter(({ position }) => position === 'back')
    const marks = { photoTaskId: sample?.photoTaskId ?? '', photoId: back?.photoId ?? '', marks: [] }
    expect(await shop.refusalOf(photoEdit.mark, marks, owner)).toBe('STATE_CHANGED')
    await inMerchant((tx) => markUnlisted(tx, listed, by, shop.clock.now(), ''))
    expect((await retake())._errCode).toBe('0')
    expect(await shop.refusalOf(photoEdit.mark, marks, owner)).toBe('NOT_FOUND')
  })
})

describe('a sample that leaves', () => {
  test('before its photographs are complete hands over to the oldest phone in stock', async () => {
    const made = await does.add(owner, phones(3))
    const [first = '', second = '', third = ''] = made.rows.map(({ inspectionId }) => inspectionId ?? '')
    await end(first)
    const after = (await does.details(owner, made.batchId)).batch
    expect(after).toMatchObject({ sampleInspectionId: second, totalCount: 2 })
    expect((await detail(second)).history.at(-1)).toMatchObject({ actionLabel: '成为批次样机' })
    await does.shootSample(owner, made.batchId)
    expect([(await detail(second)).state, (await detail(third)).state]).toEqual(['listable', 'listable'])
  })

  test('after that leaves its photographs to the batch', async () => {
    const made = await does.add(owner, phones(2))
    await does.shootSample(owner, made.batchId)
    await end(made.rows[0]?.inspectionId ?? '')
    const { batch: shown } = await does.details(owner, made.batchId)
    expect(shown).toMatchObject({ sampleInspectionId: made.rows[0]?.inspectionId, totalCount: 1 })
    expect(shown.coverUrl).not.toBeNull()
    const late = await does.add(owner, phones(1), { batchId: made.batchId ?? '' })
    expect(late.rows).toMatchObject([{ state: 'listable' }])
  })

  test('defect: the others waited for ever for a sample that was photographed as a draft and voided', async () => {
    const made = await does.add(owner, phones(2))
    const [first = '', second = ''] = made.rows.map(({ inspectionId }) => inspectionId ?? '')
    const { code, version } = await detail(first)
    await shop.save(owner, {
      mode: 'draft',
      inspectionId: first,
      version,
      code,
      channel: 'curated',
      answers: CLEAN_ANSWERS,
    })
    expect((await detail(first)).state).toBe('draft')
    await does.shootSample(owner, made.batchId)
    expect((await detail(second)).state).toBe('awaiting_photos')
    await end(first)
    expect((await detail(second)).state).toBe('listable')
  })

  test('as the last one leaves its place to the next that is added', async () => {
    const made = await does.add(owner, phones(1))
    await end(made.rows[0]?.inspectionId ?? '')
    expect((await does.details(owner, made.batchId)).batch.sampleInspectionId).toBeNull()
    const late = await does.add(owner, phones(2), { batchId: made.batchId ?? '' })
    expect((await does.details(owner, made.batchId)).batch.sampleInspectionId).toBe(late.rows[0]?.inspectionId)
  })
})

describe('a phone of a batch that is inspected again before its photographs', () => {
  const resubmit = async (inspectionId: string | null | undefined, answers: object, sku: object = IPHONE_13.sku) => {
    const { code, version } = await detail(inspectionId)
    const change = { inspectionId: inspectionId ?? '', version, code, channel: 'curated' as const, sku }
    return shop.save(owner, { ...change, answers: { ...CLEAN_ANSWERS, ...answers } })
  }

  test('stays in it while its grade is not below, and keeps what differs', async () => {
    const made = await does.add(owner, phones(2))
    const [, second] = made.rows
    const saved = await resubmit(second?.inspectionId, FINE_SCRATCHES)
    expect(saved).toMatchObject({ missingShots: [], missingDefectPhotos: [{ itemCode: 'B01' }] })
    expect(await detail(second?.inspectionId)).toMatchObject({ batchNo: made.batchNo, grade: '99', exceptionCount: 1 })
    await resubmit(second?.inspectionId, {})
    const record = await inMerchant((tx) => findRecord(tx, { inspectionId: second?.inspectionId ?? '' }))
    expect(record).toMatchObject({ ownAnswers: {}, batchVersion: 1 })
  })

  test('is a single record from then on where its grade or its SKU is another', async () => {
    const made = await does.add(owner, phones(3))
    const [first, second] = made.rows
    await resubmit(second?.inspectionId, SCRATCHES)
    expect(await detail(second?.inspectionId)).toMatchObject({ batchNo: null, grade: '95' })
    const saved = await resubmit(first?.inspectionId, {}, { ...IPHONE_13.sku, storage: '256GB' })
    expect(saved.missingShots.length).toBeGreaterThan(5)
    const { batch: shown, list } = await does.details(owner, made.batchId)
    expect(shown).toMatchObject({ totalCount: 1, sampleInspectionId: made.rows[2]?.inspectionId })
    expect(list.map(({ inspectionId }) => inspectionId)).toEqual([made.rows[2]?.inspectionId])
    expect((await detail(first?.inspectionId)).history.at(-2)).toMatchObject({ actionLabel: '移出批次' })
    const again = await does.add(owner, [phone((await detail(second?.inspectionId)).imei)], {
      batchId: made.batchId ?? '',
    })
    expect(again.rows).toMatchObject([{ problem: 'IMEI_IN_INSPECTION', remedy: 'openRecord' }])
  })

  test('a draft of it is kept as it was typed, and waits in the batch', async () => {
    const made = await does.add(owner, phones(2))
    const { code, version } = await detail(made.rows[1]?.inspectionId)
    const { A14: _battery, ...answers } = CLEAN_ANSWERS
    const inspectionId = made.rows[1]?.inspectionId ?? ''
    await shop.save(owner, { mode: 'draft', inspectionId, version, code, channel: 'curated', answers })
    const draft = await detail(inspectionId)
    expect(draft).toMatchObject({ state: 'draft', batchNo: made.batchNo, answers: { A14: { options: [] } } })
    expect(await shop.refusalOf(batch.getDetRecordDetailsByDetRecordId, { batchId: made.batchId ?? '' }, owner)).toBe(
      '',
    )
  })
})
