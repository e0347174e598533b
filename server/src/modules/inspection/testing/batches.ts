import type { InputOf, OutputOf } from '@huanji/contract/call'
import { batch, batchEdit } from '@huanji/contract/features/inspection/batch'
import type { SignedInEmployee } from '../../../../../tests/support/people.ts'
import { CLEAN_ANSWERS, IPHONE_13 } from '../../../demo/trade/inspecting.ts'
import { nextImei, type TradingGateway } from '../../../sync/testing/trading-gateway.ts'

type AddInput = InputOf<typeof batch.addMultiCommodity>
export type BatchUnit = AddInput['units'][number]
export type Added = OutputOf<typeof batch.addMultiCommodity>

/** Fine scratches on the back, which a phone of 99 may have. */
export const FINE_SCRATCHES = { B01: { options: ['B01-2'] } }
/** Scratches that make 95 of it. */
export const SCRATCHES = { B01: { options: ['B01-3'] } }

/** What a batch of clean iPhones 13 is answered. */
export const COMMON = { ...IPHONE_13, answers: CLEAN_ANSWERS }

export const phone = (imei = nextImei(), change: Partial<BatchUnit> = {}): BatchUnit => ({
  code: { kind: 'imei', imei },
  ...change,
})

/** So many phones of no other list. */
export const phones = (count: number): BatchUnit[] => Array.from({ length: count }, () => phone())

/** What tests do with batches, as a person does through the calls. */
export function batchFixtures(shop: TradingGateway) {
  const add = (by: SignedInEmployee, units: readonly BatchUnit[], change: Partial<AddInput> = {}) => {
    const common = change.batchId === undefined ? { common: COMMON } : {}
    const input = { channel: 'curated' as const, ...common, units: [...units], ...change }
    return shop.data(batch.addMultiCommodity, input, by.login)
  }
  const edit = (by: SignedInEmployee, change: InputOf<typeof batchEdit.edit>) =>
    shop.data(batchEdit.edit, change, by.login)
  const details = (by: SignedInEmployee, batchId: string | null, filter: object = {}) =>
    shop.data(batch.getDetRecordDetailsByDetRecordId, { batchId: batchId ?? '', pageSize: 200, ...filter }, by.login)

  /** Takes the compulsory photographs of the batch's sample. */
  async function shootSample(by: SignedInEmployee, batchId: string | null, positions?: readonly string[]) {
    const { samplePhotoTaskId, channel } = (await details(by, batchId)).batch
    await shop.shoot(by, samplePhotoTaskId ?? '', [...(positions ?? (channel === 'auction' ? LOT_SHOTS : ALL_SHOTS))])
  }
  return { add, edit, details, shootSample }
}

/** The shots that an iPhone without accessories must have. */
const ALL_SHOTS = ['front_off', 'front_on', 'back', 'left', 'right', 'top', 'bottom', 'about', 'battery']
/** Those of the sample of a lot. */
const LOT_SHOTS = ['front_off', 'front_on', 'back', 'about', 'battery']
