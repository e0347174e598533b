import type { DemoMerchant } from './merchants.ts'
import type { DemoWorld } from './steps.ts'

/** Fen. */
const TOPPED_UP = 3_000_000
const DEPOSIT = 200_000
const RELEASED = 50_000
const WITHDRAWN = 1_200_000

/**
 * What the marketplace and its bank do with the account of a merchant's shop beside the settlements: the poll brings the
 * movements and their rows.
 */
export function moveAccountByHand({ control }: DemoWorld, { sellerId, shops }: DemoMerchant): void {
  const [shop] = shops
  if (shop === undefined) return
  const account = { sellerId, userName: shop.userName }
  control.topUp({ ...account, amountFen: TOPPED_UP })
  control.freezeDeposit({ ...account, amountFen: DEPOSIT })
  control.unfreezeDeposit({ ...account, amountFen: RELEASED })
  control.withdraw({ ...account, amountFen: WITHDRAWN })
}
