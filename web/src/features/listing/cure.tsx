import { linkTo, PAGES } from '@huanji/contract/pages'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { api } from '../../api/client.ts'
import { latePart } from '../../components/late/late-part.ts'
import { can } from '../../session/session.ts'
import styles from './cure.module.css'
import { openPrices } from './listing-actions.tsx'
import type { PriceOperation } from './listing-facts.ts'
import type { ListingRow } from './types.ts'

// Few failures are of pictures, and most of those who see them photograph themselves.
const AskRetake = latePart(async () => (await import('./ask-retake.tsx')).AskRetake)

export interface CureProps {
  listing: ListingRow
  refresh: () => Promise<void>
}

/** Where the phone's inspection and photographs are found; null where the person may not go there. */
function inspectionsOf({ channel, imei, barCode }: ListingRow): string | null {
  const page = channel === 'auction' ? 'auctionInspections' : 'curatedInspections'
  const code = imei || barCode
  return can(PAGES[page].path) ? linkTo(page, code === '' ? {} : { code }) : null
}

/** The sheet of prices, by a press, where the listing can be priced so at present. */
function PricesButton({ operation, text, listing, refresh }: CureProps & { operation: PriceOperation; text: string }) {
  return (
    <button type="button" className={styles.link} onClick={() => void openPrices(operation, [listing], { refresh })}>
      {text} →
    </button>
  )
}

/** Whether a change of price or another time on sale is open to the listing and to the person. */
function openTo({ allowedActions }: ListingRow): PriceOperation | null {
  if (!can(api.goods.operate.path)) return null
  if (allowedActions.includes('changePrice')) return 'change_price'
  return allowedActions.includes('relist') ? 'relist' : null
}

/** What the marketplace did not explain, or what is mended outside: looked at in the editor, or else tried again. */
function Unexplained(props: CureProps) {
  const { allowedActions, listingId } = props.listing
  if (allowedActions.includes('edit') && can(api.goods.edit.path)) {
    return <Link to={linkTo('listingEditor', { listingId })}>去编辑 →</Link>
  }
  return <Again {...props} />
}

/** Once more, where the listing can be put on sale again by hand. */
function Again(props: CureProps) {
  if (openTo(props.listing) !== 'relist') return null
  return <PricesButton {...props} operation="relist" text="重新上架" />
}

/** Another cover is chosen, and pictures are taken anew, in the editor; who may not photograph asks those who may. */
function OtherPictures(props: CureProps) {
  const { allowedActions, listingId } = props.listing
  const mayEdit = allowedActions.includes('edit') && can(api.goods.edit.path)
  const to = inspectionsOf(props.listing)
  if (!mayEdit) return to === null ? null : <Link to={to}>去质检列表重拍 →</Link>
  return (
    <span className={styles.ways}>
      <Link to={linkTo('listingEditor', { listingId })}>换一张主图 →</Link>
      {can(api.realPhoto.saveRealPhoto.path) ? null : (
        <Suspense fallback={null}>
          <AskRetake {...props} />
        </Suspense>
      )}
    </span>
  )
}

/** The way to what mends a failure; nothing where there is none, or the person may not go there. */
export function Cure(props: CureProps) {
  const { failure, allowedActions } = props.listing
  if (failure === null) return null
  switch (failure.cure) {
    case 'shop':
      return can(PAGES.shops.path) ? <Link to={linkTo('shops')}>去店铺授权 →</Link> : null
    case 'inspection': {
      if (failure.field === 'images') return <OtherPictures {...props} />
      const to = inspectionsOf(props.listing)
      return to === null ? null : <Link to={to}>去核对机型 →</Link>
    }
    case 'price': {
      const operation = openTo(props.listing)
      return operation === null ? null : <PricesButton {...props} operation={operation} text="去改价" />
    }
    case 'retry':
      return allowedActions.includes('relist') ? <Again {...props} /> : <span className="muted">可重新提交</span>
    case 'address':
      return can(PAGES.addresses.path) ? <Link to={linkTo('addresses')}>去填地址 →</Link> : null
    default:
      return <Unexplained {...props} />
  }
}
