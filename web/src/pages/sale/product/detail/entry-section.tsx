import { AUCTION_MODE_LABELS } from '@huanji/contract/labels'
import { Section } from '../../../../components/detail/detail.tsx'
import { Money } from '../../../../components/money/money.tsx'
import { Time } from '../../../../components/time/time.tsx'
import { EntryClock } from '../../../../features/listing/entry-clock.tsx'
import { EntryStateTag } from '../../../../features/listing/listing-tags.tsx'
import type { Entry, ListingDetail } from '../../../../features/listing/types.ts'
import { BidsTable } from '../../../../features/trade/bids-table.tsx'
import { type Figure, Figures } from '../../../../features/trade/figures.tsx'
import { sessionText } from '../../../../features/trade/session-text.ts'
import { can } from '../../../../session/session.ts'

function figuresOf(entry: Entry): Figure[] {
  const reserve = { label: '保底价', value: <Money fen={entry.reservePriceFen} /> }
  return [
    { label: '起拍价', value: <Money fen={entry.startPriceFen} /> },
    ...(can('field:reservePrice') ? [reserve] : []),
    { label: '最高价', value: <Money fen={entry.highestBidFen} strong /> },
    { label: '出价次数', value: `${entry.bidCount} 次` },
    { label: '出价人数', value: `${entry.bidderCount} 人` },
    { label: '延时次数', value: `${entry.extensionCount} 次` },
  ]
}

/** Why there are no bids to see: nobody bid, or a sealed session keeps them to its end. */
function noBidsText(entry: Entry): string {
  const isRunning = entry.state === 'scheduled' || entry.state === 'bidding'
  return entry.mode === 'sealed' && isRunning ? '暗拍结束后才能看到出价' : '还没有人出价'
}

/** A listing's run in its session, with the bids. */
export function EntrySection({ listing }: { listing: ListingDetail }) {
  const { entry } = listing
  if (entry === null) return null
  return (
    <Section title="竞拍" extra={<EntryStateTag state={entry.state} />}>
      <p>
        {sessionText(entry.scheduleDate, entry.scheduleNumber)} {AUCTION_MODE_LABELS[entry.mode]}{' '}
        <span className="muted">
          <Time at={entry.startsAt} /> – <Time at={entry.endsAt} />
        </span>{' '}
        <EntryClock entry={entry} bare />
      </p>
      <Figures items={figuresOf(entry)} />
      <BidsTable bids={listing.bids} empty={noBidsText(entry)} />
    </Section>
  )
}
