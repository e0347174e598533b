import { extListing, goods } from '@huanji/contract/calls/goods'
import type { listingAction } from '@huanji/contract/calls/listing'
import type { Channel } from '@huanji/domain/channel'
import type { AuctionEntryState } from '@huanji/domain/states/auction-entry'
import { LISTING_STATES, type ListingState } from '@huanji/domain/states/listing'
import type * as z from 'zod'
import { type ActionRules, moveOf, type Obstacle, wrongState } from '../../gateway/allowed-actions.ts'
import {
  type DesiredFacts,
  GIVE_UP,
  giveUpObstacle,
  pendingObstacle,
  RETRY,
  retryObstacle,
} from '../desired-state/actions.ts'

export type ListingAction = z.output<typeof listingAction>

/** What decides what can be done with a listing. The run's fields are null where it never ran in a session. */
export interface ListingFacts extends DesiredFacts {
  readonly state: ListingState
  readonly channel: Channel
  readonly entryState: AuctionEntryState | null
  /** ISO 8601: until when the run can be taken back, and when bidding begins. */
  readonly cutOffAt: string | null
  readonly startsAt: string | null
  readonly now: Date
}

const RUNNING: readonly (AuctionEntryState | null)[] = ['scheduled', 'bidding', 'negotiating', 'won']

/** A run can be taken back before its session has closed for entries; afterwards the auction decides. */
function retractObstacle(facts: ListingFacts, action: string): Obstacle | null {
  const pending = pendingObstacle(facts, action)
  if (pending) return pending
  const { entryState, cutOffAt, startsAt, now } = facts
  if (entryState === null || cutOffAt === null || startsAt === null) return wrongState('未报名场次', action)
  if (entryState !== 'scheduled' || Date.parse(startsAt) <= now.getTime()) {
    return { code: 'LISTING_HAS_BIDS', values: { action } }
  }
  if (Date.parse(cutOffAt) > now.getTime()) return null
  return { code: 'MARKETPLACE_REFUSED', values: { message: `场次已截止报名，不能${action}，请等本场结束` } }
}

function relistObstacle(facts: ListingFacts, action: string): Obstacle | null {
  if (facts.channel !== 'auction') return wrongState('不参加场次', action)
  return pendingObstacle(facts, action) ?? (RUNNING.includes(facts.entryState) ? wrongState('正在下架', action) : null)
}

/** What was sold keeps its run, which is no hindrance any more. */
function deleteObstacle(facts: ListingFacts, action: string): Obstacle | null {
  const isRunning = facts.state !== 'sold_off_shelf' && RUNNING.includes(facts.entryState)
  return pendingObstacle(facts, action) ?? (isRunning ? wrongState('正在下架', action) : null)
}

/** What can be done with a listing (docs/domain.md §5, §6.1), most wanted first. */
export const LISTING_ACTIONS: ActionRules<ListingAction, ListingFacts> = {
  retry: { label: RETRY, call: extListing.retry, obstacle: retryObstacle },
  changePrice: {
    label: '改价',
    call: goods.operate,
    // the run is taken back and entered anew
    move: moveOf(LISTING_STATES, 'takeOff'),
    obstacle: (facts) => retractObstacle(facts, '改价'),
  },
  relist: {
    label: '重新上架',
    call: goods.operate,
    move: moveOf(LISTING_STATES, 'publish'),
    obstacle: (facts) => relistObstacle(facts, '重新上架'),
  },
  takeOff: {
    label: '下架',
    call: goods.operate,
    move: moveOf(LISTING_STATES, 'takeOff'),
    obstacle: (facts) => retractObstacle(facts, '下架'),
  },
  giveUp: { label: GIVE_UP, call: extListing.giveUp, obstacle: giveUpObstacle },
  delete: {
    label: '删除',
    call: goods.operate,
    move: moveOf(LISTING_STATES, 'delete'),
    obstacle: (facts) => deleteObstacle(facts, '删除'),
  },
}
