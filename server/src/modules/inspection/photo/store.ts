import { SHOT_ORDER } from '@huanji/domain/photos/shots'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../database/database.ts'

/** A photograph as it is kept; `takenBy` is the person's name. */
export interface PhotoRow {
  photoId: string
  inspectionId: string
  kind: 'real' | 'defect'
  /** Of a real photo: the shot. */
  position: string | null
  /** Of a defect photo: what it shows. */
  itemCode: string | null
  optionCode: string | null
  remark: string
  /** Never shown to buyers. */
  internal: boolean
  fullKey: string
  thumbKey: string
  width: number
  height: number
  takenAt: string
  takenBy: string
  /** The number of the record it was taken over from, or null. */
  reusedFromNo: string | null
}

const photoColumns = (tx: Tx): RawBuilder<unknown> => sql`
  p.id as "photoId", p.inspection_id as "inspectionId", p.kind, p.position, p.item_code as "itemCode",
  p.option_code as "optionCode", p.remark, p.internal, p.full_key as "fullKey", p.thumb_key as "thumbKey", p.width,
  p.height, p.taken_at as "takenAt", p.reused_from_no as "reusedFromNo",
  coalesce((select e.name from employee e where e.merchant_id = ${tx.merchantId} and e.id = p.taken_by), '') as "takenBy"`

/** The photographs of these records: real ones in the order of the shots, then defects by item. */
export function photoRowsOf(tx: Tx, inspectionIds: readonly string[]): Promise<PhotoRow[]> {
  return tx.rows<PhotoRow>(sql`
    select ${photoColumns(tx)} from photo p
    where p.merchant_id = ${tx.merchantId} and p.inspection_id = any (${inspectionIds}::uuid[]) and p.removed_at is null
    order by p.inspection_id, p.kind desc, array_position(${SHOT_ORDER}::text[], p.position), p.item_code, p.taken_at, p.id`)
}

/** The same without those that are kept for ourselves: what buyers may see. */
export async function publicPhotosOf(tx: Tx, inspectionIds: readonly string[]): Promise<PhotoRow[]> {
  const rows = await photoRowsOf(tx, inspectionIds)
  return rows.filter((row) => !row.internal)
}

/** A file that was announced, and perhaps sent. */
export interface Upload {
  uploadId: string
  storageKey: string
  expiresAt: string
  /** Set once it became the photograph with the same id. */
  savedAt: string | null
}

/** Notes a file that is about to be sent. */
export async function insertUpload(
  tx: Tx,
  upload: {
    readonly uploadId: string
    readonly inspectionId: string
    readonly storageKey: string
    readonly contentType: string
    readonly sizeBytes: number
    readonly expiresAt: Date
    readonly employeeId: string
    readonly now: Date
  },
): Promise<void> {
  await tx.run(sql`
    insert into photo_upload (merchant_id, id, inspection_id, storage_key, content_type, size_bytes, expires_at,
      created_by, created_at)
    values (${tx.merchantId}, ${upload.uploadId}, ${upload.inspectionId}, ${upload.storageKey}, ${upload.contentType},
      ${upload.sizeBytes}, ${upload.expiresAt}, ${upload.employeeId}, ${upload.now})`)
}

/** The uploads of a record with these ids; foreign ones are left out. */
export function uploadsOf(tx: Tx, inspectionId: string, uploadIds: readonly string[]): Promise<Upload[]> {
  return tx.rows<Upload>(sql`
    select id as "uploadId", storage_key as "storageKey", expires_at as "expiresAt", saved_at as "savedAt"
    from photo_upload
    where merchant_id = ${tx.merchantId} and inspection_id = ${inspectionId} and id = any (${uploadIds}::uuid[])`)
}

/** How many of a record's uploads may still be sent or saved. */
export async function countOpenUploads(tx: Tx, inspectionId: string, now: Date): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*) as count from photo_upload
    where merchant_id = ${tx.merchantId} and inspection_id = ${inspectionId} and saved_at is null and expires_at > ${now}`)
  return row?.count ?? 0
}

/** Forgets up to 50 uploads that were never saved and expired before `before`. */
export function forgetAbandonedUploads(tx: Tx, before: Date): Promise<{ uploadId: string; storageKey: string }[]> {
  return tx.rows(sql`
    delete from photo_upload where merchant_id = ${tx.merchantId} and id in (
      select id from photo_upload
      where merchant_id = ${tx.merchantId} and saved_at is null and expires_at < ${before}
      order by expires_at limit 50 for update skip locked
    ) returning id as "uploadId", storage_key as "storageKey"`)
}

/** A photograph to be kept; its id is its upload's. */
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
  readonly employeeId: string
  readonly now: Date
}

/** Marks an upload as saved. False when it was saved before: its photograph exists. */
export async function takeUpload(tx: Tx, uploadId: string, now: Date): Promise<boolean> {
  const count = await tx.run(sql`
    update photo_upload set saved_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${uploadId} and saved_at is null`)
  return count === 1
}

/** Keeps a photograph. */
export async function insertPhoto(tx: Tx, photo: NewPhoto): Promise<void> {
  await tx.run(sql`
    insert into photo (merchant_id, id, inspection_id, kind, position, item_code, option_code, remark, internal,
      full_key, thumb_key, width, height, size_bytes, sha256, taken_by, taken_at)
    values (${tx.merchantId}, ${photo.photoId}, ${photo.inspectionId}, ${photo.kind}, ${photo.position},
      ${photo.itemCode}, ${photo.optionCode}, ${photo.remark}, ${photo.internal}, ${photo.fullKey}, ${photo.thumbKey},
      ${photo.width}, ${photo.height}, ${photo.sizeBytes}, ${photo.sha256}, ${photo.employeeId}, ${photo.now})`)
}

/** Takes photographs of one kind off a record and gives the keys of their files; ids it does not have are left out. */
export async function removePhotos(
  tx: Tx,
  inspectionId: string,
  kind: 'real' | 'defect',
  photoIds: readonly string[],
  now: Date,
): Promise<{ photoId: string; fullKey: string; thumbKey: string }[]> {
  return tx.rows(sql`
    update photo set removed_at = ${now}
    where merchant_id = ${tx.merchantId} and inspection_id = ${inspectionId} and kind = ${kind}
      and id = any (${photoIds}::uuid[]) and removed_at is null
    returning id as "photoId", full_key as "fullKey", thumb_key as "thumbKey"`)
}
