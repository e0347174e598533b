import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { enterMerchant, type GlobalTx, type Tx } from '../../../database/database.ts'
import { boundTo } from '../../../database/shop-bound.ts'
import { refuse } from '../../../errors/refusal.ts'
import type { PublicContext } from '../../../gateway/handler.ts'
import { isGranted } from '../../../platform/access.ts'
import type { Actor } from '../../../platform/actor.ts'
import { later } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import { actorOf } from '../../people/acting.ts'
import { findRecord, type InspectionRecord } from '../store.ts'
import { findLink, insertLink, linksOf, type PhotoLink, revokeLinks, touchLink } from './link-store.ts'
import { linkToken, readLinkToken } from './link-token.ts'
import { arePhotosOpen, checkPhotosOpen, type PhotoContext } from './saving.ts'

const MINUTE_MS = 60_000
/** How long a link is good from its making. */
const LIFE_MS = 60 * MINUTE_MS
/** With less left a new link is made instead of the same one given again. */
const GIVEN_AGAIN_MS = LIFE_MS / 2

/** The page on the phone; what stands after `#` is never sent to a server. */
const pathOf = (token: string): string => `/photo#${token}`

async function taskRecord(tx: Tx, photoTaskId: string): Promise<InspectionRecord> {
  return (await findRecord(tx, { photoTaskId })) ?? refuse('NOT_FOUND')
}

/** What people are told of a link. */
const presentLink = ({ linkId, createdByName, createdAt, expiresAt, lastUsedAt }: PhotoLink) => ({
  linkId,
  createdBy: createdByName,
  createdAt,
  expiresAt,
  lastUsedAt,
})

/**
 * Gives the acting person's link for a photo task, with the page that it opens: the one that there is while it is good
 * for half its time, else a new one. Refuses NOT_FOUND, and STATE_CHANGED once the photographs are settled.
 */
export async function createLink({ tx, actor, now, services }: PhotoContext, photoTaskId: string) {
  const record = await taskRecord(tx, photoTaskId)
  checkPhotosOpen(record)
  const { inspectionId } = record
  const { merchantId, employeeId } = actor
  const ownLink = async () => {
    const links = await linksOf(tx, inspectionId, later(now, GIVEN_AGAIN_MS))
    return links.find((link) => link.createdBy === employeeId)
  }
  let link = await ownLink()
  if (!link) {
    await insertLink(tx, { linkId: newId(), inspectionId, employeeId, now, expiresAt: later(now, LIFE_MS) })
    link = await ownLink()
  }
  if (!link) throw new Error('a photo link that was written is gone')
  const token = linkToken({ merchantId, linkId: link.linkId }, services.settings.secret)
  return { ...presentLink(link), path: pathOf(token) }
}

/** The links of a photo task that work, newest first. Refuses NOT_FOUND. */
export async function workingLinks({ tx, now }: PhotoContext, photoTaskId: string) {
  const record = await taskRecord(tx, photoTaskId)
  const links = arePhotosOpen(record) ? await linksOf(tx, record.inspectionId, now) : []
  const working: PhotoLink[] = []
  for (const link of links) if ((await holderOf(tx, link)) !== null) working.push(link)
  return working.map(presentLink)
}

/** Revokes the links of a photo task, whoever made them, and gives their number. Refuses NOT_FOUND. */
export async function endLinks({ tx, now }: PhotoContext, photoTaskId: string): Promise<number> {
  const { inspectionId } = await taskRecord(tx, photoTaskId)
  return revokeLinks(tx, inspectionId, now)
}

/** Who answers for a link, with the rights of this moment, or null for one who may not take photographs any more. */
async function holderOf(tx: Tx, { createdBy, linkId }: PhotoLink): Promise<Actor | null> {
  const actor = await actorOf(tx, createdBy, linkId)
  return actor !== null && isGranted(realPhoto.saveRealPhoto.access, actor) ? actor : null
}

/** A photo task as the holder of a link may work on it. */
export interface OpenedTask {
  readonly tx: Tx
  /** The person who made the link. */
  readonly actor: Actor
  readonly record: InspectionRecord
  readonly link: PhotoLink
}

/**
 * Opens the photo task that a token is for, in a transaction that sees its merchant from here on, and records that the
 * link was used. Refuses PHOTO_LINK_INVALID, whatever the cause: a token that is forged, cut off, revoked or past its
 * time, a person who may not take photographs any more, a record whose photographs are settled.
 */
export async function openTaskByToken(
  { tx: global, now, services }: Pick<PublicContext, 'tx' | 'now' | 'services'>,
  token: string,
): Promise<OpenedTask> {
  const name = readLinkToken(token, services.settings.secret)
  const opened = name && (await openTask(await enterMerchant(global, name.merchantId), name.linkId, now))
  if (!opened) return refuse('PHOTO_LINK_INVALID')
  await touchLink(opened.tx, opened.link.linkId, now, later(now, -MINUTE_MS))
  return opened
}

async function openTask(tx: Tx, linkId: string, now: Date): Promise<OpenedTask | null> {
  const link = await findLink(tx, linkId, now)
  if (link === null) return null
  const actor = await holderOf(tx, link)
  const record = await findRecord(boundTo(tx, actor?.shops), { inspectionId: link.inspectionId })
  return actor !== null && record !== null && arePhotosOpen(record) ? { tx, actor, record, link } : null
}

/** Lets the slow half of a phone's call look things up as the merchant's own calls do. */
export const readingAs =
  (read: <T>(work: (tx: GlobalTx) => Promise<T>) => Promise<T>, { merchantId }: Actor) =>
  <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    read(async (global) => work(await enterMerchant(global, merchantId)))
