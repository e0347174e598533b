import type { EntryDocument, ProductDocument } from '@huanji/marketplace/sandbox/documents'
import type { SandboxControl } from '@huanji/marketplace/sandbox/options'

type Reached<Act> = Act extends (...given: infer Given) => infer Result
  ? (...given: Given) => Result | Promise<Awaited<Result>>
  : never

/** The control of the stand-in marketplace, in this process or over HTTP: what its buyers, its people and time do. */
export type Market = { readonly [Name in keyof SandboxControl]: Reached<SandboxControl[Name]> }

type Dump = ReturnType<SandboxControl['dump']>

/** The marketplace's own product for a listing, which carries the listing's id; null while it has none. */
export function productIn({ product = {} }: Dump, listingId: string): ProductDocument | null {
  const products = Object.values(product) as ProductDocument[]
  return products.find(({ fields }) => fields.outer_id === listingId) ?? null
}

/** The newest entry of a listing at the auction market; null while it has none. */
export function entryIn(dump: Dump, listingId: string): EntryDocument | null {
  const productId = productIn(dump, listingId)?.productId
  const own = (Object.values(dump.entry ?? {}) as EntryDocument[]).filter((entry) => entry.productId === productId)
  return own.sort((a, b) => b.entryId - a.entryId)[0] ?? null
}

/** A buyer orders of a listing at a fixed price; gives the order's number. @throws Error while it is not at the marketplace */
export async function buy(market: Market, listingId: string, quantity = 1): Promise<string> {
  const product = productIn(await market.dump(), listingId)
  if (product === null) throw new Error(`the marketplace has no product for ${listingId}`)
  return market.buyProduct(product.productId, quantity, product.skus?.[0]?.sku_id)
}
