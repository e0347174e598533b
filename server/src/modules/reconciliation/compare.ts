import { type Difference, type DifferenceKind, differencesOf } from '@huanji/domain/fees/reconcile'
import { formatFen } from '@huanji/domain/money'
import { shanghaiDate } from '@huanji/domain/time'
import type { Tx } from '../../database/database.ts'
import { knownFlows } from '../bill/flow-store.ts'
import { settlementsByNo } from '../bill/settlement-store.ts'
import { attachLoose } from '../bill/settlements.ts'
import { lockOrder } from '../order/store.ts'
import { booksOf, looseBills, ordersByNo, ordersToCheck } from './book-store.ts'
import { fileDifference } from './compare-files.ts'
import { type Found, type FoundCounts, saveFindings } from './findings.ts'
import { type FileLine, fileLines, fileNumbersOfOrders, isWholeNumber, unlistedOf } from './import-store.ts'

const OF_ORDERS: readonly DifferenceKind[] = ['noBills', 'billsWithoutOrder', 'settlementDiffers', 'formulaDiffers']

/** Compares orders with their rows, their settlements and the formula. */
export async function compareOrders(tx: Tx, orderIds: readonly string[], now: Date): Promise<FoundCounts> {
  const orders = await booksOf(tx, orderIds)
  const found = orders.flatMap(({ orderId, orderNo, channel, shopAccountId, ...books }) =>
    differencesOf({ orderNo, channel, ...books }, now.toISOString()).map(
      (difference): Found => ({ ...difference, orderId, orderNo, channel, shopAccountId }),
    ),
  )
  const subjects = orders.map(({ orderNo }) => orderNo)
  return saveFindings(tx, { kinds: OF_ORDERS, subjects }, found, now)
}

/** Compares what imported files say of settlements and movements, and what they leave out, with what is known here. */
export async function compareFiles(tx: Tx, numbers: readonly string[], now: Date): Promise<FoundCounts> {
  if (numbers.length === 0) return { found: 0, resolved: 0 }
  const lines = Map.groupBy(await fileLines(tx, numbers), ({ number }) => number)
  const known = {
    settlements: new Map((await settlementsByNo(tx, numbers)).map((one) => [one.settlementNo, one])),
    flows: await knownFlows(tx, numbers),
  }
  const orderNos = [...lines.values()].flatMap(([first]) => (first?.orderNo ? [first.orderNo] : []))
  const orders = new Map((await ordersByNo(tx, orderNos)).map((order) => [order.orderNo, order]))
  const found = [...lines].flatMap(([number, ofNumber]): Found[] => {
    const difference = fileDifference(number, ofNumber, known)
    return difference === null ? [] : [{ ...ofPart(difference, ofNumber), ...placeOf(ofNumber, orders) }]
  })
  const unlisted = await unlistedOf(
    tx,
    numbers.filter((number) => !lines.has(number)),
  )
  found.push(...unlisted.map(unlistedDifference))
  return saveFindings(tx, { kinds: ['fileDiffers'], subjects: numbers }, found, now)
}

/** A difference to lines that are not all of their number: nothing is taken over from them. */
function ofPart(difference: Difference, lines: readonly FileLine[]): Difference {
  if (isWholeNumber(lines)) return difference
  return { ...difference, detail: `${difference.detail}；结算单里有看不懂或重复的行，请对一下原文件`, isMissing: false }
}

function unlistedDifference({
  settlementNo: subject,
  netFen: actualFen,
  settledAt,
  ...place
}: Awaited<ReturnType<typeof unlistedOf>>[number]): Found {
  const detail = `账单有这笔结算（${formatFen(actualFen)}，${shanghaiDate(settledAt)}），结算单里没有`
  const sides = { theirsFen: 0, oursFen: actualFen }
  return { kind: 'fileDiffers', subject, expectedFen: 0, actualFen, ...sides, detail, ...place }
}

type KnownOrders = ReadonlyMap<string, Awaited<ReturnType<typeof ordersByNo>>[number]>

function placeOf([line]: readonly FileLine[], orders: KnownOrders) {
  const order = orders.get(line?.orderNo ?? '')
  return {
    orderId: order?.orderId ?? null,
    orderNo: line?.orderNo ?? '',
    channel: line?.channel ?? null,
    shopAccountId: line?.shopAccountId ?? null,
  }
}

/** Looks whether orders have come that money was told of before; what has still none is found. */
export async function compareLoose(
  tx: Tx,
  which: Parameters<typeof looseBills>[1],
  now: Date,
): Promise<FoundCounts & { readonly orderNos: readonly string[] }> {
  const loose = await looseBills(tx, which)
  const orderNos = loose.map(({ orderNo }) => orderNo)
  const arrived = new Set<string>()
  for (const { orderId, orderNo } of await ordersByNo(tx, orderNos)) {
    const order = await lockOrder(tx, { orderId })
    if (order) await attachLoose(tx, order, now)
    arrived.add(orderNo)
  }
  const found = loose
    .filter(({ orderNo }) => !arrived.has(orderNo))
    .map(({ orderNo, shopAccountId, netFen }): Found => {
      const detail = `闲鱼结算了${formatFen(netFen)}，我们没有这个订单`
      const amounts = { expectedFen: 0, actualFen: netFen, theirsFen: netFen, oursFen: 0 }
      const place = { orderId: null, orderNo, channel: null, shopAccountId }
      return { kind: 'billsWithoutOrder', subject: orderNo, ...amounts, detail, ...place }
    })
  const subjects = 'orderNos' in which ? which.orderNos : orderNos
  const counts = await saveFindings(tx, { kinds: ['billsWithoutOrder'], subjects }, found, now)
  return { ...counts, orderNos }
}

/** Compares everything that is known of an order's money, after somebody has done something about it. */
export async function compareOrderNo(tx: Tx, orderNo: string, now: Date): Promise<void> {
  const [order] = await ordersByNo(tx, [orderNo])
  if (order === undefined) await compareLoose(tx, { orderNos: [orderNo] }, now)
  else await compareOrders(tx, [order.orderId], now)
  await compareFiles(tx, await fileNumbersOfOrders(tx, [orderNo]), now)
}

const BATCH = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Every difference of the merchant's orders, without keeping any and whenever their money should come: what tests of the
 * books ask for.
 */
export async function allDifferences(tx: Tx): Promise<Difference[]> {
  const differences: Difference[] = []
  let after = BEFORE_ALL
  for (;;) {
    const orderIds = await ordersToCheck(tx, after, BATCH)
    const last = orderIds.at(-1)
    if (last === undefined) return differences
    differences.push(...(await booksOf(tx, orderIds)).flatMap((books) => differencesOf(books)))
    after = last
  }
}
