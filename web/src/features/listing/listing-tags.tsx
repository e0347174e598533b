import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { ENTRY_TONES, entryLabel, LISTING_TONES, listingLabel } from './listing-labels.ts'
import type { EntryState, ListingState } from './types.ts'

/** A listing's state. */
export function ListingStateTag({ state }: { state: ListingState }) {
  return <StateTag tone={LISTING_TONES[state]}>{listingLabel(state)}</StateTag>
}

/** The state of a listing's run in its session. */
export function EntryStateTag({ state }: { state: EntryState }) {
  return <StateTag tone={ENTRY_TONES[state]}>{entryLabel(state)}</StateTag>
}
