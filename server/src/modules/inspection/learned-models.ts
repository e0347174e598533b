import type { OutputOf } from '@huanji/contract/call'
import type { detRecord } from '@huanji/contract/features/inspection/inspection'
import type { Tx } from '../../database/database.ts'
import { searchedBy } from '../catalogue/known.ts'
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
export const tacOf = (imei: string): string => imei.slice(0, 8)

const isSameModel = (one: TacModel | null, other: TacModel | null): boolean =>
  one?.tac === other?.tac && one?.modelId === other?.modelId

const isSameSku = (one: UnitSku | undefined, other: UnitSku | undefined): boolean =>
  one?.regulatoryNo === other?.regulatoryNo &&
  one?.ram === other?.ram &&
  one?.storage === other?.storage &&
  one?.colour === other?.colour

/** A unit that was submitted: locked, and without a TAC to be counted under while `imei` is empty. */
export interface SubmittedUnit {
  readonly unitId: string
  readonly imei: string
}

/**
 * Remembers which model and variant submitted units turned out to be, for `suggestionsFor`. A unit counts once: another
 * answer about it moves its count. A phone without an IMEI has no TAC and is not counted. The units have to be locked.
 * Submits of all merchants may wait for each other here, so nothing slow should follow in the transaction.
 */
export async function learnModel(tx: Tx, units: readonly SubmittedUnit[], model: UnitModel): Promise<void> {
  const counted = new Map((await learnedAs(tx, units)).map(({ unitId, learnedAs: phone }) => [unitId, phone]))
  const skus = new Map<string, Count>()
  const models = new Map<string, Count>()
  const learned: { unitId: string; phone: LearnedPhone | null }[] = []
  for (const { unitId, imei } of units) {
    const before = counted.get(unitId) ?? null
    const after: LearnedPhone | null = imei === '' ? null : { tac: tacOf(imei), modelId: model.modelId, sku: model.sku }
    const isModelKept = isSameModel(before, after)
    if (isModelKept && isSameSku(before?.sku, after?.sku)) continue
    learned.push({ unitId, phone: after })
    for (const [phone, by] of [[before, -1] as const, [after, 1] as const]) {
      if (phone === null) continue
      add(skus, `${keyOf(phone)} ${skuKey(phone.sku)}`, phone, by)
      if (!isModelKept) add(models, keyOf(phone), phone, by)
    }
  }
  for (const [, group] of Map.groupBy(learned, ({ phone }) => JSON.stringify(phone))) {
    const [first] = group
    const ids = group.map(({ unitId }) => unitId)
    await setLearnedAs(tx, ids, first?.phone ?? null)
  }
  // in one order whoever counts, so that two submits never wait for each other in a circle
  for (const { phone, by } of inOrder(skus)) await countSku(tx, phone, by)
  for (const { phone, by } of inOrder(models)) await countUnits(tx, phone, by)
}

/** So many units more or less of a model or a variant. */
interface Count {
  readonly phone: LearnedPhone
  by: number
}

const keyOf = ({ tac, modelId }: TacModel): string => `${tac} ${modelId}`

const skuKey = ({ regulatoryNo, ram, storage, colour }: UnitSku): string =>
  JSON.stringify([regulatoryNo, ram, storage, colour])

function add(counts: Map<string, Count>, key: string, phone: LearnedPhone, by: number): void {
  const known = counts.get(key)
  if (known) known.by += by
  else counts.set(key, { phone, by })
}

const inOrder = (counts: ReadonlyMap<string, Count>): Count[] =>
  [...counts]
    .filter(([, { by }]) => by !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, count]) => count)

async function countUnits(tx: Tx, phone: TacModel, by: number): Promise<void> {
  const own = await countModel(tx, phone, by)
  const isFirst = by > 0 && own === by
  const wasLast = by < 0 && own === 0
  await addToTotal(tx, phone, { units: by, merchants: isFirst || wasLast ? Math.sign(by) : 0 })
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
  const ids = [...new Set([...ownCounts.keys(), ...others.keys()])]
  const { catalogues } = ids.length === 0 ? { catalogues: [] } : await searchedBy(tx)
  return ids
    .filter((modelId) => catalogues.some((catalogue) => catalogue.find(modelId) !== null))
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
