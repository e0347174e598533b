import { ControlRefused, type SandboxControl } from '@huanji/marketplace/sandbox/options'

/** What buyers and the stand-in marketplace do in the demo data's history. */
export interface Market {
  /** The next publication is refused with one of the marketplace's own reasons. */
  refuseNextPublication(): void
  /** Ends the run of a listing: sold at a price, or unsold when it is null. Gives whether it was still running. */
  conclude(listingId: string, priceFen: number | null, nowMs: number): boolean
  /** The winner pays. Gives whether the order still awaited payment. */
  pay(orderNo: string): boolean
}

interface Product {
  readonly productId: number
  readonly fields: { readonly outer_id?: string }
}

interface Entry {
  readonly entryId: number
  readonly productId: number
}

const MINUTE_MS = 60_000

/** A reason of the marketplace that a merchant meets now and then (docs/open-platform.md §A). */
const REFUSAL = { code: '10001', message: '商品主图不清晰' }

/** The hand on the stand-in marketplace. */
export function createMarket(control: SandboxControl): Market {
  /** The latest run of each listing, by the listing's id; looked up anew once in a virtual minute. */
  let runs = new Map<string, number>()
  let lookedAtMinute = -1

  function lookUp(nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS)
    if (minute === lookedAtMinute) return
    const { product = {}, entry = {} } = control.dump()
    const products = Object.values(product as Record<string, Product>)
    const listingOf = new Map(products.map(({ productId, fields }) => [productId, fields.outer_id ?? '']))
    runs = new Map()
    for (const { entryId, productId } of Object.values(entry as Record<string, Entry>)) {
      const listingId = listingOf.get(productId) ?? ''
      runs.set(listingId, Math.max(entryId, runs.get(listingId) ?? 0))
    }
    lookedAtMinute = minute
  }

  return {
    refuseNextPublication: () => control.failPublish(REFUSAL.code, REFUSAL.message),
    conclude: (listingId, priceFen, nowMs) => {
      lookUp(nowMs)
      const entryId = runs.get(listingId)
      return entryId !== undefined && isDone(() => control.concludeEntry(entryId, { priceFen }))
    },
    pay: (orderNo) => isDone(() => control.payOrder(orderNo)),
  }
}

/** A control action that comes too late changes nothing. */
function isDone(action: () => unknown): boolean {
  try {
    action()
    return true
  } catch (error) {
    if (error instanceof ControlRefused) return false
    throw error
  }
}
