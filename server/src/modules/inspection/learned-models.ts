import type { OutputOf } from '@huanji/contract/call'
import type { detRecord } from '@huanji/contract/calls/inspection'
import { findModel } from '@huanji/domain/catalogue/models'
import type { Tx } from '../../database/database.ts'
import {
  addToTotal,
  countModel,
  countSku,
  type LearnedPhone,
  learnedAs,
  ownModels,
  ownSkus,
  setLearnedAs,
  type TacModel,
  totalsOf,
} from './learned-store.ts'
import type { UnitModel, UnitSku } from './unit-store.ts'

type Suggestion = OutputOf<typeof detRecord.verifyBarCode>['suggestions'][number]

/** So many other merchants must have had a model before one of them cannot be recognised in the sum. */
const OTHERS_AT_LEAST = 3
const SUGGESTIONS = 5

/** The type allocation code: the digits of an IMEI that say which type of phone it is. */
const tacOf = (imei: string): string => imei.slice(0, 8)

const isSameModel = (one: TacModel | null, other: TacModel | null): boolean =>
  one?.tac === other?.tac && one?.modelId === other?.modelId

const isSameSku = (one: UnitSku | undefined, other: UnitSku | undefined): boolean =>
  one?.regulatoryNo === other?.regulatoryNo &&
  one?.ram === other?.ram &&
  one?.storage === other?.storage &&
  one?.colour === other?.colour

/**
 * Remembers which model and variant a submitted unit turned out to be, for `suggestionsFor`. A unit counts once: another
 * answer about it moves its count. A phone without an IMEI (`imei` empty) has no TAC and is not counted. The unit has to
 * be locked. Submits of all merchants may wait for each other here, so nothing slow should follow in the transaction.
 */
export async function learnModel(tx: Tx, unitId: string, imei: string, model: UnitModel): Promise<void> {
  const before = await learnedAs(tx, unitId)
  const after: LearnedPhone | null = imei === '' ? null : { tac: tacOf(imei), modelId: model.modelId, sku: model.sku }
  const isModelKept = isSameModel(before, after)
  if (isModelKept && isSameSku(before?.sku, after?.sku)) return
  await setLearnedAs(tx, unitId, after)
  const changes: { phone: LearnedPhone; by: 1 | -1 }[] = []
  if (before) changes.push({ phone: before, by: -1 })
  if (after) changes.push({ phone: after, by: 1 })
  // in one order whoever counts, so that two submits never wait for each other in a circle
  changes.sort((one, other) => (keyOf(one.phone) < keyOf(other.phone) ? -1 : 1))
  for (const { phone, by } of changes) {
    await countSku(tx, phone, by)
    if (!isModelKept) await countUnit(tx, phone, by)
  }
}

const keyOf = ({ tac, modelId }: TacModel): string => `${tac} ${modelId}`

async function countUnit(tx: Tx, phone: TacModel, by: 1 | -1): Promise<void> {
  const own = await countModel(tx, phone, by)
  const isFirst = by === 1 && own === 1
  const wasLast = by === -1 && own === 0
  await addToTotal(tx, phone, { units: by, merchants: isFirst || wasLast ? by : 0 })
}

/**
 * What phones of an IMEI's TAC turned out to be, likeliest first: by the merchant's own units, then by how many other
 * merchants agree. Of other merchants only the model and a count is told, and only once three of them have had it.
 */
export async function suggestionsFor(tx: Tx, imei: string): Promise<Suggestion[]> {
  const tac = tacOf(imei)
  const own = await ownModels(tx, tac)
  const skus = own.length === 0 ? [] : await ownSkus(tx, tac)
  const ownCounts = new Map(own.map(({ modelId, unitCount }) => [modelId, unitCount]))
  const others = new Map(
    (await totalsOf(tx, tac, OTHERS_AT_LEAST)).flatMap(({ modelId, unitCount, merchantCount }) => {
      const ownCount = ownCounts.get(modelId) ?? 0
      const merchants = merchantCount - (ownCount > 0 ? 1 : 0)
      return merchants < OTHERS_AT_LEAST ? [] : [[modelId, { merchants, count: unitCount - ownCount }] as const]
    }),
  )
  const rank = (modelId: string) => [ownCounts.get(modelId) ?? 0, others.get(modelId)?.merchants ?? 0] as const
  return [...new Set([...ownCounts.keys(), ...others.keys()])]
    .filter((modelId) => findModel(modelId) !== null)
    .sort((one, other) => rank(other)[0] - rank(one)[0] || rank(other)[1] - rank(one)[1])
    .slice(0, SUGGESTIONS)
    .map((modelId) => ({
      modelId,
      ownCount: ownCounts.get(modelId) ?? 0,
      othersCount: others.get(modelId)?.count ?? 0,
      ...usualSku(skus.filter((sku) => sku.modelId === modelId)),
    }))
}

/** The variant that most units are; none while two are equally frequent. */
function usualSku(skus: readonly (UnitSku & { unitCount: number })[]): Pick<Suggestion, 'sku' | 'skuCount'> {
  const [first, second] = skus
  if (!first || first.unitCount === second?.unitCount) return { sku: null, skuCount: 0 }
  const { regulatoryNo, ram, storage, colour, unitCount } = first
  return { sku: { regulatoryNo, ram, storage, colour }, skuCount: unitCount }
}
