import type { OutputOf } from '@huanji/contract/call'
import { catalogue } from '@huanji/contract/features/catalogue/calls'
import { modelTitle } from '@huanji/domain/catalogue/models'
import type { Tx } from '../../database/database.ts'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import { handlers } from '../../gateway/handler.ts'
import type { Actor } from '../../platform/actor.ts'
import { OWN_MODEL_ACTIONS, type OwnModelFacts } from './actions.ts'
import { createModel, editModel, removeModel } from './commands.ts'
import { searchedBy, titlesOf } from './known.ts'
import { chosenNames } from './mapping-store.ts'
import { ownIdOf } from './own-model.ts'
import { listOwnModels, type OwnModelRow, variantsOf } from './own-store.ts'

type Row = OutputOf<typeof catalogue.listModels>['list'][number]

const named = (names: readonly string[]) => names.map((name) => ({ name }))

/** So many variants are shown of a model. */
const VARIANTS_SHOWN = 10

/** A page of own models as the list shows them; one statement for all that is said beside them. */
async function present(tx: Tx, rows: readonly OwnModelRow[], actor: Actor): Promise<Row[]> {
  const ids = rows.map(({ id }) => ownIdOf(id))
  const variants = rows.length === 0 ? [] : await variantsOf(tx, ids)
  const spuNames = rows.length === 0 ? new Map<string, string>() : await chosenNames(tx, ids)
  const titleOf = await titlesOf(tx, [])
  return rows.map((row) => {
    const modelId = ownIdOf(row.id)
    const own = variants.filter((one) => one.modelId === modelId)
    const facts: OwnModelFacts = {
      isMerged: row.mergedInto !== null,
      units: own.reduce((sum, { units }) => sum + units, 0),
    }
    const { brand, name, numbers, storages, colours, likeModelId, mergedInto, mergedAt, createdAt, version } = row
    return {
      modelId,
      title: modelTitle({ brand, name }),
      brand,
      name,
      state: mergedInto === null ? 'own' : 'merged',
      numbers: named(numbers),
      storages: named(storages),
      colours: named(colours),
      likeModelId,
      likeTitle: titleOf(likeModelId),
      units: facts.units,
      learned: own
        .filter(({ skuText }) => skuText !== '')
        .slice(0, VARIANTS_SHOWN)
        .map(({ skuText, units }) => ({ name: `${skuText} ×${units}` })),
      spuName: spuNames.get(modelId) ?? '',
      mergedTitle: mergedInto === null ? '' : titleOf(mergedInto),
      mergedAt,
      createdBy: row.createdBy ?? '',
      createdAt,
      allowedActions: allowedActions(OWN_MODEL_ACTIONS, facts, actor),
      version,
    }
  })
}

/** The calls of the models that a merchant wrote down (docs/catalogue.md). */
export const catalogueCalls = handlers(catalogue, {
  listModels: async ({ tx, actor }, { state, ...filter }) => {
    const states = state === undefined ? [] : [state].flat()
    const isMerged = states.length === 1 ? states[0] === 'merged' : null
    const page = await listOwnModels(tx, { ...filter, isMerged })
    return { ...page, list: await present(tx, page.list, actor) }
  },

  createModel,

  editModel,

  removeModel: async (context, { modelId }) => {
    await removeModel(context, modelId)
    return {}
  },

  brands: async ({ tx }) => {
    const counts = new Map<string, number>()
    for (const { models } of (await searchedBy(tx)).catalogues) {
      for (const { brand } of models) counts.set(brand, (counts.get(brand) ?? 0) + 1)
    }
    return { brands: [...counts].sort(([, one], [, other]) => other - one).map(([brand]) => brand) }
  },
})
