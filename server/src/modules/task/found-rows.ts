import type { CallSpec, OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { COUNT_CAP } from '@huanji/contract/constants'
import { EMPLOYEE_STATUS_LABELS, REQUEST_LABELS } from '@huanji/contract/labels'
import { dictionary } from '@huanji/domain/dictionary'
import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { stateLabel } from '@huanji/domain/states/transition'
import type { CallContext, OneStepHandler } from '../../gateway/handler.ts'
import type { BulkCall } from './bulk-calls.ts'

/** A row that a task is to do, or to pass over. */
export interface FoundRow {
  readonly rowId: string
  /** What a person knows it by. */
  readonly label: string
  /** Why it does not allow the action as it stands; null when it does. */
  readonly obstacle: string | null
}

/** What a filter found, in the list's order. */
export interface Found {
  readonly rows: readonly FoundRow[]
  /** There are more than a task takes. */
  readonly isCapped: boolean
}

/** What a row is called, and why it does not allow an action that it does not allow. */
type Describe<Row> = (row: Row, allowed: string) => { readonly label: string; readonly reason: string }

type Row<List extends CallSpec> = OutputOf<List> extends { list: (infer One)[] } ? One : never
type MarketRequest = Row<Calls['goods']['list']>['desired']

const standing = (state: string): string => `当前为“${state}”`

const asked = (desired: MarketRequest): string | null =>
  desired?.state === 'pending' ? REQUEST_LABELS[desired.want] : null

const listing: Describe<Row<Calls['goods']['list']>> = ({ title, imei, barCode, state, entry, desired }) => ({
  label: `${title} ${imei || barCode}`.trim(),
  reason: standing(
    asked(desired) ??
      (state === 'on_sale' && entry ? stateLabel(AUCTION_ENTRY_STATES, entry.state) : null) ??
      stateLabel(LISTING_STATES, state) ??
      state,
  ),
})

const order: Describe<Row<Calls['auctionOrder']['list']>> = ({ orderNo, state, desired }) => ({
  label: orderNo,
  reason: standing(asked(desired) ?? stateLabel(ORDER_STATES, state) ?? state),
})

const inspection: Describe<Row<Calls['detRecord']['getDetectRecordList']>> = (row) => ({
  label: `${row.inspectionNo} ${row.modelName} ${row.imei || row.barCode}`,
  reason: standing(stateLabel(INSPECTION_STATES, row.state) ?? row.state),
})

/** The status that an employee must be in; where it is that one, the rights of the two decide. */
const WANTED_STATUS: Readonly<Record<string, string>> = dictionary({ disable: 'active', enable: 'disabled' })

const employee: Describe<Row<Calls['employee']['list']>> = ({ name, status, isSelf }, allowed) => {
  if (isSelf) return { label: name, reason: standing('本人') }
  const isOtherwise = (WANTED_STATUS[allowed] ?? status) !== status
  return { label: name, reason: isOtherwise ? standing(EMPLOYEE_STATUS_LABELS[status]) : '对方拥有您没有的权限' }
}

const address: Describe<Row<Calls['address']['list']>> = ({ contactName, regionName, detail }) => ({
  label: `${contactName} ${regionName}${detail}`,
  reason: '当前状态',
})

/** By the name of the list's call. */
const DESCRIPTIONS: Readonly<Record<string, Describe<never>>> = dictionary({
  'goods.list': listing,
  'auctionOrder.list': order,
  'curatedOrder.list': order,
  'detRecord.getDetectRecordList': inspection,
  'employee.list': employee,
  'address.list': address,
})

const LABEL_CHARACTERS = 120

function found({ list, idField, allowed, title }: BulkCall, row: Record<string, unknown>): FoundRow {
  const describe = DESCRIPTIONS[list]
  if (describe === undefined) throw new Error(`nobody says what the rows of ${list} are called`)
  const { label, reason } = describe(row as never, allowed)
  const isAllowed = (row.allowedActions as readonly string[]).includes(allowed)
  return {
    rowId: String(row[idField]),
    label: label.slice(0, LABEL_CHARACTERS),
    obstacle: isAllowed ? null : `${reason}，不能${title}`,
  }
}

interface Page {
  readonly list: readonly Record<string, unknown>[]
  readonly nextCursor: string | null
}

/**
 * The rows that a filter finds now, as the list answers them to the actor: at most 10,000 of them, in one page that no
 * caller could ask for, since each further page would find the rows by a statement of its own.
 */
export async function findRows(
  context: CallContext,
  action: BulkCall,
  filter: Readonly<Record<string, unknown>>,
  excludedIds: readonly string[],
): Promise<Found> {
  const list = action.lists.run as OneStepHandler<CallSpec, CallContext>
  const excluded = new Set(excludedIds)
  const page = (await list(context, { ...filter, page: 1, pageSize: COUNT_CAP + excluded.size })) as Page
  const rows = page.list.map((row) => found(action, row)).filter(({ rowId }) => !excluded.has(rowId))
  return { rows: rows.slice(0, COUNT_CAP), isCapped: page.nextCursor !== null || rows.length > COUNT_CAP }
}
