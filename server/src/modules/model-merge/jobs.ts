import type { Catalogue } from '@huanji/domain/catalogue/catalogue'
import type { JobServices } from '../../jobs/job.ts'
import { registerSchedule } from '../../jobs/schedules.ts'
import { catalogueOf } from '../catalogue/known.ts'
import { eachMerchant } from '../tenant/each-merchant.ts'
import { mergeOwnModels } from './merging.ts'

/** The catalogue that this process has merged with: only another one can bring a number that merchants wrote down before. */
const merged = new WeakMap<object, Catalogue>()

/** Merges merchants' own models with a catalogue that is new. A failure of one merchant holds up no other, and is tried again. */
export async function mergeAll({ db, clock, log }: JobServices): Promise<void> {
  const { instance, catalogue } = await db.global(async (tx) => ({
    instance: tx.instance,
    catalogue: catalogueOf(tx),
  }))
  if (merged.get(instance) === catalogue) return
  let failures = 0
  await eachMerchant(db, async ({ merchantId }) => {
    try {
      await db.tenant(merchantId, (tx) => mergeOwnModels(tx, clock.now()))
    } catch (error) {
      failures += 1
      log.warn({ err: error, merchantId }, 'own models could not be merged')
    }
  })
  if (failures === 0) merged.set(instance, catalogue)
}

export const modelMergeSchedules = [registerSchedule('model.merge', 60, mergeAll)]
