import { batch, batchEdit } from '@huanji/contract/features/inspection/batch'
import type { Channel } from '@huanji/domain/channel'
import type { PhonePlan } from './phones.ts'
import type { Life } from './single-records.ts'
import { bodyOf, type HandledPhone, publish } from './steps.ts'
import { enterBatch, photographRecord } from './trade/inspecting.ts'

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
export async function enterPhones({
  plan,
  phones,
}: EnteredBatch): Promise<{ batchId: string; inspectionIds: string[] }> {
  const [{ inspector, merchant, plan: first }] = phones
  const { batchId, records } = await enterBatch(inspector, {
    channel: plan.channel,
    common: { modelId: plan.modelId, sku: plan.sku, answers: first.answers },
    shopAccountId: merchant.shopAccountIds[0],
    units: phones.map((phone, place) => ({
      code: { kind: 'imei', imei: phone.plan.imei },
      answers: plan.own[place] ?? {},
      bagCode: plan.isSealed ? phone.bagCode : '',
    })),
  })
  return { batchId, inspectionIds: records.map(({ inspectionId }) => inspectionId) }
}

/** Photographs of the first phone, then of the defects that single phones have. */
export async function photographAll({ plan, phones }: EnteredBatch, inspectionIds: readonly string[]): Promise<void> {
  for (const [place, phone] of phones.entries()) {
    if (place > 0 && plan.own[place] === undefined) continue
    await photographRecord(phone.inspector, inspectionIds[place] ?? '', bodyOf(phone.plan))
  }
}

/** Entered, and photographed an hour later. */
async function* finished(phones: BatchOfPhones): Life {
  const [{ world }] = phones.phones
  yield world.endMs - 9 * HOUR_MS
  const { inspectionIds } = await enterPhones(phones)
  yield world.endMs - 8 * HOUR_MS
  await photographAll(phones, inspectionIds)
}

/** Entered, and waiting for the photographs of its first phone. */
async function* waiting(phones: BatchOfPhones): Life {
  const [{ world }] = phones.phones
  yield world.endMs - HOUR_MS
  await enterPhones(phones)
}

/** A phone of the lot is offered, so that its version is as it is; what is found later makes a second one. */
async function* corrected(phones: BatchOfPhones): Life {
  const [first] = phones.phones
  const { world, inspector } = first
  yield world.endMs - 34 * HOUR_MS
  const { batchId, inspectionIds } = await enterPhones(phones)
  await photographAll(phones, inspectionIds)
  yield world.endMs - 26 * HOUR_MS
  await publish(first, inspectionIds[0] ?? '', world.endMs + 16 * HOUR_MS)
  await world.access.deliver()
  await world.control.advance(0)
  yield world.endMs - 4 * HOUR_MS
  const found = { ...first.plan.answers, C01: { options: ['C01-3'] } }
  const before = await inspector.call(batch.getDetRecordDetailsByDetRecordId, { batchId })
  const asked = { batchId, version: before.batch.version, answers: found }
  const { batchVersion } = await inspector.call(batchEdit.edit, asked)
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
