import { Catalogue } from '@huanji/domain/catalogue/catalogue'
import { releasedCatalogue, releasedFiles } from '@huanji/domain/catalogue/released'
import { MODEL_COLUMNS, type ModelColumn, readModelRow } from '@huanji/domain/catalogue/row'
import { modelRowsOf } from '@huanji/domain/catalogue/table'
import type { Database, GlobalTx } from '../../database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  type CatalogueRow,
  catalogueRows,
  claimVersion,
  hasOperators,
  loadedVersion,
  partRows,
  replaceParts,
  replaceReleased,
} from './store.ts'

/** Told to all processes when the tables have other rows. */
export const CATALOGUE_TOPIC = 'catalogue'

/** Loads the rows of this release into the tables where they are later than what stands there. True where it did. */
export async function loadRelease(db: Database, clock: Clock): Promise<boolean> {
  const release = releasedCatalogue()
  const { version, hash } = release
  return db.global(async (tx) => {
    const before = await loadedVersion(tx)
    if (before.version === version && before.hash === hash) return false
    if (!(await claimVersion(tx, { version, hash }, clock.now()))) return false
    const rows = modelRowsOf(releasedFiles()).map((cells, position) => ({ id: cells.id, position, cells }))
    await replaceReleased(tx, rows)
    await replaceParts(
      tx,
      release.catalogue.parts.map((part, position) => ({ position, ...part })),
    )
    tx.signal(CATALOGUE_TOPIC, version)
    return true
  })
}

const EMPTY = Object.fromEntries(MODEL_COLUMNS.map((column) => [column, ''])) as Record<ModelColumn, string>

/** A row of the tables as a model; one that this release cannot read, as a later one may have written it, is left out. */
function modelOf({ cells }: CatalogueRow) {
  const read = readModelRow({ ...EMPTY, ...cells })
  return read.ok ? [read.model] : []
}

/** A catalogue that may still be to be read. */
export interface HeldCatalogue {
  readonly catalogue: Catalogue
}

/** The catalogue that the tables hold; the release's own, which is read when it is needed, where they hold the same. */
export async function readTables(tx: GlobalTx): Promise<HeldCatalogue> {
  const release = releasedCatalogue()
  const { version, hash } = await loadedVersion(tx)
  if (hash === release.hash && !(await hasOperators(tx))) return release
  const rows = await catalogueRows(tx)
  const models = rows.flatMap((row) => modelOf(row))
  return { catalogue: new Catalogue(version, models, await partRows(tx)) }
}
