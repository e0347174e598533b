import type { PageGroup } from './page-groups.ts'
import type { PageKey } from './page-keys.ts'

/** Where each page stands in the sidebar and in the tree of rights. */
export const MENU_ORDER: Readonly<Record<PageGroup, readonly PageKey[]>> = {
  home: ['home'],
  store: ['shops', 'shopConsent'],
  check: [
    'auctionInspection',
    'auctionInspections',
    'auctionReport',
    'curatedInspection',
    'curatedInspections',
    'batchInspection',
    'batches',
    'batchUnits',
    'bagRecords',
    'models',
    'phone',
  ],
  sale: [
    'listings',
    'listing',
    'listingEditor',
    'auctionOrders',
    'auctionOrder',
    'curatedOrders',
    'curatedOrder',
    'refunds',
    'auctionRefund',
    'curatedRefund',
  ],
  capital: ['bills'],
  account: ['staff', 'roles', 'roleEditor', 'webhooks', 'audit', 'apiKeys', 'apiDocs'],
  merchant: ['merchantProfile', 'addresses'],
  tool: ['downloads', 'stockImports'],
}
