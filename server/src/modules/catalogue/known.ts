import { Catalogue } from '@huanji/domain/catalogue/catalogue'
import { modelTitle } from '@huanji/domain/catalogue/models'
import { releasedCatalogue } from '@huanji/domain/catalogue/released'
import type { Searched } from '@huanji/domain/catalogue/search'
import type { CatalogueModel } from '@huanji/domain/catalogue/types'
import type { Database, GlobalTx, Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import { CATALOGUE_TOPIC, type HeldCatalogue, loadRelease, readTables } from './loading.ts'
import { isOwnId, ownModelOf } from './own-model.ts'
import { ownModelRows, ownModelsStamp } from './own-store.ts'

/** What a process keeps of the catalogue of each database that it has open. */
interface Kept {
  held: HeldCatalogue
  /** Of the merchants that asked last, their own models and by what one sees that they are still those. */
  readonly own: Map<string, { readonly stamp: string; readonly catalogue: Catalogue; readonly version: string }>
}

const OWN_KEPT = 200

const KEPT = new WeakMap<object, Kept>()

/** The catalogue as it stands in the tables. Before they were looked at, as in a test without a gateway, the release's. */
export function catalogueOf(tx: GlobalTx): Catalogue {
  return keptOf(tx).held.catalogue
}

function keptOf({ instance }: GlobalTx): Kept {
  const known = KEPT.get(instance)
  if (known) return known
  const kept: Kept = { held: releasedCatalogue(), own: new Map() }
  KEPT.set(instance, kept)
  return kept
}

/** Brings the tables up to this release, and this process up to the tables, now and whenever they change. */
export async function followCatalogue(db: Database, clock: Clock): Promise<void> {
  await loadRelease(db, clock)
  const read = () =>
    db.global(async (tx) => {
      keptOf(tx).held = await readTables(tx)
    })
  await read()
  db.on(CATALOGUE_TOPIC, () => void read())
}

/** The merchant's own models that the catalogue did not take over, as a catalogue of their own. */
async function ownCatalogue(tx: Tx): Promise<Catalogue> {
  const { own } = keptOf(tx)
  const catalogue = catalogueOf(tx)
  const stamp = await ownModelsStamp(tx)
  const known = own.get(tx.merchantId)
  if (known?.stamp === stamp && known.version === catalogue.version) return known.catalogue
  const rows = await ownModelRows(tx)
  const models = rows.filter(({ mergedInto }) => mergedInto === null).map((row) => ownModelOf(row, catalogue))
  const made = new Catalogue(stamp, models)
  own.delete(tx.merchantId)
  own.set(tx.merchantId, { stamp, catalogue: made, version: catalogue.version })
  const [oldest] = own.keys()
  if (own.size > OWN_KEPT && oldest !== undefined) own.delete(oldest)
  return made
}

/** What a merchant's searches look at: the catalogue and its own models. */
export const searchedBy = async (tx: Tx): Promise<Searched> => ({
  catalogues: [catalogueOf(tx), await ownCatalogue(tx)],
})

/** The model with this id, of the catalogue or the merchant's own, or null. */
export async function findModel(tx: Tx, modelId: string): Promise<CatalogueModel | null> {
  if (!isOwnId(modelId)) return catalogueOf(tx).find(modelId)
  return (await ownCatalogue(tx)).find(modelId)
}

/** The model with this id. Refuses MODEL_UNKNOWN, of this field of the call. */
export const requireModel = async (tx: Tx, modelId: string, field = 'modelId'): Promise<CatalogueModel> =>
  (await findModel(tx, modelId)) ?? refuse('MODEL_UNKNOWN', {}, { field })

/** What models are called, by their id; one that is gone, as by an update of the catalogue, by its id. */
export async function titlesOf(tx: Tx, modelIds: readonly string[]): Promise<(modelId: string) => string> {
  const own = modelIds.some(isOwnId) ? await ownCatalogue(tx) : null
  const catalogue = catalogueOf(tx)
  return (modelId) => {
    const model = catalogue.find(modelId) ?? own?.find(modelId) ?? null
    return model === null ? modelId : modelTitle(model)
  }
}
