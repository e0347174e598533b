import { LISTING_KIND_LABELS } from '@huanji/contract/features/listing/labels'
import { CHANNEL_LABELS, REQUEST_LABELS } from '@huanji/contract/labels'
import { REFERENCE_SOURCES } from '@huanji/domain/listing/price-reference'
import { formatFen } from '@huanji/domain/money'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { cx } from '../../../components/class-names.ts'
import { Countdown } from '../../../components/countdown/countdown.tsx'
import { Money } from '../../../components/money/money.tsx'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import { sessionText } from '../../goods/session-text.ts'
import { Cure } from '../cure.tsx'
import { EntryClock } from '../entry-clock.tsx'
import { spanOfListing } from '../listing-facts.ts'
import { ListingStateTag, RunTag } from '../listing-tags.tsx'
import { useRunning } from '../running.tsx'
import { stockParts, stockWords } from '../stock-text.ts'
import type { ListingRow } from '../types.ts'
import styles from './cells.module.css'

const DASH = <span className="muted">—</span>

export const sessionOf = (entry: ListingRow['entry']): string =>
  entry === null ? '' : sessionText(entry.scheduleDate, entry.scheduleNumber)

export const bidsText = ({ entry }: Pick<ListingRow, 'entry'>): string =>
  entry === null || entry.bidCount === 0 ? '' : `${entry.bidCount}次 ${entry.bidderCount}人`

/** The state, and under it the way to what mends a failure. */
export function StateCell({ row }: { row: ListingRow }) {
  const queries = useQueryClient()
  return (
    <>
      <ListingStateTag state={row.state} />
      {row.failure ? (
        <SubLine>
          <Cure listing={row} refresh={() => refresh(queries, api.goods.list)} />
        </SubLine>
      ) : null}
    </>
  )
}

export function SessionCell({ row }: { row: ListingRow }) {
  const { entry } = useRunning(row)
  if (entry === null) return DASH
  return (
    <>
      {sessionOf(entry)}
      <SubLine>
        <EntryClock entry={entry} bare />
      </SubLine>
    </>
  )
}

/** The state of a run; while an offer below the reserve waits, how long it can be answered. */
export function EntryCell({ row }: { row: ListingRow }) {
  const { entry, offerExpiresAt } = useRunning(row)
  if (entry === null) return DASH
  return (
    <>
      <RunTag listing={{ ...row, entry }} />
      {entry.state === 'negotiating' && offerExpiresAt !== null ? (
        <SubLine>
          剩 <Countdown deadlineAt={offerExpiresAt} bare />
        </SubLine>
      ) : null}
    </>
  )
}

/** How long an offer can still be answered, or what is in the way of an answer. */
export function AnswerByCell({ row: { offer, desired } }: { row: ListingRow }) {
  if (!offer) return DASH
  if (desired?.state === 'pending') {
    return (
      <>
        {REQUEST_LABELS[desired.want]}
        <SubLine>完成前不能答复</SubLine>
      </>
    )
  }
  return offer.expiresAt === null ? (
    '尽快答复'
  ) : (
    <>
      剩 <Countdown deadlineAt={offer.expiresAt} bare />
    </>
  )
}

interface DifferenceProps {
  fen: number | null
  ofFen: number | null
  /** What stands there without one. */
  none: string
  /** Below zero money is lost. */
  isLoss?: boolean
}

/** A difference to an amount, over its share of that amount. */
function Difference({ fen, ofFen, none, isLoss = false }: DifferenceProps) {
  if (fen === null) return <span className="muted">{none}</span>
  const sign = fen > 0 ? '+' : ''
  return (
    <span className={cx(isLoss && fen < 0 && styles.outside)}>
      <Money fen={fen} strong={isLoss} />
      {ofFen ? <SubLine>{`${sign}${((fen / ofFen) * 100).toFixed(1)}%`}</SubLine> : null}
    </span>
  )
}

/** How far an offer stays below the reserve. */
export const GapCell = ({ row: { offer, entry } }: { row: ListingRow }) => (
  <Difference fen={offer?.gapFen ?? null} ofFen={entry?.reservePriceFen ?? null} none="—" />
)

/** What an offer leaves over the cost. */
export const MarginCell = ({ row: { offer } }: { row: ListingRow }) => (
  <Difference fen={offer?.marginFen ?? null} ofFen={offer?.amountFen ?? null} none={offer ? '无成本' : '—'} isLoss />
)

export function HighestCell({ row }: { row: ListingRow }) {
  const { entry } = useRunning(row)
  return <Money fen={entry?.highestBidFen ?? null} strong />
}

export function BidsCell({ row }: { row: ListingRow }) {
  const text = bidsText(useRunning(row))
  return text === '' ? DASH : <span className="num">{text}</span>
}

export function ModelCell({ row }: { row: ListingRow }) {
  return (
    <>
      {row.modelName}
      <SubLine>{row.skuText}</SubLine>
    </>
  )
}

/** 严选 多台一起卖 */
export const channelText = ({ channel, kind }: ListingRow): string =>
  channel === 'auction' ? CHANNEL_LABELS.auction : `${CHANNEL_LABELS.curated} ${LISTING_KIND_LABELS[kind]}`

/** Goods of the curated channel among those of the auction market, behind the grade. */
export function ChannelMark({ row }: { row: ListingRow }) {
  if (row.channel === 'auction') return null
  return <span title={channelText(row)}>{CHANNEL_LABELS.curated}</span>
}

export function ChannelCell({ row }: { row: ListingRow }) {
  return (
    <>
      {CHANNEL_LABELS[row.channel]}
      {row.channel === 'curated' ? <SubLine>{LISTING_KIND_LABELS[row.kind]}</SubLine> : null}
    </>
  )
}

const wholeYuan = (fen: number): string => formatFen(fen).replace(/\.00$/, '').slice(1)

interface BandedProps {
  row: ListingRow
  fen: number | null
  /** Whether a price outside the band stands out: a start price is meant to be low. */
  isJudged?: boolean
}

/** An amount over the band of the goods' reference price. */
function Banded({ row, fen, isJudged = false }: BandedProps) {
  if (fen === null) return DASH
  const span = spanOfListing(row)
  const isOutside = isJudged && span !== null && (fen < span.lowFen || fen > span.highFen)
  return (
    <>
      <Money fen={fen} strong={isJudged} />
      {span === null ? null : (
        <SubLine>
          <span
            className={cx('num', isOutside && styles.outside)}
            title={`参考价 ${formatFen(span.referenceFen)}（${REFERENCE_SOURCES[span.source]}）`}
          >
            {wholeYuan(span.lowFen)}–{wholeYuan(span.highFen)}
          </span>
        </SubLine>
      )}
    </>
  )
}

/** A fixed price; one outside the band stands out. */
export const PriceCell = ({ row }: { row: ListingRow }) => <Banded row={row} fen={row.priceFen} isJudged />

export const StartCell = ({ row }: { row: ListingRow }) => <Banded row={row} fen={row.entry?.startPriceFen ?? null} />

/** 共8台：可售2，待发3，已发3 */
export const stockText = ({ stock }: ListingRow): string => (stock === null ? '' : stockWords(stock))

/** How many could be bought, and where all of them are. */
export function StockCell({ row }: { row: ListingRow }) {
  const { stock } = row
  if (stock === null) return DASH
  const { sellable } = stockParts(stock)
  return (
    <span title={stockText(row)}>
      <b className={cx('num', sellable === 0 && styles.none)}>{sellable}</b> 可售
      <SubLine>{stockWords(stock)}</SubLine>
    </span>
  )
}
