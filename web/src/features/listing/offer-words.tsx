import { leftOfPrice } from '@huanji/domain/fees/left-of-price'
import { type Fen, formatFen } from '@huanji/domain/money'
import { cx } from '../../components/class-names.ts'
import type { ConfirmText } from '../../components/confirm/confirm.tsx'
import { can } from '../../session/session.ts'
import styles from './confirm-prices.module.css'
import { listingName } from './listing-facts.ts'
import { termsOfListing } from './sale-terms.ts'
import type { ListingRow } from './types.ts'

/** 赚 ¥59.00, or 亏 ¥6.18. */
const leftText = (fen: Fen): string => `${fen < 0 ? '亏' : '赚'} ${formatFen(Math.abs(fen))}`

type Offered = Pick<ListingRow, 'entry' | 'costPriceFen' | 'channel' | 'unitCount'>

/** 买家出价 ¥3,200.00，保底价 ¥3,400.00，差 ¥200.00; without the reserve for whoever may not see it. */
export function offerText({ entry, costPriceFen, ...goods }: Offered): string {
  const offer = entry?.highestBidFen ?? null
  if (offer === null) return ''
  const reserve = entry?.reservePriceFen ?? null
  const isShown = reserve !== null && can('field:reservePrice')
  const short = isShown ? `，保底价 ${formatFen(reserve)}，差 ${formatFen(reserve - offer)}` : ''
  return `买家出价 ${formatFen(offer)}${short}${soldText(offer, costPriceFen, goods)}`
}

/** What is left once the offer is taken: ，扣掉费用到手 ¥1,693.82，成本 ¥1,700.00，亏 ¥6.18. */
function soldText(offer: Fen, costFen: Fen | null, goods: Pick<ListingRow, 'channel' | 'unitCount'>): string {
  const { netFen, fen } = leftOfPrice(offer, costFen, termsOfListing(goods))
  const net = `，扣掉费用到手 ${formatFen(netFen)}`
  return costFen === null || fen === null ? net : `${net}，成本 ${formatFen(costFen)}，${leftText(fen)}`
}

const isLoss = (fen: Fen | null | undefined): boolean => typeof fen === 'number' && fen < 0

/** What is left once the offer of a listing is taken; null where that is not known. */
const soldAt = ({ entry, costPriceFen, ...goods }: Offered): Fen | null =>
  leftOfPrice(entry?.highestBidFen ?? 0, costPriceFen, termsOfListing(goods)).fen

/** What becomes of a phone whose run ends without a sale, now that an offer waits: what its shop's rule does with it. */
export function unsoldText({ offer }: Pick<ListingRow, 'offer'>): string {
  const relisting = offer?.relisting ?? null
  if (relisting === null) return '不会自动重新上架，等您自己定价再上'
  const { startPriceFen, reservePriceFen, marginFen } = relisting
  const reserve = reservePriceFen === null ? '' : `，保底价 ${formatFen(reservePriceFen)}`
  const left = marginFen === null || reservePriceFen === null ? '' : `，按保底价卖会${leftText(marginFen)}`
  return `按店铺的设置自动重新上架：起拍价 ${formatFen(startPriceFen)}${reserve}${left}`
}

/** The offers that are answered, with both numbers, and what the answer does: to all of them, or to each. */
function OfferWords({ rows, end }: { rows: readonly ListingRow[]; end: string | ((row: ListingRow) => string) }) {
  return (
    <>
      <ul className={styles.questions}>
        {rows.map((row) => (
          <li key={row.listingId}>
            <b>{listingName(row)}</b>
            <p className={cx(isLoss(soldAt(row)) && styles.loss)}>{offerText(row)}</p>
            {typeof end === 'string' ? null : (
              <p className={cx(isLoss(row.offer?.relisting?.marginFen) && styles.loss)}>{end(row)}</p>
            )}
          </li>
        ))}
      </ul>
      {typeof end === 'string' ? <p>{end}</p> : null}
    </>
  )
}

/** What is asked before offers are taken. */
export const acceptQuestion = (rows: readonly ListingRow[]): ConfirmText => ({
  title: '同意议价？',
  body: <OfferWords rows={rows} end="同意后立即成交，不能撤回。" />,
  ok: '同意',
})

/** What is asked before they are refused, with what becomes of each phone then. */
export const refuseQuestion = (rows: readonly ListingRow[]): ConfirmText => ({
  title: '拒绝议价？',
  body: <OfferWords rows={rows} end={(row) => `拒绝后本场流拍，${unsoldText(row)}。`} />,
  ok: '拒绝',
  tone: 'danger',
})
