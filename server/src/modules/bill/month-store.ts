import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { billMonth } from '@huanji/contract/features/bill/calls'
import { BILL_TYPES, type BillTypeCode, FREEZING_TYPES, isBusiness } from '@huanji/domain/fees/bill-types'
import { AWAITED_BILL_STATES } from '@huanji/domain/states/bill'
import { addDays, startOfShanghaiDay } from '@huanji/domain/time'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { oneOf } from '../../database/list-filter.ts'
import { anyOf, db } from '../../database/query.ts'
import { compareNames } from '../../platform/name-order.ts'

type MonthFilter = ParsedOf<typeof billMonth.list>

/** A line of a 月结单; money in fen. */
type MonthRow = OutputOf<typeof billMonth.list>['list'][number]

/** From when to before when a month lasts in Shanghai, ISO 8601. */
function monthBounds(month: string): readonly [from: string, before: string] {
  const first = `${month}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  return [startOfShanghaiDay(first), startOfShanghaiDay(next)]
}

/** What a month came to by shop and type, in the order of both, each shop with its sum and at the end that of all. */
export async function monthOf(tx: Tx, filter: MonthFilter): Promise<MonthRow[]> {
  const sums = await sumsOf(tx, filter)
  const names = await namesOf(tx, [...new Set(sums.map((row) => row.shopAccountId))])
  const lines = sums.map((sum) => lineOf(sum, names.get(sum.shopAccountId) ?? ''))
  const shops = [...Map.groupBy(lines, ({ shopAccountId }) => shopAccountId).values()].sort(([one], [other]) =>
    one && other ? compareNames(one.shopName, other.shopName) || compareIds(one, other) : 0,
  )
  if (shops.length === 0) return []
  return [
    ...shops.flatMap((ofShop) => {
      const inOrder = ofShop.toSorted((one, other) => placeOf(one.part) - placeOf(other.part))
      const { shopAccountId = null, shopName = '' } = inOrder[0] ?? {}
      return [...inOrder, totalOf(inOrder, { shopAccountId, shopName, part: 'shop' })]
    }),
    totalOf(lines, { shopAccountId: null, shopName: '全部店铺', part: 'all' }),
  ]
}

/** What a shop's bills of a type came to, what goes out negative; those that were cancelled or only freeze count nowhere. */
function sumsOf(tx: Tx, { month, shopAccountId }: MonthFilter) {
  const [from, before] = monthBounds(month)
  let bills = db
    .selectFrom('bill as b')
    .where('b.merchantId', '=', tx.merchantId)
    .where('b.state', '<>', 'cancelled')
    .where('b.type', 'not in', FREEZING_TYPES)
    .where('b.occurredAt', '>=', from)
    .where('b.occurredAt', '<', before)
  if (shopAccountId) bills = bills.where('b.shopAccountId', '=', oneOf(shopAccountId))
  return tx.rows(
    bills
      .groupBy(['b.shopAccountId', 'b.type'])
      .select(['b.shopAccountId', 'b.type'])
      .select(({ ref, fn, eb }) => {
        const sumOf = (direction: 'in' | 'out', alsoAwaited = false) => {
          const isSo = sql`${ref('b.direction')} = ${sql.lit(direction)}`
          const counts = alsoAwaited ? sql`${isSo} and ${eb('b.state', 'in', AWAITED_BILL_STATES)}` : isSo
          return sql<number>`coalesce(sum(${ref('b.amountFen')}) filter (where ${counts}), 0)::bigint`
        }
        return [
          fn.countAll<number>().as('billCount'),
          sumOf('in').as('inFen'),
          sumOf('out').as('outFen'),
          sumOf('in', true).as('awaitedInFen'),
          sumOf('out', true).as('awaitedOutFen'),
        ]
      }),
  )
}

type Sum = Awaited<ReturnType<typeof sumsOf>>[number]

function lineOf({ shopAccountId, type, billCount, ...sum }: Sum, shopName: string): MonthRow {
  const { inFen, outFen, awaitedInFen, awaitedOutFen } = sum
  const about = { shopAccountId, shopName, part: type, isTotal: false, billCount }
  // between account and bank it is the merchant's before and after
  if (!isBusiness(type)) return { ...about, ...NOTHING, movedFen: inFen - outFen }
  const business = { incomeFen: inFen, expenseFen: outFen, netFen: inFen - outFen }
  return { ...about, ...business, awaitedFen: awaitedInFen - awaitedOutFen, movedFen: 0 }
}

const NOTHING = { incomeFen: 0, expenseFen: 0, netFen: 0, awaitedFen: 0, movedFen: 0 }

const ADDED = ['billCount', 'incomeFen', 'expenseFen', 'netFen', 'awaitedFen', 'movedFen'] as const

/** What lines come to together. */
function totalOf(lines: readonly MonthRow[], about: Pick<MonthRow, 'shopAccountId' | 'shopName' | 'part'>): MonthRow {
  const total = { ...NOTHING, billCount: 0 }
  for (const line of lines) for (const name of ADDED) total[name] += line[name]
  return { ...about, isTotal: true, ...total }
}

const PLACES = new Map<string, number>(BILL_TYPES.map(({ code }: { code: BillTypeCode }, index) => [code, index]))
const placeOf = (part: MonthRow['part']): number => PLACES.get(part) ?? BILL_TYPES.length
const compareIds = (one: MonthRow, other: MonthRow): number =>
  (one.shopAccountId ?? '') < (other.shopAccountId ?? '') ? -1 : 1

async function namesOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const shops = db.selectFrom('shopAccount').where('merchantId', '=', tx.merchantId).where('id', '=', anyOf(ids))
  return new Map((await tx.rows(shops.select(['id', 'shopName']))).map(({ id, shopName }) => [id, shopName]))
}
