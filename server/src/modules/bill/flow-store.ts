import type { ParsedOf } from '@huanji/contract/call'
import type { billDetail } from '@huanji/contract/features/bill/calls'
import type { FlowType } from '@huanji/domain/fees/account-flows'
import { FLOW_ITEM_LABELS, type FlowItem } from '@huanji/domain/fees/statement'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { oneOf, takeSeveral } from '../../database/list-filter.ts'
import { isReadThrough, listPage } from '../../database/list-page.ts'
import { anyOf, type ColumnsOf, db, type RowOf } from '../../database/query.ts'
import { compareNames } from '../../platform/name-order.ts'

export type FlowFilter = ParsedOf<typeof billDetail.flows>

/** A movement to keep; money in fen, the moment ISO 8601. */
export interface NewFlow {
  readonly flowId: string
  readonly flowNo: string
  readonly type: FlowType
  readonly direction: 'in' | 'out'
  readonly amountFen: number
  readonly balanceAfterFen: number
  readonly frozenAfterFen: number
  readonly shopAccountId: string
  readonly orderNo: string
  readonly refundNo: string
  readonly settlementNo: string
  readonly remark: string
  readonly occurredAt: string
}

/** Keeps a movement; false when it is known, so that none counts twice. */
export async function insertFlow(tx: Tx, { flowId, ...flow }: NewFlow, now: Date): Promise<boolean> {
  const insert = db
    .insertInto('accountFlow')
    .values({ merchantId: tx.merchantId, id: flowId, ...flow, createdAt: now })
    .onConflict((conflict) => conflict.columns(['merchantId', 'flowNo']).doNothing())
  return (await tx.run(insert)) === 1
}

const KNOWN = ['flowNo', 'type', 'direction', 'amountFen'] as const satisfies ColumnsOf<'accountFlow'>

/** A movement as a file's line is compared with it. */
export type KnownFlow = RowOf<'accountFlow', typeof KNOWN>

/** The movements of these numbers that were told of. */
export const flowsByNo = (tx: Tx, numbers: readonly string[]): Promise<KnownFlow[]> =>
  tx.rows(
    db
      .selectFrom('accountFlow')
      .where('merchantId', '=', tx.merchantId)
      .where('flowNo', '=', anyOf(numbers))
      .select(KNOWN),
  )

/**
 * The movements of these numbers that are known: as they were told of, or by the rows that were made of a file's lines
 * where nothing told of them.
 */
export async function knownFlows(tx: Tx, numbers: readonly string[]): Promise<ReadonlyMap<string, KnownFlow>> {
  const rows = await tx.rows(
    db
      .selectFrom('bill')
      .where('merchantId', '=', tx.merchantId)
      .where('source', '=', 'flow')
      .where('sourceId', '=', anyOf(numbers))
      .select(['sourceId as flowNo', 'type', 'direction', 'amountFen']),
  )
  const billed = rows.flatMap(({ type, ...row }) => {
    const flowType = FLOW_TYPES.find((one) => one === type)
    return flowType === undefined ? [] : [{ ...row, type: flowType }]
  })
  return new Map([...billed, ...(await flowsByNo(tx, numbers))].map((flow) => [flow.flowNo, flow]))
}

/** A file calls a movement by the type of the row that it makes. */
const FLOW_TYPES = Object.keys(FLOW_ITEM_LABELS) as FlowItem[]

const SEVERAL = {
  shopAccountId: { column: 'f.shopAccountId', type: 'uuid' },
  type: { column: 'f.type', type: 'text' },
} as const

function filtered(tx: Tx, filter: Partial<FlowFilter>) {
  let flows = db
    .selectFrom('accountFlow as f')
    .leftJoin('saleOrder as o', (join) =>
      join.onRef('o.merchantId', '=', 'f.merchantId').onRef('o.orderNo', '=', 'f.orderNo'),
    )
    .leftJoin('settlement as st', (join) =>
      join.onRef('st.merchantId', '=', 'f.merchantId').onRef('st.settlementNo', '=', 'f.settlementNo'),
    )
    .where('f.merchantId', '=', tx.merchantId)
  if (filter.type) flows = flows.where('f.type', '=', sql<FlowType>`${oneOf(filter.type)}`)
  if (filter.shopAccountId) flows = flows.where('f.shopAccountId', '=', oneOf(filter.shopAccountId))
  if (filter.orderNo) flows = flows.where('f.orderNo', '<>', '').where('f.orderNo', '=', filter.orderNo)
  if (filter.occurredFrom) flows = flows.where('f.occurredAt', '>=', filter.occurredFrom)
  if (filter.occurredTo) flows = flows.where('f.occurredAt', '<=', filter.occurredTo)
  return flows
}

/** One page of the movements on the merchant's accounts, newest first. */
export function listFlows(tx: Tx, filter: FlowFilter) {
  const taken = takeSeveral(filter, SEVERAL)
  const flows = filtered(tx, taken?.filter ?? filter)
    .select([
      'f.id as flowId',
      'f.flowNo',
      'f.type',
      'f.direction',
      'f.amountFen',
      'f.balanceAfterFen',
      'f.frozenAfterFen',
      'o.id as orderId',
      'o.channel',
      'f.orderNo',
      'f.refundNo',
      'f.settlementNo',
      'st.lines as settledLines',
      'f.shopAccountId',
      'f.remark',
      'f.occurredAt',
    ])
    .select(({ selectFrom }) =>
      sql<string>`${selectFrom('shopAccount as s')
        .where('s.merchantId', '=', tx.merchantId)
        .whereRef('s.id', '=', 'f.shopAccountId')
        .select('s.shopName')}`.as('shopName'),
    )
  return listPage(tx, flows, {
    sort: { column: 'f.occurredAt', idColumn: 'f.id', direction: 'desc' },
    paging: filter,
    several: taken?.several,
  })
}

/** How each shop's account stands by the last movement that was told. */
export async function accountsOf(tx: Tx, filter: FlowFilter) {
  if (isReadThrough(filter)) return []
  const last = (shopColumn: string) =>
    db
      .selectFrom('accountFlow as f')
      .where('f.merchantId', '=', tx.merchantId)
      .where('f.shopAccountId', '=', sql.ref<string>(shopColumn))
      .orderBy('f.occurredAt', 'desc')
      .orderBy('f.id', 'desc')
      .limit(1)
  const accounts = await tx.rows(
    db
      .selectFrom('shopAccount as s')
      .innerJoinLateral(
        last('s.id').select(['f.balanceAfterFen', 'f.frozenAfterFen', 'f.occurredAt']).as('l'),
        (join) => join.onTrue(),
      )
      .where('s.merchantId', '=', tx.merchantId)
      .orderBy('s.id')
      .select([
        's.id as shopAccountId',
        's.shopName',
        'l.balanceAfterFen as balanceFen',
        'l.frozenAfterFen as frozenFen',
        'l.occurredAt as at',
      ]),
  )
  return accounts.toSorted((one, other) => compareNames(one.shopName, other.shopName))
}
