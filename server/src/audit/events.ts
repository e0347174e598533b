/** What stands in the log without a call of ours: what the marketplace did, and what goes by itself. */
export const AUDIT_EVENTS = [
  'bill.expected',
  'bill.settled',
  'order.closed',
  'order.paid',
  'order.refunded',
  'order.repriced',
  'refund.paid',
  'repost.relist',
  'signIn',
  '/api/mch/resetPassword',
] as const
