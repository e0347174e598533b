import { createHash } from 'node:crypto'
import type { OutputOf } from '@huanji/contract/call'
import type { addressKind } from '@huanji/contract/calls/address'
import type { dispatchState } from '@huanji/contract/calls/auction-order'
import type { billDirection } from '@huanji/contract/calls/bill'
import type { auctionMode } from '@huanji/contract/calls/goods'
import type { verifyResult } from '@huanji/contract/calls/inspection'
import type { merchant } from '@huanji/contract/calls/merchant'
import type { bagAction } from '@huanji/contract/calls/sealed-bag'
import { CARRIERS } from '@huanji/domain/carriers'
import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import { REPAIR_FLAG_LABELS } from '@huanji/domain/grading/ladder'
import { mapGrade } from '@huanji/domain/grading/map'
import { CLOSE_REASONS } from '@huanji/domain/orders/close-reasons'
import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { BAG_STATES } from '@huanji/domain/states/bag'
import { BILL_STATES } from '@huanji/domain/states/bill'
import { EXPORT_STATES } from '@huanji/domain/states/export'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import type { StateTable } from '@huanji/domain/states/transition'
import { type Channel, GRADES } from '@huanji/domain/template/types'
import type * as z from 'zod'
import type { EmployeeStatus } from '../people/store.ts'
import { SHOP_STATE_LABELS } from '../shop/rules.ts'

type Answer = OutputOf<typeof merchant.dataDict>
type Options = Answer['dictionaries'][string]

const CHANNEL_LABELS: Record<Channel, string> = { auction: '鱼市', curated: '严选' }
const ADDRESS_KIND_LABELS: Record<z.output<typeof addressKind>, string> = { ship: '发货地址', return: '退货地址' }
const AUCTION_MODE_LABELS: Record<z.output<typeof auctionMode>, string> = { sealed: '暗拍', open: '明拍' }
const BILL_DIRECTION_LABELS: Record<z.output<typeof billDirection>, string> = { in: '收入', out: '支出' }
const EMPLOYEE_STATUS_LABELS: Record<EmployeeStatus, string> = { active: '启用', disabled: '停用' }
const DELIVERY_SYNC_LABELS = { none: '未发货', pending: '同步中', done: '已同步', failed: '同步失败' }

/** What was done to a bag, the registration of its roll included (domain notes §3.4). */
const BAG_ACTION_LABELS: Record<z.output<typeof bagAction>, string> = {
  register: '登记',
  bind: '绑定',
  rebind: '换绑',
  unbind: '解绑',
  void: '作废',
  ship: '出库',
  open: '拆封',
}

const DISPATCH_STATE_LABELS: Record<z.output<typeof dispatchState>, string> = {
  pending: '待核对',
  checked: '已核对',
  shipped: '已出库',
  returned: '已退回',
}

/** What scanning a unit's code came to (domain notes §3.4, verifyBarCode). */
const VERIFY_RESULT_LABELS: Record<z.output<typeof verifyResult>, string> = {
  free: '可质检',
  inspecting: '质检中',
  inspected: '已质检',
  on_sale: '已在售',
  sold: '已售出',
  unknown: '不存在',
}

const fromLabels = (labels: Readonly<Record<string, string>>): Options =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const fromStates = (table: StateTable): Options => table.states.map(({ code, label }) => ({ value: code, label }))

/** Carriers in the order a person looks for them: the common ones first; those out of business are left out. */
const carriers = (): Options =>
  CARRIERS.filter(({ legacy }) => !legacy)
    .toSorted((one, other) => Number(other.hot) - Number(one.hot))
    .map(({ code, name }) => ({ value: code, label: name }))

const DICTIONARIES: Answer['dictionaries'] = {
  channel: fromLabels(CHANNEL_LABELS),
  grade: GRADES.map((grade) => ({ value: grade, label: mapGrade(grade).auctionLabel })),
  curatedGrade: GRADES.flatMap((grade) => {
    const { curatedLabel } = mapGrade(grade)
    return curatedLabel === null ? [] : [{ value: grade, label: curatedLabel }]
  }),
  repairFlag: fromLabels(REPAIR_FLAG_LABELS),
  verifyResult: fromLabels(VERIFY_RESULT_LABELS),
  inspectionState: fromStates(INSPECTION_STATES),
  bagState: fromStates(BAG_STATES),
  bagAction: fromLabels(BAG_ACTION_LABELS),
  listingState: fromStates(LISTING_STATES),
  entryState: fromStates(AUCTION_ENTRY_STATES),
  auctionMode: fromLabels(AUCTION_MODE_LABELS),
  orderState: fromStates(ORDER_STATES),
  dispatchState: fromLabels(DISPATCH_STATE_LABELS),
  deliverySync: fromLabels(DELIVERY_SYNC_LABELS),
  closeReason: CLOSE_REASONS.map(({ code, label }) => ({ value: code, label })),
  sellerCloseReason: CLOSE_REASONS.filter(({ by }) => by === 'seller').map(({ code, label }) => ({
    value: code,
    label,
  })),
  refundState: fromStates(REFUND_STATES),
  billType: BILL_TYPES.map(({ code, label }) => ({ value: code, label })),
  billState: fromStates(BILL_STATES),
  billDirection: fromLabels(BILL_DIRECTION_LABELS),
  exportState: fromStates(EXPORT_STATES),
  carrier: carriers(),
  shopState: fromLabels(SHOP_STATE_LABELS),
  addressKind: fromLabels(ADDRESS_KIND_LABELS),
  employeeStatus: fromLabels(EMPLOYEE_STATUS_LABELS),
}

/** A short text that changes when the content does, so that a client may keep what it has. */
export const contentVersion = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12)

/** Every code of the product with its Chinese label, taken from the domain's own tables. */
export const DATA_DICTIONARY: Answer = { version: contentVersion(DICTIONARIES), dictionaries: DICTIONARIES }
