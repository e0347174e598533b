import { Catalogue } from '@huanji/domain/catalogue/catalogue'
import { modelTitle } from '@huanji/domain/catalogue/models'
import { releasedCatalogue } from '@huanji/domain/catalogue/released'
import type { Searched } from '@huanji/domain/catalogue/search'
import type { CatalogueModel } from '@huanji/domain/catalogue/types'
import type { Database, GlobalTx, Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import { isId } from '../../platform/ids.ts'
import { CATALOGUE_TOPIC, type HeldCatalogue, loadRelease, readTables } from './loading.ts'
import { isOwnId, ownIdOf, ownModelOf, rowIdOf } from './own-model.ts'
import { lockOwnModel, ownModelRows, ownModelsStamp } from './own-store.ts'

/** What a process keeps of the catalogue of each database that it has open. */
interface Kept {
  held: HeldCatalogue
  /** Of the merchants that asked last, their own models. */
  readonly own: Map<string, OwnModels>
}

interface OwnModels {
  /** By what one sees that they are still those. */
  readonly stamp: string
  /** Of the catalogue that they were read beside. */
  readonly version: string
  /** Those that the catalogue did not take over. */
  readonly catalogue: Catalogue
  /** The catalogue's model in the place of each of the others, by their ids. */
  readonly mergedInto: ReadonlyMap<string, string>
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

/** The merchant's own models. */
async function ownModels(tx: Tx): Promise<OwnModels> {
  const { own } = keptOf(tx)
  const catalogue = catalogueOf(tx)
  const { version } = catalogue
  const stamp = await ownModelsStamp(tx)
  const known = own.get(tx.merchantId)
  if (known?.stamp === stamp && known.version === version) return known
  const rows = await ownModelRows(tx)
  const models = rows.filter(({ mergedInto }) => mergedInto === null).map((row) => ownModelOf(row, catalogue))
  const mergedInto = new Map(rows.flatMap(({ id, mergedInto: into }) => (into === null ? [] : [[ownIdOf(id), into]])))
  const made = { stamp, version, catalogue: new Catalogue(stamp, models), mergedInto }
  own.delete(tx.merchantId)
  own.set(tx.merchantId, made)
  const [oldest] = own.keys()
  if (own.size > OWN_KEPT && oldest !== undefined) own.delete(oldest)
  return made
}

/** What a merchant's searches look at: the catalogue and its own models. */
export const searchedBy = async (tx: Tx): Promise<Searched> => ({
  catalogues: [catalogueOf(tx), (await ownModels(tx)).catalogue],
})

/** The model with this id: of the catalogue or the merchant's own, or the one that the catalogue has in its place. */
type Find = (modelId: string) => CatalogueModel | null

const findBeside =
  (catalogue: Catalogue, own: OwnModels | null): Find =>
  (modelId) =>
    own?.catalogue.find(modelId) ?? catalogue.find(own?.mergedInto.get(modelId) ?? modelId)

/** The model with this id, of the catalogue or the merchant's own, or null. */
export async function findModel(tx: Tx, modelId: string): Promise<CatalogueModel | null> {
  return findBeside(catalogueOf(tx), isOwnId(modelId) ? await ownModels(tx) : null)(modelId)
}

/** The model with this id. Refuses MODEL_UNKNOWN, of this field of the call. */
export const requireModel = async (tx: Tx, modelId: string, field = 'modelId'): Promise<CatalogueModel> =>
  (await findModel(tx, modelId)) ?? refuse('MODEL_UNKNOWN', {}, { field })

/**
 * As `requireModel`, for whoever writes the model down: until the transaction ends the merchant's own is neither removed
 * nor taken over by the catalogue.
 */
export async function holdModel(tx: Tx, modelId: string, field = 'modelId'): Promise<CatalogueModel> {
  await holdOwnModel(tx, modelId)
  return requireModel(tx, modelId, field)
}

/** Lets the merchant's own model, if it is one, stay what it is until the transaction ends. */
export async function holdOwnModel(tx: Tx, modelId: string): Promise<void> {
  if (isOwnId(modelId) && isId(rowIdOf(modelId))) await lockOwnModel(tx, rowIdOf(modelId), 'share')
}

/** What models are called, by their id; one that is gone, as by an update of the catalogue, by its id. */
export async function titlesOf(tx: Tx, modelIds: readonly string[]): Promise<(modelId: string) => string> {
  const find = findBeside(catalogueOf(tx), modelIds.some(isOwnId) ? await ownModels(tx) : null)
  return (modelId) => {
    const model = find(modelId)
    return model === null ? modelId : modelTitle(model)
  }
}
