/** The simulated buyers of the stand-in marketplace, who do what they are asked. Each throws `DemoMarketRefused` or `DemoMarketAway`. */
export interface DemoMarket {
  /** Ends a run at once: sold for `priceFen`, in fen, to one of them. */
  winEntry(entryId: number, priceFen: number): Promise<void>
  /** Buys one piece of goods with a fixed price; gives the order's number. */
  buyProduct(productId: number): Promise<string>
  payOrder(orderNo: string): Promise<void>
  /** Wants to send the goods of an order back, for the money. */
  claimReturn(orderNo: string): Promise<void>
}

/** The stand-in marketplace would not do it. The message is what a person reads. */
export class DemoMarketRefused extends Error {
  override readonly name = 'DemoMarketRefused'
}

/** The stand-in marketplace did not answer, or not as it does. */
export class DemoMarketAway extends Error {
  override readonly name = 'DemoMarketAway'
}
