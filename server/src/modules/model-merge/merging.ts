import type { Catalogue } from '@huanji/domain/catalogue/catalogue'
import { plainName } from '@huanji/domain/catalogue/model-names'
import { modelTitle } from '@huanji/domain/catalogue/models'
import type { CatalogueModel } from '@huanji/domain/catalogue/types'
import { systemOrigin } from '../../audit/entry.ts'
import { recordAudit } from '../../audit/store.ts'
import type { Tx } from '../../database/database.ts'
import { catalogueOf } from '../catalogue/known.ts'
import { ownIdOf } from '../catalogue/own-model.ts'
import { markMerged, type OwnModelRow, ownModelRows } from '../catalogue/own-store.ts'
import { markDays } from '../figure/mark-store.ts'
import { countModel, countSku } from '../inspection/learned-store.ts'
import { chosenSpu, forgetSpu, keepSpu } from '../model-mapping/store.ts'
import { lockMerchant } from '../tenant/store.ts'
import { daysOfModel, learnedAsModel, renameModel, setLearnedModel, setViewQuery, viewsNaming } from './store.ts'

/** Why the catalogue's model is the one that a merchant wrote down: by a number of it, or by its name. */
interface Twin {
  readonly model: CatalogueModel
  readonly by: string
}

/**
 * The model of the catalogue that an own one is: the one that alone has a number of it, else the one of its brand and name.
 * None where its numbers lead to several: which of them it is a person has to say.
 */
export function twinOf(
  { brand, name, numbers }: Pick<OwnModelRow, 'brand' | 'name' | 'numbers'>,
  catalogue: Catalogue,
): Twin | null {
  const byNumber = numbers.flatMap((no) => catalogue.withNumber(no).map((model) => ({ model, by: `型号 ${no}` })))
  const models = new Set(byNumber.map(({ model }) => model))
  if (models.size > 0) return models.size === 1 ? (byNumber[0] ?? null) : null
  const wanted = plainName(modelTitle({ brand, name }))
  const model = catalogue.models.find((one) => plainName(modelTitle(one)) === wanted)
  return model === undefined ? null : { model, by: '名称' }
}

/** What phones taught under the own model counts for the catalogue's from now on. */
async function moveLearned(tx: Tx, from: string, to: string): Promise<void> {
  for (const { unitId, learnedAs } of await learnedAsModel(tx, to)) {
    if (learnedAs?.modelId !== from) continue
    const moved = { ...learnedAs, modelId: to }
    await countSku(tx, learnedAs, -1)
    await countModel(tx, learnedAs, -1)
    await countSku(tx, moved, 1)
    await countModel(tx, moved, 1)
    await setLearnedModel(tx, unitId, moved)
  }
}

/** What a person chose at the marketplace for the own model holds for the catalogue's, unless that has a choice of its own. */
async function moveMapping(tx: Tx, from: string, to: string, row: OwnModelRow, now: Date): Promise<void> {
  const chosen = await chosenSpu(tx, from)
  if (chosen === null) return
  if ((await chosenSpu(tx, to)) === null) {
    await keepSpu(tx, to, { ...chosen, employeeId: row.createdById, now })
  }
  await forgetSpu(tx, from)
}

/** Puts the catalogue's model in the place of an own one, in everything that names it, and says so in the log. */
async function merge(tx: Tx, row: OwnModelRow, { model, by }: Twin, now: Date): Promise<void> {
  const [from, to, title] = [ownIdOf(row.id), model.id, modelTitle(model)]
  // first: who writes a phone of it down at this moment is waited for, and whoever comes later finds the catalogue's
  await markMerged(tx, row.id, to, now)
  const days = await daysOfModel(tx, from)
  const counts = await renameModel(tx, { from, to, title })
  await moveLearned(tx, from, to)
  await moveMapping(tx, from, to, row, now)
  for (const { id, query } of await viewsNaming(tx, from)) await setViewQuery(tx, id, query.replaceAll(from, to))
  await markDays(tx, days)
  const ownTitle = modelTitle(row)
  const action = { action: 'model.merged', actionLabel: '机型并入机型库', now }
  await recordAudit(tx, systemOrigin('系统'), action, [
    {
      subject: 'model',
      subjectId: row.id,
      subjectLabel: ownTitle,
      actionLabel: action.actionLabel,
      before: { 机型: ownTitle },
      after: {
        机型: title,
        依据: by,
        手机: `${counts.unit ?? 0} 台`,
        质检单: `${counts.inspection ?? 0} 条`,
        商品: `${counts.listing ?? 0} 件`,
        订单: `${counts.saleOrder ?? 0} 单`,
        售后: `${counts.refund ?? 0} 单`,
      },
    },
  ])
}

/** Merges the merchant's own models that the catalogue has by now; gives how many. One transaction, so that it is all or nothing. */
export async function mergeOwnModels(tx: Tx, now: Date): Promise<number> {
  const catalogue = catalogueOf(tx)
  const waiting = (await ownModelRows(tx)).flatMap((row) => {
    const twin = row.mergedInto === null ? twinOf(row, catalogue) : null
    return twin === null ? [] : [{ row, twin }]
  })
  if (waiting.length === 0) return 0
  await lockMerchant(tx)
  for (const { row, twin } of waiting) await merge(tx, row, twin, now)
  return waiting.length
}
