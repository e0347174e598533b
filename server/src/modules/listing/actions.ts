import { goods, listingHandling } from '@huanji/contract/features/listing/goods'
import type { listingAction, listingKind } from '@huanji/contract/features/listing/rows'
import type { Channel } from '@huanji/domain/channel'
import type { AuctionEntryState } from '@huanji/domain/states/auction-entry'
import { LISTING_STATES, type ListingState } from '@huanji/domain/states/listing'
import { stateLabel } from '@huanji/domain/states/transition'
import type * as z from 'zod'
import { type ActionRule, type ActionRules, moveOf, type Obstacle, wrongState } from '../../gateway/allowed-actions.ts'
import {
  GIVE_UP,
  giveUpObstacle,
  pendingObstacle,
  RETRY,
  type RequestFacts,
  retryObstacle,
} from '../request/actions.ts'

export type ListingAction = z.output<typeof listingAction>
type ListingKind = z.output<typeof listingKind>

/** What decides what can be done with a listing. The run's fields are null where it never ran in a session. */
export interface ListingFacts extends RequestFacts {
  readonly state: ListingState
  readonly channel: Channel
  readonly kind: ListingKind
  readonly entryState: AuctionEntryState | null
  /** ISO 8601: until when the run can be taken back, when bidding begins, until when an offer can be answered. */
  readonly cutOffAt: string | null
  readonly startsAt: string | null
  readonly offerExpiresAt: string | null
  readonly now: Date
}

const RUNNING: readonly (AuctionEntryState | null)[] = ['scheduled', 'bidding', 'negotiating', 'won']

/** The only phone of a listing is with its buyer: there is neither a price to change nor anything to take off. */
const isGone = ({ kind, state }: ListingFacts): boolean => kind === 'single' && state === 'sold_out'

/** What stands on the shelf can be taken off: at once with a fixed price, in the auction market as far as its run lets it. */
function retractObstacle(facts: ListingFacts, action: string): Obstacle | null {
  const pending = pendingObstacle(facts, action)
  if (pending) return pending
  if (isGone(facts)) return wrongState(stateName(facts.state), action)
  if (facts.channel === 'curated') return null
  const { entryState, cutOffAt, startsAt, now } = facts
  if (entryState === null || cutOffAt === null || startsAt === null) return wrongState('未报名场次', action)
  if (entryState !== 'scheduled' || Date.parse(startsAt) <= now.getTime()) {
    return { code: 'LISTING_HAS_BIDS', values: { action } }
  }
  if (Date.parse(cutOffAt) > now.getTime()) return null
  return { code: 'ENTRY_CUT_OFF', values: { action } }
}

function relistObstacle(facts: ListingFacts, action: string): Obstacle | null {
  return pendingObstacle(facts, action) ?? (RUNNING.includes(facts.entryState) ? wrongState('正在下架', action) : null)
}

/** What was sold keeps its run, which is no hindrance any more. */
function deleteObstacle(facts: ListingFacts, action: string): Obstacle | null {
  const isRunning = facts.state !== 'sold_off_shelf' && RUNNING.includes(facts.entryState)
  return pendingObstacle(facts, action) ?? (isRunning ? wrongState('正在下架', action) : null)
}

const OFF_SHELF: readonly ListingState[] = ['draft', 'publish_failed', 'off_shelf', 'auto_off']
const SHELVED: readonly ListingState[] = ['on_sale', 'sold_out']

const stateName = (state: ListingState): string => stateLabel(LISTING_STATES, state) ?? state

/** Texts change while nobody bids on them: off the shelf, or with a fixed price. */
function editObstacle(facts: ListingFacts, action: string): Obstacle | null {
  const pending = pendingObstacle(facts, action)
  if (pending) return pending
  if (OFF_SHELF.includes(facts.state)) {
    return RUNNING.includes(facts.entryState) ? wrongState('正在下架', action) : null
  }
  if (facts.channel === 'curated' && SHELVED.includes(facts.state)) return null
  if (facts.channel === 'auction' && facts.state === 'on_sale') return wrongState('已报名场次', action)
  return wrongState(stateName(facts.state), action)
}

function restockObstacle(facts: ListingFacts, action: string): Obstacle | null {
  if (facts.kind !== 'stock') return wrongState('单台', action)
  const pending = pendingObstacle(facts, action)
  if (pending) return pending
  return SHELVED.includes(facts.state) ? null : wrongState(stateName(facts.state), action)
}

/** An offer below the reserve can be answered as long as the marketplace waits for it. */
function offerObstacle(facts: ListingFacts, action: string): Obstacle | null {
  if (facts.entryState !== 'negotiating') return wrongState('没有待答复的议价', action)
  const pending = pendingObstacle(facts, action)
  if (pending) return pending
  const { offerExpiresAt, now } = facts
  return offerExpiresAt !== null && Date.parse(offerExpiresAt) <= now.getTime() ? { code: 'OFFER_EXPIRED' } : null
}

/** What can be taken off: stock that was sold out by its buyers too, which may come back. */
const takeOffRule: ActionRule<ListingFacts> = {
  label: '下架',
  call: goods.operate,
  obstacle: (facts) => {
    if (facts.state === 'on_sale' || (facts.channel === 'curated' && facts.state === 'sold_out')) {
      return retractObstacle(facts, '下架')
    }
    return wrongState(stateName(facts.state), '下架')
  },
}

/**
 * A publication that the marketplace refused is over: it goes out again with 重新上架, in another run. Asking once more for
 * the old one would be refused at once, whatever was mended.
 */
function repeatObstacle(facts: ListingFacts): Obstacle | null {
  const isOver = facts.state === 'publish_failed' && facts.desired?.state === 'refused'
  const isPublication = facts.desired?.want === 'on_sale' || facts.desired?.want === 'change_price'
  return isOver && isPublication ? wrongState('发布失败', `${RETRY}，请改好后重新上架`) : retryObstacle(facts)
}

/** What can be done with a listing (docs/domain.md §5, §6.1), most wanted first. */
export const LISTING_ACTIONS: ActionRules<ListingAction, ListingFacts> = {
  acceptOffer: { label: '同意议价', call: goods.operate, obstacle: (facts) => offerObstacle(facts, '同意议价') },
  refuseOffer: { label: '拒绝议价', call: goods.operate, obstacle: (facts) => offerObstacle(facts, '拒绝议价') },
  retry: { label: RETRY, call: listingHandling.retry, obstacle: repeatObstacle },
  edit: { label: '编辑', call: goods.edit, obstacle: (facts) => editObstacle(facts, '编辑') },
  changePrice: {
    label: '改价',
    call: goods.operate,
    // in the auction market the run is taken back and entered anew
    move: moveOf(LISTING_STATES, 'takeOff'),
    obstacle: (facts) => retractObstacle(facts, '改价'),
  },
  restock: { label: '补货', call: goods.operate, obstacle: (facts) => restockObstacle(facts, '补货') },
  relist: {
    label: '重新上架',
    call: goods.operate,
    move: moveOf(LISTING_STATES, 'publish'),
    obstacle: (facts) => relistObstacle(facts, '重新上架'),
  },
  takeOff: takeOffRule,
  askRetake: {
    label: '请重拍',
    call: listingHandling.askRetake,
    obstacle: ({ state }) => (state === 'publish_failed' ? null : wrongState(stateName(state), '请质检员重拍')),
  },
  giveUp: { label: GIVE_UP, call: listingHandling.giveUp, obstacle: giveUpObstacle },
  delete: {
    label: '删除',
    call: goods.operate,
    move: moveOf(LISTING_STATES, 'delete'),
    obstacle: (facts) => deleteObstacle(facts, '删除'),
  },
}
