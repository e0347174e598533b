import { AUCTION_ENTRY_STATES } from './auction-entry.ts'
import { BAG_STATES } from './bag.ts'
import { BILL_STATES } from './bill.ts'
import { BILL_CHECK_STATES } from './bill-check.ts'
import { BILL_FINDING_STATES } from './bill-finding.ts'
import { EXPORT_STATES } from './export.ts'
import { INSPECTION_STATES } from './inspection.ts'
import { LISTING_STATES } from './listing.ts'
import { ORDER_STATES } from './order.ts'
import { REFUND_STATES } from './refund.ts'
import { SHOP_STATES } from './shop.ts'
import { STOCK_IMPORT_STATES } from './stock-import.ts'
import type { StateTable } from './transition.ts'

/** Every state machine, for the check at start-up and for the diagrams. */
export const ALL_STATES: readonly StateTable[] = [
  INSPECTION_STATES,
  BAG_STATES,
  LISTING_STATES,
  AUCTION_ENTRY_STATES,
  ORDER_STATES,
  REFUND_STATES,
  BILL_STATES,
  BILL_CHECK_STATES,
  BILL_FINDING_STATES,
  SHOP_STATES,
  EXPORT_STATES,
  STOCK_IMPORT_STATES,
]
