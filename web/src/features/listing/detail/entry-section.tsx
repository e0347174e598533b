import { AUCTION_MODE_LABELS } from '@huanji/contract/features/listing/labels'
import { Countdown } from '../../../components/countdown/countdown.tsx'
import { Section } from '../../../components/detail/detail.tsx'
import { type Figure, Figures } from '../../../components/figures/figures.tsx'
import { Money } from '../../../components/money/money.tsx'
import { Note } from '../../../components/note/note.tsx'
import { Time } from '../../../components/time/time.tsx'
import { can } from '../../../session/session.ts'
import { BidsTable } from '../../goods/bids-table.tsx'
import { sessionText } from '../../goods/session-text.ts'
import { EntryClock } from '../entry-clock.tsx'
import { RunTag } from '../listing-tags.tsx'
import { offerText, unsoldText } from '../offer-words.tsx'
import type { Entry, ListingDetail } from '../types.ts'

/** A sealed session keeps its bids to its end: until then nobody knows whether there are any. */
const isSecret = ({ mode, state }: Entry): boolean =>
  mode === 'sealed' && (state === 'scheduled' || state === 'bidding')

function bidFigures(entry: Entry): Figure[] {
  if (isSecret(entry)) {
    const secret = <span className="muted">保密</span>
    return ['最高价', '出价次数', '出价人数'].map((label) => ({ label, value: secret }))
  }
  return [
    { label: '最高价', value: <Money fen={entry.highestBidFen} strong /> },
    { label: '出价次数', value: `${entry.bidCount} 次` },
    { label: '出价人数', value: `${entry.bidderCount} 人` },
    { label: '延时次数', value: `${entry.extensionCount} 次` },
  ]
}

function figuresOf(entry: Entry): Figure[] {
  const reserve = { label: '保底价', value: <Money fen={entry.reservePriceFen} /> }
  return [
    { label: '起拍价', value: <Money fen={entry.startPriceFen} /> },
    ...(can('field:reservePrice') ? [reserve] : []),
    ...bidFigures(entry),
  ]
}

/** Why there are no bids to see: nobody bid, a sealed session keeps them to its end, or the person may not know prices. */
function noBidsText(entry: Entry): string {
  if (isSecret(entry)) return '暗拍结束后才能看到出价'
  return entry.bidCount > 0 ? '您没有查看出价记录的权限' : '还没有人出价'
}

/** An offer below the reserve that waits for an answer, with the time that is left. */
export function OfferNote({ listing }: { listing: ListingDetail }) {
  const { entry, offerExpiresAt } = listing
  if (entry?.state !== 'negotiating') return null
  return (
    <Note tone="warning">
      <span>
        <b>待议价：</b>
        {offerText(listing)}
        {offerExpiresAt === null ? null : (
          <>
            ；请在 <Countdown deadlineAt={offerExpiresAt} /> 内答复，超时按流拍处理，{unsoldText(listing)}。
          </>
        )}
      </span>
    </Note>
  )
}

/** A listing's run in its session, with the bids. */
export function EntrySection({ listing }: { listing: ListingDetail }) {
  const { entry } = listing
  if (entry === null) return null
  return (
    <Section title="竞拍" extra={<RunTag listing={listing} />}>
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
