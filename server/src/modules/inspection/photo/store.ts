import { SHOT_ORDER } from '@huanji/domain/photos/shots'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../database/database.ts'
import {
  anyOf,
  type ColumnsOf,
  db,
  jsonText,
  type OfMerchant,
  prepared,
  type RowOf,
  type RowOfQuery,
} from '../../../database/query.ts'
import { employeeName } from '../../history/employee-store.ts'
import { samplesOf } from '../batch/store.ts'

const PHOTO_COLUMNS = [
  'p.id as photoId',
  'p.inspectionId',
  'p.kind',
  'p.position',
  'p.itemCode',
  'p.optionCode',
  'p.remark',
  'p.internal',
  'p.fullKey',
  'p.thumbKey',
  'p.width',
  'p.height',
  'p.sizeBytes',
  'p.sha256',
  'p.takenBy as takenById',
  'p.takenAt',
  'p.reusedFromNo',
  'p.marks',
] as const satisfies ColumnsOf<'photo', 'p'>

const photosOf = (of: OfMerchant, inspectionIds: readonly string[] | RawBuilder<readonly string[]>) =>
  db
    .selectFrom('photo as p')
    .select(PHOTO_COLUMNS)
    .select(({ fn, ref }) => fn.coalesce(employeeName(of, ref('p.takenBy')), sql.lit('')).as('takenBy'))
    .where('p.merchantId', '=', of.merchantId)
    .where('p.inspectionId', '=', anyOf(inspectionIds))
    .where('p.removedAt', 'is', null)
    .orderBy('p.inspectionId')
    .orderBy('p.kind', 'desc')
    .orderBy(({ ref }) => sql`array_position(${SHOT_ORDER}::text[], ${ref('p.position')})`)
    .orderBy('p.itemCode')
    .orderBy('p.takenAt')
    .orderBy('p.id')

/**
 * A photograph as it is kept. A real one has the `position` of its shot, a defect the `itemCode` and `optionCode` of
 * what it shows. Buyers never see an `internal` one. `takenBy` is the person's name, `reusedFromNo` the number of the
 * record that it was taken over from, or null.
 */
export type PhotoRow = RowOfQuery<typeof photosOf>

const readPhotos = prepared<{ merchantId: string; inspectionIds: readonly string[] }, PhotoRow>((values) =>
  photosOf(values, values.inspectionIds),
)

/** The photographs of these records: real ones in the order of the shots, then defects by item. */
export function photoRowsOf(tx: Tx, inspectionIds: readonly string[]): Promise<PhotoRow[]> {
  return tx.rows(readPhotos({ merchantId: tx.merchantId, inspectionIds }))
}

/**
 * The same without those that are kept for ourselves: what buyers may see. For a phone of a batch the photographs of the
 * batch's sample stand beside its own, but for the shots that it has itself; of the sample's defects those that the whole
 * batch has, never those of the sample alone.
 */
export async function publicPhotosOf(tx: Tx, inspectionIds: readonly string[]): Promise<PhotoRow[]> {
  const shownBy = await samplesOf(tx, inspectionIds)
  const rows = await photoRowsOf(tx, [...new Set([...inspectionIds, ...shownBy.map(({ sampleId }) => sampleId)])])
  const hasShot = (inspectionId: string, position: string | null) =>
    position !== null && rows.some((row) => row.inspectionId === inspectionId && row.position === position)
  const standsFor = (row: PhotoRow, { inspectionId, sharedExceptions }: (typeof shownBy)[number]) =>
    row.kind === 'real'
      ? !hasShot(inspectionId, row.position)
      : (sharedExceptions ?? []).some((one) => one.itemCode === row.itemCode && one.optionCode === row.optionCode)
  const isShown = (row: PhotoRow) =>
    inspectionIds.includes(row.inspectionId) ||
    shownBy.some((one) => one.sampleId === row.inspectionId && standsFor(row, one))
  return rows.filter((row) => !row.internal && isShown(row))
}

const UPLOAD_COLUMNS = [
  'id as uploadId',
  'storageKey',
  'contentType',
  'sizeBytes',
  'expiresAt',
  'savedAt',
] as const satisfies ColumnsOf<'photoUpload'>

/** A file that was announced, and perhaps sent; `savedAt` is set once it became the photograph with the same id. */
export type Upload = RowOf<'photoUpload', typeof UPLOAD_COLUMNS>

/** Whose photograph an upload becomes: that of an inspection record, or of an after-sale case. */
export type UploadOwner = { readonly inspectionId: string } | { readonly refundId: string }

const uploads = (tx: Tx) => db.selectFrom('photoUpload').where('merchantId', '=', tx.merchantId)

const uploadsOfOwner = (tx: Tx, owner: UploadOwner) =>
  'inspectionId' in owner
    ? uploads(tx).where('inspectionId', '=', owner.inspectionId)
    : uploads(tx).where('refundId', '=', owner.refundId)

/** Records a file that is about to be sent. */
export async function insertUpload(
  tx: Tx,
  upload: {
    readonly uploadId: string
    readonly owner: UploadOwner
    readonly storageKey: string
    readonly contentType: string
    readonly sizeBytes: number
    readonly expiresAt: Date
    readonly employeeId: string
    readonly now: Date
  },
): Promise<void> {
  const { uploadId, owner, storageKey, contentType, sizeBytes, expiresAt, employeeId, now } = upload
  await tx.run(
    db.insertInto('photoUpload').values({
      merchantId: tx.merchantId,
      id: uploadId,
      ...owner,
      storageKey,
      contentType,
      sizeBytes,
      expiresAt,
      createdBy: employeeId,
      createdAt: now,
    }),
  )
}

/** The uploads of an owner with these ids; foreign ones are left out. */
export function uploadsOf(tx: Tx, owner: UploadOwner, uploadIds: readonly string[]): Promise<Upload[]> {
  return tx.rows(uploadsOfOwner(tx, owner).select(UPLOAD_COLUMNS).where('id', '=', anyOf(uploadIds)))
}

/** How many of an owner's uploads may still be sent or saved. */
export async function countOpenUploads(tx: Tx, owner: UploadOwner, now: Date): Promise<number> {
  const row = await tx.one(
    uploadsOfOwner(tx, owner)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('savedAt', 'is', null)
      .where('expiresAt', '>', now.toISOString()),
  )
  return row?.count ?? 0
}

/** Gives an upload that was not saved yet until `expiresAt` to arrive. False when it was saved, or is gone. */
export async function renewUpload(tx: Tx, uploadId: string, expiresAt: Date): Promise<boolean> {
  const count = await tx.run(
    db
      .updateTable('photoUpload')
      .set({ expiresAt })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', uploadId)
      .where('savedAt', 'is', null),
  )
  return count === 1
}

type AbandonedUpload = Pick<Upload, 'uploadId' | 'storageKey' | 'sizeBytes'>

/** Forgets up to 50 uploads that were never saved and expired before `before`. */
export function forgetAbandonedUploads(tx: Tx, before: Date): Promise<AbandonedUpload[]> {
  const abandoned = uploads(tx)
    .select('id')
    .where('savedAt', 'is', null)
    .where('expiresAt', '<', before.toISOString())
    .orderBy('expiresAt')
    .limit(50)
    .forUpdate()
    .skipLocked()
  return tx.rows(
    db
      .deleteFrom('photoUpload')
      .where('merchantId', '=', tx.merchantId)
      .where('id', 'in', abandoned)
      .returning(['id as uploadId', 'storageKey', 'sizeBytes']),
  )
}

/** A photograph to be kept; the id of one that was sent is its upload's. */
export interface NewPhoto {
  readonly photoId: string
  readonly inspectionId: string
  readonly kind: 'real' | 'defect'
  readonly position: string | null
  readonly itemCode: string | null
  readonly optionCode: string | null
  readonly remark: string
  readonly internal: boolean
  readonly fullKey: string
  readonly thumbKey: string
  readonly width: number
  readonly height: number
  readonly sizeBytes: number
  readonly sha256: string
  readonly takenById: string
  readonly takenAt: string
  /** The number of the record that it was taken for, when that is another one. */
  readonly reusedFromNo: string | null
  readonly marks: PhotoRow['marks']
}

/** Marks an upload as saved. False when it was saved before: its photograph exists. */
export async function takeUpload(tx: Tx, uploadId: string, now: Date): Promise<boolean> {
  const count = await tx.run(
    db
      .updateTable('photoUpload')
      .set({ savedAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', uploadId)
      .where('savedAt', 'is', null),
  )
  return count === 1
}

/** Keeps a photograph. */
export async function insertPhoto(tx: Tx, photo: NewPhoto): Promise<void> {
  const { photoId, inspectionId, kind, position, itemCode, optionCode, remark, internal } = photo
  const { fullKey, thumbKey, width, height, sizeBytes, sha256 } = photo
  const { takenById: takenBy, takenAt, reusedFromNo, marks } = photo
  await tx.run(
    db.insertInto('photo').values({
      merchantId: tx.merchantId,
      id: photoId,
      inspectionId,
      kind,
      position,
      itemCode,
      optionCode,
      remark,
      internal,
      fullKey,
      thumbKey,
      width,
      height,
      sizeBytes,
      sha256,
      takenBy,
      takenAt,
      reusedFromNo,
      marks: jsonText(marks),
    }),
  )
}

const ofRecord = (tx: Tx, inspectionId: string) =>
  db
    .updateTable('photo')
    .where('merchantId', '=', tx.merchantId)
    .where('inspectionId', '=', inspectionId)
    .where('removedAt', 'is', null)

/** Puts shots of a record into other places; in between they stand in places that no shot has. */
export async function movePhotos(
  tx: Tx,
  inspectionId: string,
  moves: readonly { readonly photoId: string; readonly position: string; readonly internal: boolean }[],
): Promise<void> {
  const moved = moves.map((move) => move.photoId)
  await tx.run(
    ofRecord(tx, inspectionId)
      .set(({ ref }) => ({ position: sql<string>`'moving ' || ${ref('id')}` }))
      .where('id', '=', anyOf(moved)),
  )
  for (const { photoId, position, internal } of moves) {
    await tx.run(ofRecord(tx, inspectionId).set({ position, internal }).where('id', '=', photoId))
  }
}

/** Replaces the circles and arrows of a photograph. False when the record has no such one. */
export async function setMarks(
  tx: Tx,
  inspectionId: string,
  photoId: string,
  marks: PhotoRow['marks'],
): Promise<boolean> {
  const count = await tx.run(
    ofRecord(tx, inspectionId)
      .set({ marks: jsonText(marks) })
      .where('id', '=', photoId),
  )
  return count === 1
}

/**
 * Those of these files that a photograph still needs: one that is there, or one that was taken off only after its record
 * had been on sale, which shows for ever what buyers saw.
 */
export async function neededFiles(tx: Tx, fullKeys: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(
    db
      .selectFrom('photo as p')
      .innerJoin('inspection as i', (on) =>
        on.onRef('i.merchantId', '=', 'p.merchantId').onRef('i.id', '=', 'p.inspectionId'),
      )
      .select('p.fullKey')
      .distinct()
      .where('p.merchantId', '=', tx.merchantId)
      .where('p.fullKey', '=', anyOf(fullKeys))
      .where(({ eb, or, ref }) => or([eb('p.removedAt', 'is', null), eb('p.removedAt', '>=', ref('i.firstListedAt'))])),
  )
  return new Set(rows.map((row) => row.fullKey))
}

/** The uploads of a record that were not saved yet and may still be, oldest first: those that expired after `since`. */
export function unsavedUploads(tx: Tx, inspectionId: string, since: Date): Promise<Upload[]> {
  return tx.rows(
    uploads(tx)
      .select(UPLOAD_COLUMNS)
      .where('inspectionId', '=', inspectionId)
      .where('savedAt', 'is', null)
      .where('expiresAt', '>', since.toISOString())
      .orderBy('createdAt')
      .orderBy('id'),
  )
}

/** Takes photographs of one kind off a record and gives the keys of their files; ids it does not have are left out. */
export function removePhotos(
  tx: Tx,
  inspectionId: string,
  kind: 'real' | 'defect',
  photoIds: readonly string[],
  { employeeId, now }: { readonly employeeId: string; readonly now: Date },
): Promise<{ photoId: string; fullKey: string; thumbKey: string }[]> {
  return tx.rows(
    db
      .updateTable('photo')
      .set({ removedAt: now, removedBy: employeeId })
      .where('merchantId', '=', tx.merchantId)
      .where('inspectionId', '=', inspectionId)
      .where('kind', '=', kind)
      .where('id', '=', anyOf(photoIds))
      .where('removedAt', 'is', null)
      .returning(['id as photoId', 'fullKey', 'thumbKey']),
  )
}

/** True while a phone is held by goods that the marketplace would not publish. */
export async function isUnpublished(tx: Tx, inspectionId: string): Promise<boolean> {
  const held = db
    .selectFrom('listingUnit as u')
    .innerJoin('listing as l', (on) => on.onRef('l.merchantId', '=', 'u.merchantId').onRef('l.id', '=', 'u.listingId'))
    .where('u.merchantId', '=', tx.merchantId)
    .where('u.inspectionId', '=', inspectionId)
    .where('u.holding', '=', true)
    .where('l.state', '=', 'publish_failed')
    .limit(1)
    .select('l.id')
  return (await tx.one(held)) !== null
}
