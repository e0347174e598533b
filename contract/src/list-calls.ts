import { dictionary } from '@huanji/domain/dictionary'

/**
 * The lists that keep views, by the key of the list on its screen: the call that lists the rows, as `group.name`. Who may
 * make that call sees the views that are shared for the list.
 */
export const LIST_CALLS: Readonly<Record<string, string>> = dictionary({
  listings: 'goods.list',
  'auction-orders': 'auctionOrder.list',
  'curated-orders': 'curatedOrder.list',
  'auction-inspections': 'detRecord.getDetectRecordList',
  'curated-inspections': 'detRecord.getDetectRecordList',
  batches: 'batch.getMultiDetRecordList',
  'batch-units': 'batch.getDetRecordDetailsByDetRecordId',
  'bag-records': 'sealBag.GetSealBagList',
  refunds: 'refund.list',
  bills: 'bill.list',
  'billed-orders': 'extBill.orders',
  'account-flows': 'extBill.flows',
  'bill-findings': 'billCheck.list',
  staff: 'employee.list',
  roles: 'role.list',
  addresses: 'address.list',
  shops: 'shop.list',
  audit: 'extAudit.list',
  'api-keys': 'extApiKey.list',
  exports: 'goodsExport.list',
  'stock-imports': 'extStockImport.list',
})
