import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import type { AuctionEntryState } from '@huanji/domain/states/auction-entry'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { mayRead } from '../../platform/field-rights.ts'

/**
 * Whether a person sees what was offered in a run: everybody who may see the run while bids are made, and afterwards
 * whoever knows what orders come to, since the last offer is the price of one.
 */
export const maySeeOffers = (actor: Actor, state: AuctionEntryState | null): boolean =>
  state === 'bidding' || mayRead(actor, 'field:orderMoney') || isGranted(auctionOrder.offerRecord.access, actor)
