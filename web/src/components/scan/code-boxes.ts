import type { CodeKind } from '@huanji/domain/codes/classify'

interface CodeBox {
  /** The kinds of code that belong here; serial numbers, whose form says nothing, are left to whoever looks them up. */
  readonly takes: readonly CodeKind[]
  /** What to scan instead of a code of another kind. */
  readonly wanted: string
}

const UNIT = ['imei', 'meid', 'barCode'] as const satisfies readonly CodeKind[]
const box = (wanted: string, ...takes: readonly CodeKind[]): CodeBox => ({ wanted, takes })

/**
 * Every box of the client that takes a code, by the name it carries as `data-code-box`. docs/scanning.md has a row for
 * each, with what is checked and where the focus goes, and tests/journeys/scanning.spec.ts scans into each.
 */
export const CODE_BOXES = {
  home: box('手机、封袋、订单或质检单号', ...UNIT, 'bagCode', 'orderNo', 'inspectionNo'),
  station: box('IMEI条码', ...UNIT, 'inspectionNo', 'bagCode'),
  'station-bag': box('封袋码', 'bagCode'),
  batch: box('IMEI或封袋码', 'imei', 'meid', 'bagCode'),
  'bind-bag': box('封袋码', 'bagCode'),
  'roll-first': box('封袋码', 'bagCode'),
  'roll-last': box('封袋码', 'bagCode'),
  packing: box('手机、封袋或运单', ...UNIT, 'bagCode', 'waybill'),
  waybill: box('运单号', 'waybill'),
  'next-orders': box('条码', ...UNIT, 'bagCode', 'orderNo'),
  pick: box('条码', ...UNIT, 'bagCode', 'inspectionNo'),
  parcels: box('订单、手机、封袋或运单', ...UNIT, 'bagCode', 'orderNo', 'waybill'),
  'parcel-code': box('订单或条码', ...UNIT, 'bagCode', 'orderNo'),
  'parcel-waybill': box('运单号', 'waybill'),
  publish: box('条码', ...UNIT, 'bagCode', 'inspectionNo'),
  'publish-find': box('条码', ...UNIT, 'bagCode', 'inspectionNo'),
  'inspections-code': box('手机、封袋或质检单号', ...UNIT, 'bagCode', 'inspectionNo'),
  'batches-code': box('批次、手机或质检单号', ...UNIT, 'bagCode', 'inspectionNo', 'batchNo'),
  'batch-units-code': box('手机、封袋或质检单号', ...UNIT, 'bagCode', 'inspectionNo'),
  'bag-records-bag': box('封袋码', 'bagCode'),
  'bag-records-unit': box('手机或质检单号', ...UNIT, 'inspectionNo'),
  'listings-code': box('手机或封袋', ...UNIT, 'bagCode'),
  'orders-code': box('手机、封袋、订单或运单', ...UNIT, 'bagCode', 'orderNo', 'waybill'),
  'curated-orders-code': box('手机、封袋、订单或运单', ...UNIT, 'bagCode', 'orderNo', 'waybill'),
  phone: box('手机、封袋、质检单号、订单或运单', ...UNIT, 'bagCode', 'inspectionNo', 'orderNo', 'waybill'),
  'refunds-code': box('售后、订单、运单、手机或封袋', ...UNIT, 'bagCode', 'orderNo', 'waybill'),
  'refund-open': box('退货运单、手机、封袋、订单或售后单', ...UNIT, 'bagCode', 'orderNo', 'waybill'),
  receive: box('退货运单、手机或封袋', ...UNIT, 'bagCode', 'waybill'),
  replacement: box('条码', ...UNIT, 'inspectionNo'),
  'replacement-bag': box('封袋码', 'bagCode'),
  'refund-waybill': box('运单号', 'waybill'),
  'bills-order': box('订单号', 'orderNo'),
  palette: box(
    '编号',
    ...UNIT,
    'bagCode',
    'inspectionNo',
    'batchNo',
    'billNo',
    'orderNo',
    'waybill',
    'simCard',
    'product',
  ),
} as const satisfies Readonly<Record<string, CodeBox>>

export type CodeBoxName = keyof typeof CODE_BOXES
