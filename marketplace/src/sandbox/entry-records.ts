import { change, type SandboxContext, toSeconds } from './context.ts'
import type { EntryDocument } from './documents.ts'
import { notFound } from './refusal.ts'

/** The merchant's entry, or a refusal; another merchant's looks the same as none. */
export function ownEntry(context: SandboxContext, sellerId: number, entryId: number): EntryDocument {
  const entry = context.store.get('entry', String(entryId))
  if (!entry || entry.sellerId !== sellerId) throw notFound('竞拍商品')
  return entry
}

/** Stores new fields of an entry with the time of the change; tells the merchant when its status is another. */
export function changeEntry(
  context: SandboxContext,
  entry: EntryDocument,
  fields: Partial<EntryDocument>,
): EntryDocument {
  const changed = change(context.store, 'entry', String(entry.entryId), entry, {
    ...fields,
    updatedMs: context.nowMs(),
  })
  if (changed.status !== entry.status) context.push(changed.sellerId, entryPushBody(changed))
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
