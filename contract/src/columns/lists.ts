/**
 * The columns of every list, for the screens. In the web client's build their data stands in this file's place, so that
 * no schema reaches the browser with them (web/build/columns-plugin.ts).
 */
export { addressColumns } from '../calls/address.ts'
export { apiKeyColumns } from '../calls/api-key.ts'
export { auditColumns } from '../calls/audit.ts'
export { batchColumns, batchUnitColumns } from '../calls/batch.ts'
export { accountFlowColumns, billColumns, billedOrderColumns, billMonthColumns } from '../calls/bill.ts'
export { findingColumns } from '../calls/bill-check.ts'
export { employeeColumns } from '../calls/employee.ts'
export { exportColumns } from '../calls/export.ts'
export { inspectionColumns } from '../calls/inspection.ts'
export { listingColumns } from '../calls/listing.ts'
export { curatedOrderColumns, orderColumns, orderFacts } from '../calls/order-list.ts'
export { refundColumns } from '../calls/refund-list.ts'
export { roleColumns } from '../calls/role.ts'
export { bagRecordColumns } from '../calls/sealed-bag.ts'
export { shopColumns } from '../calls/shop.ts'
export { stockImportColumns } from '../calls/stock-import.ts'
