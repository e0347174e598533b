import type { Catalogue } from '@huanji/domain/catalogue/catalogue'
import { MODEL_COLUMNS, type ModelColumn, readModelRow } from '@huanji/domain/catalogue/row'
import type { CatalogueModel } from '@huanji/domain/catalogue/types'
import type { OwnModelRow } from './own-store.ts'

const PREFIX = 'own-'

/** The id of a model that a merchant wrote down. */
export const ownIdOf = (rowId: string): string => `${PREFIX}${rowId}`

/** True for such an id. */
export const isOwnId = (modelId: string): boolean => modelId.startsWith(PREFIX)

/** The id of its row. */
export const rowIdOf = (modelId: string): string => modelId.slice(PREFIX.length)

const EMPTY = Object.fromEntries(MODEL_COLUMNS.map((column) => [column, ''])) as Record<ModelColumn, string>

/** What a row of an own model comes to, or why it cannot be one. */
export const readOwnModel = (
  row: Pick<OwnModelRow, 'id' | 'brand' | 'name' | 'numbers' | 'storages' | 'colours'> & { readonly createdAt: string },
) =>
  readModelRow({
    ...EMPTY,
    id: ownIdOf(row.id),
    brand: row.brand,
    name: row.name,
    released: row.createdAt.slice(0, 10),
    numbers: row.numbers.join('; '),
    storages: row.storages.join('; '),
    colours: row.colours.join('; '),
  })

/** A model that a merchant wrote down: its questions are those of the model that it was said to be like. */
export function ownModelOf(row: OwnModelRow, catalogue: Catalogue): CatalogueModel {
  const read = readOwnModel(row)
  if (!read.ok) throw new Error(`own model ${row.id}: ${read.message}`)
  const like = catalogue.find(row.likeModelId)
  const { features, lacks } = like ?? read.model
  return { ...read.model, features, lacks, isOwn: true }
}
