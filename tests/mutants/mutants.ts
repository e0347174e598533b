/** A mistake that somebody could make: one text of one file is another one. */
export interface Mutant {
  /** A source file of the project. */
  readonly file: string
  /** What stands there, once. */
  readonly from: string
  readonly to: string
  /** The tests that are to find it, as the beginnings of their paths; those of the file's folder when left out. */
  readonly suites?: readonly string[]
}

/** A rule of the domain that holds for one thing more, or one less. */
export const RULES: readonly Mutant[] = [
  { file: 'domain/src/auction/pricing.ts', from: 'reserveFen < startFen', to: 'reserveFen <= startFen' },
  { file: 'domain/src/auction/pricing.ts', from: 'buyNowFen <= Math.max', to: 'buyNowFen < Math.max' },
  {
    file: 'domain/src/auction/pricing.ts',
    from: 'priceFen * 100 >= referenceFen',
    to: 'priceFen * 100 > referenceFen',
  },
  { file: 'domain/src/auction/pricing.ts', from: 'Math.max(100, Math.round', to: 'Math.max(0, Math.round' },
  { file: 'domain/src/orders/delivery-stock.ts', from: "if (phone.cameBack) return 'REPORT_EXPIRED'", to: '' },
  {
    file: 'domain/src/orders/delivery-stock.ts',
    from: 'isWorse(phone.grade, goods.grade)',
    to: 'isWorse(goods.grade, phone.grade)',
  },
  { file: 'domain/src/orders/delivery-stock.ts', from: '>= reportsValidFrom', to: '> reportsValidFrom' },
  { file: 'domain/src/orders/delivery-stock.ts', from: 'left < 0 && missing', to: 'left <= 0 && missing' },
  { file: 'domain/src/orders/delivery-stock.ts', from: 'phone.shopAccountId !== null && ', to: '' },
  { file: 'domain/src/fees/proceeds.ts', from: "=== 'seller'", to: "!== 'seller'" },
  { file: 'domain/src/fees/proceeds.ts', from: 'amountFen: Math.abs(sum)', to: 'amountFen: sum' },
  { file: 'domain/src/refunds/expiry.ts', from: 'return unreceived(kind)', to: 'return unanswered(kind)' },
  { file: 'domain/src/refunds/differences.ts', from: "(one.value ?? '') === (other.value ?? '') &&", to: '' },
  { file: 'domain/src/grading/grade.ts', from: 'const PILE_UP_ITEMS = 4', to: 'const PILE_UP_ITEMS = 5' },
  { file: 'domain/src/grading/grade.ts', from: 'FUNCTION_PILE_UP_ITEMS = 2', to: 'FUNCTION_PILE_UP_ITEMS = 3' },
  { file: 'domain/src/auction/repost.ts', from: ', 100 - floorPercent)', to: ', 100)' },
  { file: 'domain/src/auction/repost.ts', from: 'done >= rule.maxTimes', to: 'done > rule.maxTimes' },
  { file: 'domain/src/auction/repost.ts', from: 'now.getTime() + HEADROOM_MS', to: 'now.getTime()' },
  { file: 'domain/src/fees/shares.ts', from: 'phones.length - quantity', to: 'phones.length' },
  {
    file: 'domain/src/fees/shares.ts',
    from: 'costFen === null ? null : netFen - costFen',
    to: 'netFen - (costFen ?? 0)',
  },
]

/** What a condition that is never met makes of a refusal. */
const NEVER = 'if (false) return'

/** A refusal of the server that is not made. */
export const REFUSALS: readonly Mutant[] = [
  {
    file: 'server/src/modules/inspection/sealed-bag/commands.ts',
    from: "if (bag.state !== 'unused') return",
    to: NEVER,
    suites: ['server/src/modules/inspection'],
  },
  {
    file: 'server/src/modules/inspection/sealed-bag/commands.ts',
    from: "if (wanted.replaceReason === '') return",
    to: NEVER,
    suites: ['server/src/modules/inspection'],
  },
  {
    file: 'server/src/modules/inspection/sealed-bag/calls.ts',
    from: 'if (added < count) return',
    to: NEVER,
    suites: ['server/src/modules/inspection'],
  },
  {
    file: 'server/src/modules/order/shipment.ts',
    from: '!carrier || carrier.legacy',
    to: '!carrier',
    suites: ['server/src/modules/order', 'server/src/sync'],
  },
  {
    file: 'server/src/modules/order/shipment.ts',
    from: "address?.kind !== 'ship'",
    to: '!address',
    suites: ['server/src/modules/order', 'server/src/sync'],
  },
  {
    file: 'server/src/modules/order/picking.ts',
    from: 'first.pickedCount >= first.quantity',
    to: 'first.pickedCount > first.quantity',
    suites: ['server/src/modules/order', 'server/src/sync/stock-orders'],
  },
  {
    file: 'server/src/modules/order/replacement.ts',
    from: 'if (!isAssigned) return',
    to: NEVER,
    suites: ['server/src/modules/order', 'server/src/sync'],
  },
  {
    file: 'server/src/modules/order/decisions.ts',
    from: 'if (!mayDecide(actor, order)) return',
    to: NEVER,
    suites: ['server/src/modules/order', 'server/src/sync/refused-requests'],
  },
  { file: 'server/src/modules/auth/session.ts', from: "if (employee.status !== 'active') return", to: NEVER },
  { file: 'server/src/modules/auth/session.ts', from: "proof === 'password' && (await", to: 'false && (await' },
  { file: 'server/src/modules/auth/password-change.ts', from: 'if (change.isSame) return', to: NEVER },
  {
    file: 'server/src/modules/auth/session-calls.ts',
    from: '!(await hasSession(tx, actor.employeeId, sessionId))',
    to: 'false',
  },
  {
    file: 'server/src/modules/listing/publish.ts',
    from: "if (!isHeld) return refuse('UNIT_ALREADY_LISTED'",
    to: "if (false) return refuse('UNIT_ALREADY_LISTED'",
    suites: ['server/src/modules/listing', 'server/src/sync/goods', 'server/src/modules/inspection/rivals'],
  },
  {
    file: 'server/src/modules/listing/operate-curated.ts',
    from: "if (ids.length === 0) return refuse('STOCK_INVALID'",
    to: "if (false) return refuse('STOCK_INVALID'",
    suites: ['server/src/modules/listing', 'server/src/sync/goods'],
  },
  { file: 'server/src/modules/refund/request-commands.ts', from: "address?.kind !== 'return'", to: '!address' },
  {
    file: 'server/src/modules/refund/approvals.ts',
    from: 'if (approval?.approvalId !== approvalId) return',
    to: NEVER,
  },
  {
    file: 'server/src/modules/reconciliation/ways.ts',
    from: "if (order?.state !== 'completed') return",
    to: NEVER,
  },
  { file: 'server/src/modules/reconciliation/ways.ts', from: 'if (made === null) return', to: NEVER },
  {
    file: 'server/src/modules/saved-view/commands.ts',
    from: '!view.isShared || !maySeeList(view.listKey, actor)',
    to: '!view.isShared',
  },
  {
    file: 'server/src/modules/stock-import/judge.ts',
    from: 'if (orderNo !== undefined) return',
    to: NEVER,
  },
]
