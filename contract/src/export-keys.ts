/**
 * What a request may name as a list to take along, and the rights to them. Both stand in the schemas of calls, which are made
 * before the features; the features' lists are held to them (`tables.ts`).
 */
export const EXPORT_KEYS = ['listings', 'auction-orders', 'curated-orders', 'bills', 'bill-months', 'refunds'] as const

export const EXPORT_GRANTS = [
  '/api/goods/export_create',
  '/api/yushiorder/v1/order/export',
  '/api/saleorder/v1/order/export',
  '/api/ext/bill/export',
  '/api/ext/refund/export',
] as const

export type ExportKindKey = (typeof EXPORT_KEYS)[number]
