import { linkTo, PAGES } from '@huanji/contract/pages'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { can } from '../../session/session.ts'
import styles from './cure.module.css'
import { openPrices } from './listing-actions.tsx'
import type { ListingRow } from './types.ts'

interface CureProps {
  listing: ListingRow
  refresh: () => Promise<void>
}

/** Where the phone's inspection and photographs are found. */
const inspectionsOf = ({ channel, imei, barCode }: ListingRow) =>
  linkTo(channel === 'auction' ? 'auctionInspections' : 'curatedInspections', { code: imei || barCode })

/** The way to what mends a failure; nothing where there is none, or the person may not go there. */
export function Cure({ listing, refresh }: CureProps) {
  const { failure, allowedActions, listingId } = listing
  if (failure === null) return null
  switch (failure.cure) {
    case 'shop':
      return can(PAGES.shops.path) ? <Link to={linkTo('shops')}>去店铺授权 →</Link> : null
    case 'inspection':
      return <Link to={inspectionsOf(listing)}>{failure.field === 'model' ? '去核对机型 →' : '去质检重拍 →'}</Link>
    case 'address':
      return can(PAGES.addresses.path) ? <Link to={linkTo('addresses')}>去维护发货地址 →</Link> : null
    case 'price': {
      const operation = allowedActions.includes('changePrice') ? 'change_price' : 'relist'
      if (!can(api.goods.operate.path)) return null
      return (
        <button type="button" className={styles.link} onClick={() => void openPrices(operation, [listing], { refresh })}>
          去改价 →
        </button>
      )
    }
    case 'retry':
      return <span className="muted">可重新提交</span>
    // what the marketplace did not explain is looked at where all of it is seen
    default:
      if (!allowedActions.includes('edit') || !can(api.goods.edit.path)) return null
      return <Link to={linkTo('listingEditor', { listingId })}>去编辑 →</Link>
  }
}
