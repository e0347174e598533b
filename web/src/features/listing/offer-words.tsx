import { formatFen } from '@huanji/domain/money'
import { can } from '../../session/session.ts'
import styles from './confirm-prices.module.css'
import { listingName } from './listing-facts.ts'
import type { ListingRow } from './types.ts'

/** ¥3,200.00，低于保底价 ¥3,400.00; without the reserve for whoever may not see it. */
export function offerText({ entry, costPriceFen }: Pick<ListingRow, 'entry' | 'costPriceFen'>): string {
  const offer = entry?.highestBidFen ?? null
  if (offer === null) return ''
  const reserve = entry?.reservePriceFen ?? null
  const isShown = reserve !== null && can('field:reservePrice')
  const short = isShown ? `，保底价 ${formatFen(reserve)}，差 ${formatFen(reserve - offer)}` : ''
  return `买家出价 ${formatFen(offer)}${short}${costPriceFen === null ? '' : `，成本 ${formatFen(costPriceFen)}`}`
}

/** The offers that are answered, with both numbers, and what the answer does. */
export function OfferWords({ rows, end }: { rows: readonly ListingRow[]; end: string }) {
  return (
    <>
      <ul className={styles.questions}>
        {rows.map((row) => (
          <li key={row.listingId}>
            <b>{listingName(row)}</b>
            <p>{offerText(row)}</p>
          </li>
        ))}
      </ul>
      <p>{end}</p>
    </>
  )
}
