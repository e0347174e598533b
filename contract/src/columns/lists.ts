/**
 * The columns of every list, for the screens. In the web client's build their data stands in this file's place, so that
 * no schema reaches the browser with them (web/build/columns-plugin.ts).
 */
export { addressColumns } from '../features/address/calls.ts'
export { apiKeyColumns } from '../features/api-key/calls.ts'
export { auditColumns } from '../features/audit/calls.ts'
export { accountFlowColumns, billColumns, billedOrderColumns, billMonthColumns } from '../features/bill/calls.ts'
export { exportColumns } from '../features/export/calls.ts'
export { batchColumns, batchUnitColumns } from '../features/inspection/batch.ts'
export { inspectionColumns } from '../features/inspection/inspection.ts'
export { bagRecordColumns } from '../features/inspection/sealed-bag.ts'
export { listingColumns } from '../features/listing/listing.ts'
export { curatedOrderColumns, orderColumns, orderFacts } from '../features/order/order-list.ts'
export { employeeColumns } from '../features/people/employee.ts'
export { roleColumns } from '../features/people/role.ts'
export { findingColumns } from '../features/reconciliation/calls.ts'
export { refundColumns } from '../features/refund/refund-list.ts'
export { shopColumns } from '../features/shop/calls.ts'
export { stockImportColumns } from '../features/stock-import/calls.ts'
