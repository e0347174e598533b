import { REQUEST_LABELS } from '@huanji/contract/labels'
import { nowMs } from '../../platform/clock.ts'
import { entryLabel, listingLabel } from './listing-labels.ts'
import type { Entry, EntryState, ListingRow } from './types.ts'

const RUNNING: readonly EntryState[] = ['scheduled', 'bidding', 'negotiating', 'won']

const runText = ({ state, cutOffAt }: Entry): string =>
  state === 'scheduled' && Date.parse(cutOffAt) <= nowMs() ? '已截止报名' : entryLabel(state)

/**
 * The one word for where a listing stands, as the reason why something cannot be done with it: what is asked of the
 * marketplace, else its run in a session, else its own state.
 */
export function listingStateText({ state, entry, desired }: ListingRow): string {
  if (desired?.state === 'pending') return REQUEST_LABELS[desired.want]
  if (state === 'on_sale' && entry && RUNNING.includes(entry.state)) return runText(entry)
  return listingLabel(state)
}
