import type { Tx } from '../../../database/database.ts'
import { db, type RowOfQuery } from '../../../database/query.ts'
import { employeeName } from '../../history/employee-store.ts'

const links = (tx: Tx) =>
  db
    .selectFrom('photoLink as l')
    .select(['l.id as linkId', 'l.inspectionId', 'l.createdBy', 'l.createdAt', 'l.expiresAt', 'l.lastUsedAt'])
    .select(({ ref }) => employeeName(tx, ref('l.createdBy')).$notNull().as('createdByName'))
    .where('l.merchantId', '=', tx.merchantId)
    .where('l.revokedAt', 'is', null)

/** A photo link that was not revoked; `createdBy` is the person's id. */
export type PhotoLink = RowOfQuery<typeof links>

const standing = (tx: Tx, now: Date) => links(tx).where('l.expiresAt', '>', now.toISOString())

/** The link with this id while it stands: not revoked and not past its time. */
export function findLink(tx: Tx, linkId: string, now: Date): Promise<PhotoLink | null> {
  return tx.one(standing(tx, now).where('l.id', '=', linkId))
}

/** The links of a record that stand, newest first; at most 50. */
export function linksOf(tx: Tx, inspectionId: string, now: Date): Promise<PhotoLink[]> {
  return tx.rows(
    standing(tx, now)
      .where('l.inspectionId', '=', inspectionId)
      .orderBy('l.createdAt', 'desc')
      .orderBy('l.id', 'desc')
      .limit(50),
  )
}

/** Writes a new link. */
export async function insertLink(
  tx: Tx,
  link: {
    readonly linkId: string
    readonly inspectionId: string
    readonly employeeId: string
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  const { linkId, inspectionId, employeeId, now, expiresAt } = link
  await tx.run(
    db.insertInto('photoLink').values({
      merchantId: tx.merchantId,
      id: linkId,
      inspectionId,
      expiresAt,
      createdBy: employeeId,
      createdAt: now,
    }),
  )
}

/** Revokes the links of a record that stand, and gives their number. */
export function revokeLinks(tx: Tx, inspectionId: string, now: Date): Promise<number> {
  return tx.run(
    db
      .updateTable('photoLink')
      .set({ revokedAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('inspectionId', '=', inspectionId)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now.toISOString()),
  )
}

/** Records that a phone used a link, unless it was recorded after `since`: many at once write once. */
export async function touchLink(tx: Tx, linkId: string, now: Date, since: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('photoLink')
      .set({ lastUsedAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', linkId)
      .where(({ eb, or }) => or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<=', since.toISOString())])),
  )
}

/** The SKU of a record in words, as lists show it. */
export async function skuTextOf(tx: Tx, inspectionId: string): Promise<string> {
  const row = await tx.one(
    db
      .selectFrom('inspection')
      .select('skuText')
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', inspectionId),
  )
  return row?.skuText ?? ''
}
