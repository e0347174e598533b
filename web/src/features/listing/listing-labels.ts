import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { stateLabel } from '@huanji/domain/states/transition'
import type { StateTone } from '../../components/state-tag/state-tag.tsx'
import type { EntryState, ListingState } from './types.ts'

/** The colour a listing's state is shown in; its word carries the meaning. */
export const LISTING_TONES: Readonly<Record<ListingState, StateTone>> = {
  draft: 'neutral',
  publishing: 'warning',
  publish_failed: 'danger',
  on_sale: 'primary',
  sold_out: 'success',
  off_shelf: 'neutral',
  sold_off_shelf: 'success',
  auto_off: 'warning',
  deleted: 'neutral',
}

/** The colour of a run in a session. */
export const ENTRY_TONES: Readonly<Record<EntryState, StateTone>> = {
  scheduled: 'info',
  bidding: 'primary',
  negotiating: 'warning',
  won: 'success',
  unsold: 'neutral',
  withdrawn: 'neutral',
  defaulted: 'danger',
  closed: 'neutral',
}

/** What a listing's state is called. */
export const listingLabel = (state: string): string => stateLabel(LISTING_STATES, state) ?? state

/** What the state of a run is called. */
export const entryLabel = (state: string): string => stateLabel(AUCTION_ENTRY_STATES, state) ?? state

/** What needs a look first, then what sells, then what is over; drafts belong to the curated channel's batches. */
const TAB_ORDER: readonly ListingState[] = [
  'on_sale',
  'publishing',
  'publish_failed',
  'auto_off',
  'off_shelf',
  'sold_out',
  'sold_off_shelf',
  'deleted',
]
export const LISTING_TABS = TAB_ORDER.map((state) => ({ value: state, label: listingLabel(state) }))

export const ENTRY_OPTIONS = AUCTION_ENTRY_STATES.states.map(({ code, label }) => ({ value: code, label }))
