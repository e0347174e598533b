import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { ENTRY_TONES, entryLabel, LISTING_TONES, listingLabel } from './listing-labels.ts'
import type { ListingRow, ListingState } from './types.ts'

/** A listing's state. */
export function ListingStateTag({ state }: { state: ListingState }) {
  return <StateTag tone={LISTING_TONES[state]}>{listingLabel(state)}</StateTag>
}

/** How a run is called; one that is over without an order never took place: its listing failed, or the session was called off. */
export function runLabel({ state, orderId, entry }: Pick<ListingRow, 'state' | 'orderId' | 'entry'>): string {
  if (entry === null) return ''
  if (entry.state !== 'closed' || orderId !== null) return entryLabel(entry.state)
  return state === 'publish_failed' ? '未参拍' : '场次取消'
}

/** How a listing's run stands. */
export function RunTag({ listing }: { listing: Pick<ListingRow, 'state' | 'orderId' | 'entry'> }) {
  if (listing.entry === null) return null
  return <StateTag tone={ENTRY_TONES[listing.entry.state]}>{runLabel(listing)}</StateTag>
}
