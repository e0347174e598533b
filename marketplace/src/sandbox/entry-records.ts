import type { EntryDocument } from './documents.ts'
import { notFound } from './refusal.ts'
import { change, toSeconds, type World } from './world.ts'

/** The merchant's entry, or a refusal; another merchant's looks the same as none. */
export function ownEntry(world: World, sellerId: number, entryId: number): EntryDocument {
  const entry = world.store.get('entry', String(entryId))
  if (!entry || entry.sellerId !== sellerId) throw notFound('竞拍商品')
  return entry
}

/** Stores new fields of an entry with the time of the change; tells the merchant when its status is another. */
export function changeEntry(world: World, entry: EntryDocument, fields: Partial<EntryDocument>): EntryDocument {
  const changed = change(world.store, 'entry', String(entry.entryId), entry, { ...fields, updatedMs: world.nowMs() })
  if (changed.status !== entry.status) world.push(changed.sellerId, entryPushBody(changed))
  return changed
}

/** The body of an entry push. */
export function entryPushBody(entry: EntryDocument): Record<string, unknown> {
  return {
    seller_id: entry.sellerId,
    user_name: entry.userName,
    entry_id: entry.entryId,
    product_id: entry.productId,
    status: entry.status,
    modify_time: toSeconds(entry.updatedMs),
  }
}
