import { formatShanghai } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { Actor } from '../../platform/actor.ts'
import { lastChangeOf, recordHistory } from './store.ts'

/** Something that a merchant's people edit, as it stands now. */
export interface Edited {
  readonly subject:
    | 'order'
    | 'role'
    | 'employee'
    | 'address'
    | 'view'
    | 'shop'
    | 'refund'
    | 'apiKey'
    | 'webhook'
    | 'merchant'
    | 'model'
  readonly subjectId: string
  readonly version: number
  /** When it was last changed, ISO 8601; of an order its history says so, since the marketplace changes it too. */
  readonly updatedAt: string
}

/** Refuses VERSION_CONFLICT with who and when for an edit that was made from another version, or from none. */
export async function requireVersion(tx: Tx, edited: Edited, version: number | undefined): Promise<void> {
  if (version === edited.version) return
  const last = await lastChangeOf(tx, edited.subject, edited.subjectId)
  const when = (edited.subject === 'order' ? last?.at : undefined) ?? edited.updatedAt
  refuse('VERSION_CONFLICT', { who: last?.who ?? '系统', when: formatShanghai(when) })
}

/** The same where a caller may leave the version out, which is any. */
export const requireVersionIfGiven = async (tx: Tx, edited: Edited, version: number | undefined): Promise<void> =>
  version === undefined ? undefined : requireVersion(tx, edited, version)

/** Who changed it and how, for the next one who comes with an old version. */
export function recordEdit(
  tx: Tx,
  edited: Pick<Edited, 'subject' | 'subjectId'>,
  by: { readonly actor: Actor; readonly now: Date },
  action: string,
  actionLabel: string,
): Promise<void> {
  return recordHistory(tx, { ...edited, who: by.actor, action, actionLabel, now: by.now })
}
