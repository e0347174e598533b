import { createHash } from 'node:crypto'
import type { OutputOf } from '@huanji/contract/call'
import type { merchant } from '@huanji/contract/features/merchant/calls'
import {
  ADDRESS_KIND_LABELS,
  AUCTION_MODE_LABELS,
  AUDIT_SUBJECT_LABELS,
  BAG_ACTION_LABELS,
  BILL_DIRECTION_LABELS,
  CHANNEL_LABELS,
  DELIVERY_SYNC_LABELS,
  DISPATCH_STATE_LABELS,
  EMPLOYEE_STATUS_LABELS,
  GOODS_STATUS_LABELS,
  optionsOf,
  PLAN_LABELS,
  SHOP_STATE_LABELS,
  VERDICT_LABELS,
  VERIFY_RESULT_LABELS,
} from '@huanji/contract/labels'
import { CARRIERS } from '@huanji/domain/carriers'
import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import { REPAIR_FLAG_LABELS } from '@huanji/domain/grading/ladder'
import { mapGrade } from '@huanji/domain/grading/map'
import { CLOSE_REASONS } from '@huanji/domain/orders/close-reasons'
import { REFUND_KINDS } from '@huanji/domain/refunds/kinds'
import { REFUND_REASONS } from '@huanji/domain/refunds/reasons'
import { RECHECK_OUTCOMES } from '@huanji/domain/refunds/recheck'
import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { BAG_STATES } from '@huanji/domain/states/bag'
import { BILL_STATES } from '@huanji/domain/states/bill'
import { BILL_CHECK_STATES } from '@huanji/domain/states/bill-check'
import { BILL_FINDING_STATES } from '@huanji/domain/states/bill-finding'
import { EXPORT_STATES } from '@huanji/domain/states/export'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { STOCK_IMPORT_STATES } from '@huanji/domain/states/stock-import'
import type { StateTable } from '@huanji/domain/states/transition'
import { GRADES } from '@huanji/domain/template/types'

type Answer = Omit<OutputOf<typeof merchant.dataDict>, 'site'>
type Options = Answer['dictionaries'][string]

const fromStates = (table: StateTable): Options => table.states.map(({ code, label }) => ({ value: code, label }))

/** Carriers in the order a person looks for them: the common ones first; those out of business are left out. */
const carriers = (): Options =>
  CARRIERS.filter(({ legacy }) => !legacy)
    .toSorted((one, other) => Number(other.hot) - Number(one.hot))
    .map(({ code, name }) => ({ value: code, label: name }))

const DICTIONARIES: Answer['dictionaries'] = {
  channel: optionsOf(CHANNEL_LABELS),
  grade: GRADES.map((grade) => ({ value: grade, label: mapGrade(grade).auctionLabel })),
  curatedGrade: GRADES.flatMap((grade) => {
    const { curatedLabel } = mapGrade(grade)
    return curatedLabel === null ? [] : [{ value: grade, label: curatedLabel }]
  }),
  repairFlag: optionsOf(REPAIR_FLAG_LABELS),
  verifyResult: optionsOf(VERIFY_RESULT_LABELS),
  inspectionState: fromStates(INSPECTION_STATES),
  bagState: fromStates(BAG_STATES),
  bagAction: optionsOf(BAG_ACTION_LABELS),
  listingState: fromStates(LISTING_STATES),
  entryState: fromStates(AUCTION_ENTRY_STATES),
  auctionMode: optionsOf(AUCTION_MODE_LABELS),
  orderState: fromStates(ORDER_STATES),
  dispatchState: optionsOf(DISPATCH_STATE_LABELS),
  deliverySync: optionsOf(DELIVERY_SYNC_LABELS),
  closeReason: CLOSE_REASONS.map(({ code, label }) => ({ value: code, label })),
  sellerCloseReason: CLOSE_REASONS.filter(({ by }) => by === 'seller').map(({ code, label }) => ({
    value: code,
    label,
  })),
  refundState: fromStates(REFUND_STATES),
  refundKind: REFUND_KINDS.map(({ code, label }) => ({ value: code, label })),
  refundReason: REFUND_REASONS.map(({ code, label }) => ({ value: code, label })),
  recheckOutcome: RECHECK_OUTCOMES.map(({ code, label }) => ({ value: code, label })),
  goodsStatus: optionsOf(GOODS_STATUS_LABELS),
  verdictStatus: optionsOf(VERDICT_LABELS),
  verdictPlan: optionsOf(PLAN_LABELS),
  billType: BILL_TYPES.map(({ code, label }) => ({ value: code, label })),
  billState: fromStates(BILL_STATES),
  billCheckState: fromStates(BILL_CHECK_STATES),
  billFindingState: fromStates(BILL_FINDING_STATES),
  billDirection: optionsOf(BILL_DIRECTION_LABELS),
  exportState: fromStates(EXPORT_STATES),
  stockImportState: fromStates(STOCK_IMPORT_STATES),
  carrier: carriers(),
  shopState: optionsOf(SHOP_STATE_LABELS),
  addressKind: optionsOf(ADDRESS_KIND_LABELS),
  employeeStatus: optionsOf(EMPLOYEE_STATUS_LABELS),
  auditSubject: optionsOf(AUDIT_SUBJECT_LABELS),
}

/** A short text that changes when the content does, so that a client may keep what it has. */
export const contentVersion = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12)

/** Every code of the product with its Chinese label, taken from the domain's own tables. */
export const DATA_DICTIONARY: Answer = { version: contentVersion(DICTIONARIES), dictionaries: DICTIONARIES }
