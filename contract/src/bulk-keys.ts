/** What a request may name to be done for all rows of a list; the features' own are held to it (`tables.ts`). */
export const BULK_KEYS = [
  'listing.takeOff',
  'listing.relist',
  'listing.delete',
  'listing.retry',
  'listing.giveUp',
  'shipment.retry',
  'shipment.giveUp',
  'curatedShipment.retry',
  'curatedShipment.giveUp',
  'inspection.changeShop',
  'inspection.void',
  'employee.disable',
  'employee.enable',
  'employee.endSessions',
  'employee.requirePasswordReset',
  'address.delete',
] as const

export type BulkActionKey = (typeof BULK_KEYS)[number]
