import { type PhoneShare, phoneMargin, phoneShares } from '@huanji/domain/fees/shares'
import type { Fen } from '@huanji/domain/money'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { mayRead } from '../../platform/field-rights.ts'
import { type Proceeds, proceedsOfOrders } from '../bill/commands.ts'
import { linesOfOrders } from './line-store.ts'
import type { ListedOrder } from './list-store.ts'
import { type OrderUnit, unitsOfOrders } from './store.ts'

/** The facts of an order that its money is split by. */
type Splittable = Pick<
  ListedOrder,
  'orderId' | 'channel' | 'state' | 'dealPriceFen' | 'freightFen' | 'unitCount' | 'orderedAt'
>

/** The revenue and cost of a phone of an order, in fen. */
export interface UnitMoney {
  readonly unit: OrderUnit
  readonly share: PhoneShare
  /** Null where nothing was sold and nothing was billed either. */
  readonly netFen: Fen | null
  readonly costPriceFen: Fen | null
  readonly marginFen: Fen | null
}

/** An order's proceeds with those of each of its phones. */
export interface OrderMoney {
  /** Null where nothing was sold and nothing was billed either. */
  readonly proceeds: Proceeds | null
  readonly units: readonly UnitMoney[]
}

/** What an order brings; null where nothing was sold and nothing was billed either. */
function shownProceeds({ state }: Pick<Splittable, 'state'>, proceeds: Proceeds | undefined): Proceeds | null {
  if (proceeds === undefined) return null
  const isOver = state === 'closed' || state === 'refunded'
  return isOver && proceeds.state === 'expected' ? null : proceeds
}

const isReturned = ({ dispatchState }: OrderUnit): boolean => dispatchState === 'returned'

/** The money of orders and of each of their phones, in four statements however many orders there are; by order. */
export async function moneyOfOrders(tx: Tx, orders: readonly Splittable[]): Promise<ReadonlyMap<string, OrderMoney>> {
  const ids = orders.map(({ orderId }) => orderId)
  const [lines, units, proceeds] = [
    await linesOfOrders(tx, ids),
    await unitsOfOrders(tx, ids),
    await proceedsOfOrders(tx, orders),
  ]
  return new Map(
    orders.map((order) => {
      const shown = shownProceeds(order, proceeds.get(order.orderId))
      const mine = units.get(order.orderId) ?? []
      const phones = mine.map((unit) => ({ ...unit, isReturned: isReturned(unit) }))
      const split = { dealPriceFen: order.dealPriceFen, lines: lines.get(order.orderId) ?? [], phones }
      const shares = phoneShares(split, shown?.lines ?? [])
      return [order.orderId, { proceeds: shown, units: mine.map((unit) => moneyOf(unit, shares, shown !== null)) }]
    }),
  )
}

function moneyOf(unit: OrderUnit, shares: ReadonlyMap<string, PhoneShare>, isKnown: boolean): UnitMoney {
  const share = shares.get(unit.unitId) ?? { dealFen: 0, lines: [], netFen: 0 }
  const { costPriceFen, isOurs } = unit
  const netFen = isKnown ? share.netFen : null
  return { unit, share, netFen, costPriceFen, marginFen: phoneMargin({ netFen, costFen: costPriceFen, isOurs }) }
}

/**
 * What all phones of an order cost and leave; null where one of them is not named, or its figure not known. A phone that came
 * back was not spent, and costs nothing here.
 */
export interface OrderCosts {
  readonly costPriceFen: Fen | null
  readonly marginFen: Fen | null
}

/** An order whose figures nobody asked for, may see, or has. */
export const withoutCosts = <Order extends ListedOrder>(order: Order): Order & OrderCosts => ({
  ...order,
  costPriceFen: null,
  marginFen: null,
})

function sumOf(amounts: readonly (Fen | null)[]): Fen | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length < amounts.length ? null : known.reduce((sum, amount) => sum + amount, 0)
}

/** The cost and margin of the phones of an order. */
export function costsOf({ unitCount }: Pick<Splittable, 'unitCount'>, units: readonly UnitMoney[]): OrderCosts {
  if (units.length < unitCount) return { costPriceFen: null, marginFen: null }
  return {
    costPriceFen: sumOf(units.map(({ unit, costPriceFen }) => (isReturned(unit) ? 0 : costPriceFen))),
    marginFen: sumOf(units.map(({ marginFen }) => marginFen)),
  }
}

/** Orders with what their phones cost and leave, which is worked out for nobody who may not see it. */
export async function withCosts<Order extends ListedOrder>(
  tx: Tx,
  orders: readonly Order[],
  actor: Pick<Actor, 'grants' | 'isOwner'>,
): Promise<(Order & OrderCosts)[]> {
  if (!mayRead(actor, 'field:costPrice')) return orders.map(withoutCosts)
  const money = await moneyOfOrders(tx, orders)
  return orders.map((order) => ({ ...order, ...costsOf(order, money.get(order.orderId)?.units ?? []) }))
}
