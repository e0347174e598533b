import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOfQuery } from '../../database/query.ts'
import { employeeName } from '../history/employee-store.ts'

const COLUMNS = [
  'p.id as pictureId',
  'p.purpose',
  'p.sourceUrl',
  'p.fullKey',
  'p.thumbKey',
  'p.width',
  'p.height',
  'p.problem',
  'p.takenAt',
] as const satisfies ColumnsOf<'refundPhoto', 'p'>

const photosOf = (tx: Tx, refundId: string) =>
  db
    .selectFrom('refundPhoto as p')
    .where('p.merchantId', '=', tx.merchantId)
    .where('p.refundId', '=', refundId)
    .orderBy('p.takenAt')
    .orderBy('p.position')
    .orderBy('p.id')
    .select(COLUMNS)
    .select(({ fn, ref, val }) => [fn.coalesce(employeeName(tx, ref('p.takenBy')), val('')).as('takenBy')])

/** A picture of a case; without keys while the buyer's was not fetched. */
export type RefundPhoto = RowOfQuery<typeof photosOf>

/** The pictures of a case in the order in which they came. */
export const refundPhotos = (tx: Tx, refundId: string): Promise<RefundPhoto[]> => tx.rows(photosOf(tx, refundId))

/** A picture as it is kept. */
export interface KeptPicture {
  readonly fullKey: string
  readonly thumbKey: string
  readonly width: number
  readonly height: number
  readonly sizeBytes: number
}

/** A picture of our own; its id is its upload's. */
export interface NewRefundPhoto extends KeptPicture {
  readonly pictureId: string
  readonly purpose: 'refusal' | 'recheck'
  readonly position: number
  readonly takenBy: string
}

/** Keeps pictures of our own with a case. */
export async function insertRefundPhotos(
  tx: Tx,
  refundId: string,
  photos: readonly NewRefundPhoto[],
  now: Date,
): Promise<void> {
  if (photos.length === 0) return
  const { merchantId } = tx
  const rows = photos.map(({ pictureId: id, ...photo }) => ({ merchantId, id, refundId, ...photo, takenAt: now }))
  await tx.run(db.insertInto('refundPhoto').values(rows))
}

const evidenceOf = (tx: Tx, refundId: string) =>
  db
    .selectFrom('refundPhoto')
    .where('merchantId', '=', tx.merchantId)
    .where('refundId', '=', refundId)
    .where('purpose', '=', 'evidence')

/** The buyer's pictures of a case that were not fetched, in their order. */
export const evidenceToFetch = (tx: Tx, refundId: string) =>
  tx.rows(
    evidenceOf(tx, refundId)
      .where('fullKey', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .select(['id as pictureId', 'sourceUrl']),
  )

const pictures = (tx: Tx, pictureIds: readonly string[]) =>
  db
    .updateTable('refundPhoto')
    .where('merchantId', '=', tx.merchantId)
    .where('id', '=', anyOf(pictureIds))
    .where('fullKey', 'is', null)

/** A buyer's picture was fetched and is kept from now on. */
export async function setEvidence(tx: Tx, pictureId: string, kept: KeptPicture): Promise<void> {
  await tx.run(pictures(tx, [pictureId]).set({ ...kept, problem: '' }))
}

/** Why buyer's pictures could not be fetched, for a person to read; empty while they are to be fetched again. */
export async function setEvidenceProblem(tx: Tx, pictureIds: readonly string[], problem: string): Promise<void> {
  await tx.run(pictures(tx, pictureIds).set({ problem }))
}
