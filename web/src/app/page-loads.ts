import type { Load, MenuPageKey } from './routes.ts'

/** Where each menu page is loaded from. A page's folder is its path. */
export const PAGE_LOADS: Readonly<Record<MenuPageKey, Load>> = {
  home: () => import('../pages/home/page.tsx'),
  auctionInspection: () => import('../pages/check/ys/check/page.tsx'),
  auctionInspections: () => import('../pages/check/ys/list/page.tsx'),
  auctionReport: () => import('../pages/check/ys/detail/page.tsx'),
  curatedInspection: () => import('../pages/check/yx/check/page.tsx'),
  curatedInspections: () => import('../pages/check/yx/sing-list/page.tsx'),
  batchInspection: () => import('../pages/check/yx/batchCheck/page.tsx'),
  batches: () => import('../pages/check/yx/plural-list/page.tsx'),
  batchUnits: () => import('../pages/check/yx/plural-detailed-list/page.tsx'),
  bagRecords: () => import('../pages/check/ys/baglog/page.tsx'),
  listings: () => import('../pages/sale/product/page.tsx'),
  listing: () => import('../pages/sale/product/detail/page.tsx'),
  auctionOrders: () => import('../pages/sale/order/page.tsx'),
  auctionOrder: () => import('../pages/sale/order/detail/page.tsx'),
  curatedOrders: () => import('../pages/sale/yxorder/page.tsx'),
  curatedOrder: () => import('../pages/sale/yxorder/detail/page.tsx'),
  bills: () => import('../pages/capital/bill/page.tsx'),
  staff: () => import('../pages/account/staff/page.tsx'),
  roles: () => import('../pages/account/role/page.tsx'),
  roleEditor: () => import('../pages/account/role/edit/page.tsx'),
  audit: () => import('../pages/account/audit/page.tsx'),
  downloads: () => import('../pages/tool/download/page.tsx'),
  addresses: () => import('../pages/merchant/address/page.tsx'),
}
