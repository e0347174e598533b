import type { CataloguePart } from '@huanji/domain/catalogue/types'
import type { GlobalTx } from '../../database/database.ts'
import { db, jsonText } from '../../database/query.ts'

/** What was loaded last, and when. */
export interface LoadedVersion {
  readonly version: string
  readonly hash: string
}

/** The version of the catalogue that stands in the tables. */
export async function loadedVersion(tx: GlobalTx): Promise<LoadedVersion> {
  const row = await tx.one(db.selectFrom('catalogueVersion').select(['version', 'hash']))
  return row ?? { version: '', hash: '' }
}

/**
 * Says that another version is being loaded, and holds off whoever else wants to until the commit; false where the tables
 * have this one, or a later one. An equal version with other rows, as while rows are written, counts as later.
 */
export async function claimVersion(tx: GlobalTx, { version, hash }: LoadedVersion, now: Date): Promise<boolean> {
  const count = await tx.run(
    db
      .updateTable('catalogueVersion')
      .set({ version, hash, loadedAt: now })
      .where(({ eb, and, or }) =>
        or([eb('version', '<', version), and([eb('version', '=', version), eb('hash', '<>', hash)])]),
      ),
  )
  return count === 1
}

/** A row of the catalogue as it stands in its file. */
export interface CatalogueRow {
  readonly id: string
  readonly position: number
  readonly cells: Readonly<Record<string, string>>
}

const ROWS_A_STATEMENT = 500

function* parts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT) yield rows.slice(at, at + ROWS_A_STATEMENT)
}

/** Puts the rows of a release in place of those of the release before. What an operator brought stays, but for what the release has as well. */
export async function replaceReleased(tx: GlobalTx, rows: readonly CatalogueRow[]): Promise<void> {
  await tx.run(db.deleteFrom('catalogueModel').where('origin', '=', 'release'))
  for (const part of parts(rows)) {
    const ids = part.map(({ id }) => id)
    await tx.run(db.deleteFrom('catalogueModel').where('id', 'in', ids))
    await tx.run(db.insertInto('catalogueModel').values(part.map((row) => valuesOf(row, 'release'))))
  }
}

/** Adds what an operator brings, in place of earlier rows of the same models. */
export async function putOperators(tx: GlobalTx, rows: readonly CatalogueRow[]): Promise<void> {
  for (const part of parts(rows)) {
    const ids = part.map(({ id }) => id)
    await tx.run(db.deleteFrom('catalogueModel').where('id', 'in', ids))
    await tx.run(db.insertInto('catalogueModel').values(part.map((row) => valuesOf(row, 'operator'))))
  }
}

const valuesOf = ({ id, position, cells }: CatalogueRow, origin: 'release' | 'operator') => ({
  id,
  position,
  cells: jsonText(cells),
  origin,
})

/** The rows of the catalogue in their order. */
export const catalogueRows = (tx: GlobalTx): Promise<CatalogueRow[]> =>
  tx.rows(db.selectFrom('catalogueModel').select(['id', 'position', 'cells']).orderBy('position').orderBy('id'))

/** True where an operator brought rows. */
export const hasOperators = async (tx: GlobalTx): Promise<boolean> =>
  (await tx.one(db.selectFrom('catalogueModel').select('id').where('origin', '=', 'operator').limit(1))) !== null

/** An Apple part number and its place in its file. */
export interface PartRow extends CataloguePart {
  readonly position: number
}

/** Puts the part numbers of a release in place of those before. */
export async function replaceParts(tx: GlobalTx, rows: readonly PartRow[]): Promise<void> {
  await tx.run(db.deleteFrom('cataloguePart'))
  for (const part of parts(rows)) await tx.run(db.insertInto('cataloguePart').values([...part]))
}

/** The part numbers in their order. */
export const partRows = (tx: GlobalTx): Promise<PartRow[]> =>
  tx.rows(
    db
      .selectFrom('cataloguePart')
      .select(['position', 'part', 'modelId', 'storage', 'colour', 'region', 'level'])
      .orderBy('position'),
  )
