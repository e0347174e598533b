import type { InputOf } from '@huanji/contract/call'
import { batch, extBatch } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { defPhoto, realPhoto } from '@huanji/contract/features/inspection/photo'
import type { Channel } from '@huanji/domain/channel'
import type { PhonePlan } from './phones.ts'
import type { Life } from './single-records.ts'
import { type HandledPhone, photograph, publish } from './steps.ts'

const HOUR_MS = 3_600_000

type Answers = PhonePlan['answers']

/** A batch of the demo: what all its phones are, and what some of them have beside it, by their place in the batch. */
export interface BatchPlan {
  readonly channel: Channel
  readonly modelId: string
  readonly sku: PhonePlan['sku']
  /** What is said of all of them; whatever else is asked is as it should be. */
  readonly answers: Answers
  readonly phones: number
  readonly own: Readonly<Record<number, Answers>>
  /** Whether each lies in a bag. */
  readonly isSealed: boolean
  readonly live: (phones: BatchOfPhones) => Life
}

/** The phones of a batch, with who handles them. The first one is photographed for all. */
export interface BatchOfPhones {
  readonly plan: BatchPlan
  readonly phones: readonly [HandledPhone, ...HandledPhone[]]
}

/** What of a batch matters while it is entered. */
export interface EnteredBatch {
  readonly plan: Omit<BatchPlan, 'live'>
  readonly phones: readonly [HandledPhone, ...HandledPhone[]]
}

/** Enters the phones as one batch. Gives its id, and the ids of its records in the order of the phones. */
export async function enterBatch({
  plan,
  phones,
}: EnteredBatch): Promise<{ batchId: string; inspectionIds: string[] }> {
  const [{ world, inspector, merchant, plan: first }] = phones
  const units: InputOf<typeof batch.addMultiCommodity>['units'] = phones.map((phone, place) => ({
    code: { kind: 'imei', imei: phone.plan.imei },
    answers: plan.own[place] ?? {},
    bagCode: plan.isSealed ? phone.bagCode : '',
  }))
  const { batchId, rows } = await world.access.call(inspector, batch.addMultiCommodity, {
    channel: plan.channel,
    common: { modelId: plan.modelId, sku: plan.sku, answers: first.answers },
    shopAccountId: merchant.shopAccountIds[0],
    units,
  })
  const refused = rows.find((row) => !row.ok)
  if (batchId === null || refused) throw new Error(`a phone of a batch was refused: ${refused?.message}`)
  return { batchId, inspectionIds: rows.flatMap((row) => row.inspectionId ?? []) }
}

/** Takes the photographs that are still wanted of a phone of a batch: all shots of the first, of others only defects. */
async function photographOne(phone: HandledPhone, inspectionId: string): Promise<void> {
  const { world, inspector } = phone
  const { photoTaskId } = await world.access.call(inspector, detRecord.getDetRecordDetails, { inspectionId })
  const { missingShots } = await world.access.call(inspector, realPhoto.getDetectRealPhoto, { photoTaskId })
  const { required } = await world.access.call(inspector, defPhoto.getDefPhotoInfoByTaskId, { photoTaskId })
  const missingDefectPhotos = required.filter(({ photoCount }) => photoCount === 0)
  await photograph(phone, { photoTaskId, missingShots, missingDefectPhotos })
}

/** Photographs of the first phone, then of the defects that single phones have. */
export async function photographAll({ plan, phones }: EnteredBatch, inspectionIds: readonly string[]): Promise<void> {
  for (const [place, phone] of phones.entries()) {
    if (place === 0 || plan.own[place] !== undefined) await photographOne(phone, inspectionIds[place] ?? '')
  }
}

/** Entered, and photographed an hour later. */
async function* finished(phones: BatchOfPhones): Life {
  const [{ world }] = phones.phones
  yield world.endMs - 9 * HOUR_MS
  const { inspectionIds } = await enterBatch(phones)
  yield world.endMs - 8 * HOUR_MS
  await photographAll(phones, inspectionIds)
}

/** Entered, and waiting for the photographs of its first phone. */
async function* waiting(phones: BatchOfPhones): Life {
  const [{ world }] = phones.phones
  yield world.endMs - HOUR_MS
  await enterBatch(phones)
}

/** A phone of the lot is offered, so that its version is as it is; what is found later makes a second one. */
async function* corrected(phones: BatchOfPhones): Life {
  const [first] = phones.phones
  const { world, inspector } = first
  yield world.endMs - 34 * HOUR_MS
  const { batchId, inspectionIds } = await enterBatch(phones)
  await photographAll(phones, inspectionIds)
  yield world.endMs - 26 * HOUR_MS
  await publish(first, inspectionIds[0] ?? '', world.endMs + 16 * HOUR_MS)
  await world.access.deliver()
  await world.control.advance(0)
  yield world.endMs - 4 * HOUR_MS
  const found = { ...first.plan.answers, C01: { options: ['C01-3'] } }
  const before = await world.access.call(inspector, batch.getDetRecordDetailsByDetRecordId, { batchId })
  const asked = { batchId, version: before.batch.version, answers: found }
  const { batchVersion } = await world.access.call(inspector, extBatch.edit, asked)
  if (batchVersion !== 2) throw new Error(`the lot has version ${batchVersion}`)
}

/** Two batches of the curated channel and one lot at auction. */
export const BATCHES: readonly BatchPlan[] = [
  {
    channel: 'curated',
    modelId: 'apple-iphone-15',
    sku: { regulatoryNo: 'A3092', ram: '', storage: '128GB', colour: '蓝色' },
    answers: { A14: { options: [], value: '88' }, B03: { options: ['B03-3'] } },
    phones: 8,
    own: { 2: { C01: { options: ['C01-3'] } }, 5: { B02: { options: ['B02-3'] }, D03: { options: ['D03-2'] } } },
    isSealed: false,
    live: finished,
  },
  {
    channel: 'curated',
    modelId: 'xiaomi-14',
    sku: { regulatoryNo: '23127PN0CC', ram: '12GB', storage: '256GB', colour: '黑色' },
    answers: { C01: { options: ['C01-2'] } },
    phones: 3,
    own: {},
    isSealed: false,
    live: waiting,
  },
  {
    channel: 'auction',
    modelId: 'redmi-k80',
    sku: { regulatoryNo: '24117RK2CC', ram: '12GB', storage: '256GB', colour: '雪岩白' },
    answers: { B03: { options: ['B03-3'] } },
    phones: 5,
    own: {},
    isSealed: true,
    live: corrected,
  },
]
