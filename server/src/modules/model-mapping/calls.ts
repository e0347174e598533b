import { modelMapping, modelMappingEdit } from '@huanji/contract/features/model-mapping/calls'
import { modelTitle } from '@huanji/domain/catalogue/models'
import { isMarketplaceFailure } from '@huanji/marketplace/client/errors'
import { refuse } from '../../errors/refusal.ts'
import { type CallContext, handlers, type PrepareContext, twoSteps } from '../../gateway/handler.ts'
import {
  type DictionaryAccess,
  findSpu,
  findSpus,
  isOfOtherBrand,
  type Spu,
} from '../../integration/marketplace/model-dictionary.ts'
import { holdModel, requireModel } from '../catalogue/known.ts'
import { merchantRow } from '../tenant/store.ts'
import { chosenSpu, forgetSpu, keepSpu } from './store.ts'

type Prepare = PrepareContext<CallContext>

async function accessOf({ read, services }: Prepare): Promise<DictionaryAccess> {
  const merchant = (await read(merchantRow)) ?? refuse('NOT_FOUND')
  const { marketplace, clock } = services
  return { marketplace, clock, sellerId: merchant.sellerId }
}

/** What the marketplace answers, or null while it cannot be asked. */
async function unlessAway<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (isMarketplaceFailure(error)) return null
    throw error
  }
}

const presentSpu = ({ spuId, name, brand }: Pick<Spu, 'spuId' | 'name' | 'brand'>) => ({ spuId, name, brand })

const modelMappingCalls = handlers(modelMapping, {
  getOnLineXySpuByHsbSpuId: twoSteps({
    prepare: async (context, { modelId, query }) => {
      const model = await context.read((tx) => requireModel(tx, modelId))
      return unlessAway(findSpus(await accessOf(context), model, query))
    },
    commit: async ({ tx }, { modelId }, found) => {
      const model = await requireModel(tx, modelId)
      const chosen = await chosenSpu(tx, model.id)
      const spu = chosen ?? found?.named ?? null
      return {
        modelId: model.id,
        modelName: modelTitle(model),
        spu: spu && presentSpu(spu),
        source: chosen ? 'chosen' : spu ? 'name' : 'none',
        chosenBy: chosen?.chosenBy ?? null,
        chosenAt: chosen?.chosenAt ?? null,
        candidates: (found?.candidates ?? []).map(presentSpu),
        isAway: found === null,
      }
    },
  }),
})

const modelMappingEditCalls = handlers(modelMappingEdit, {
  save: twoSteps({
    prepare: async (context, { modelId, spuId }) => {
      const model = await context.read((tx) => requireModel(tx, modelId))
      const access = await accessOf(context)
      if (spuId === undefined) return (await unlessAway(findSpus(access, model, '')))?.named ?? null
      const found = await unlessAway(
        findSpu(access, model, spuId).then(async (spu) => ({
          spu,
          isOther: spu !== null && (await isOfOtherBrand(access, model, spu)),
        })),
      )
      if (found === null) return refuse('MARKETPLACE_UNAVAILABLE')
      const spu = found.spu ?? refuse('SPU_UNKNOWN', {}, { field: 'spuId' })
      if (found.isOther) {
        refuse('SPU_OF_OTHER', { spu: `${spu.brand} ${spu.name}`, model: modelTitle(model) }, { field: 'spuId' })
      }
      return spu
    },
    commit: async ({ tx, actor, now }, { modelId, spuId }, spu) => {
      const { id } = await holdModel(tx, modelId)
      if (spuId === undefined) await forgetSpu(tx, id)
      else if (spu) await keepSpu(tx, id, { ...presentSpu(spu), employeeId: actor.employeeId, now })
      return {
        modelId: id,
        spu: spu && presentSpu(spu),
        source: spu === null ? 'none' : spuId === undefined ? 'name' : 'chosen',
      }
    },
  }),
})

/** Our models and the marketplace's. */
export const modelMappingGroups = [modelMappingCalls, modelMappingEditCalls]
