import type { CallSpec } from '@huanji/contract/call'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import type { Channel } from '@huanji/domain/channel'
import { refuse } from '../../errors/refusal.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'

/** What shows the cases of a channel, and so is needed for anything that is done with them. */
const DETAIL_CALLS: Readonly<Record<Channel, CallSpec>> = { curated: refund.detail, auction: refund.auctionDetail }

/** Whether a person may look into the cases of a channel. */
export const maySeeRefunds = (actor: Pick<Actor, 'grants' | 'isOwner'>, channel: Channel): boolean =>
  isGranted(DETAIL_CALLS[channel].access, actor)

/** A case for a call of one channel: NOT_FOUND for one of another. */
export function requireOfChannel<Refund extends { readonly channel: Channel }>(
  found: Refund | null,
  channel: Channel,
): Refund {
  return found?.channel === channel ? found : refuse('NOT_FOUND', {}, { field: 'refundId' })
}

/** A case for a call that takes cases of both channels: NOT_FOUND as well for one that the person may not look into. */
export function requireVisible<Refund extends { readonly channel: Channel }>(
  found: Refund | null,
  actor: Pick<Actor, 'grants' | 'isOwner'>,
): Refund {
  return found !== null && maySeeRefunds(actor, found.channel) ? found : refuse('NOT_FOUND', {}, { field: 'refundId' })
}
