import { ORDER_STATES, type OrderState } from '@huanji/domain/states/order'
import { ORDER_STATUS, type Order } from '@huanji/marketplace/protocol/orders'
import * as z from 'zod'
import type { Tx } from '../database/database.ts'
import {
  type DesiredKey,
  type DesiredState,
  type DesiredSubject,
  findDesiredState,
  giveUpDesiredState,
  settleDesiredState,
} from '../modules/desired-state/store.ts'
import { recordHistory } from '../modules/history/store.ts'
import type { WantedClosing, WantedPrice } from '../modules/order/changes.ts'
import { touchOrder } from '../modules/order/shipment-store.ts'
import { lockOrder } from '../modules/order/store.ts'
import { refuseRequest } from './refusing.ts'

/** What an order at the marketplace says to what is wanted of it; null while it says nothing yet. */
type Answer = { readonly problem: string | null } | null

/** Something that is asked for an order that has not been shipped. */
export type OrderSubject = Extract<DesiredSubject, 'order_price' | 'order_close'>

const wantedPrice = z.object({ want: z.literal('change_price'), priceFen: z.int(), freightFen: z.int() })
const wantedClosing = z.object({ want: z.literal('closed'), reasonCode: z.string(), reason: z.string() })

/** What another price asks for. @throws ZodError for a request that says something else */
export const priceWanted = (asked: DesiredState): WantedPrice => wantedPrice.parse(asked.desired)

/** What a closing asks for. @throws ZodError for a request that says something else */
export const closingWanted = (asked: DesiredState): WantedClosing => wantedClosing.parse(asked.desired)

const hasEnded = (state: OrderState): boolean => state === 'closed' || state === 'refunded'

const IN_VAIN = '订单已付款，不能改价'

function answerToPrice(asked: DesiredState, order: Order): Answer {
  const { priceFen, freightFen } = priceWanted(asked)
  const isSo = order.express_fee === freightFen && order.total_amount === priceFen + freightFen
  if (order.order_status === ORDER_STATUS.closed) return { problem: '订单已关闭，不能改价' }
  if (isSo) return { problem: null }
  return order.order_status === ORDER_STATUS.awaitingPayment ? null : { problem: IN_VAIN }
}

function answerToClosing(_asked: DesiredState, order: Order): Answer {
  const { order_status: status } = order
  if (status === ORDER_STATUS.closed) return { problem: null }
  if (status === ORDER_STATUS.refunded) return { problem: '订单已退款，无需关闭' }
  const isOpen = status === ORDER_STATUS.awaitingPayment || status === ORDER_STATUS.awaitingShipment
  return isOpen ? null : { problem: '订单在闲鱼已发货，不能关闭' }
}

interface Wished {
  readonly subject: OrderSubject
  readonly answer: (asked: DesiredState, order: Order) => Answer
  readonly done: string
  readonly failed: string
}

const WISHES: readonly Wished[] = [
  { subject: 'order_price', answer: answerToPrice, done: '改价已生效', failed: '改价未成功' },
  { subject: 'order_close', answer: answerToClosing, done: '关闭已生效', failed: '关闭未成功' },
]

/**
 * Compares what is wanted of an order with how it stands at the marketplace and writes the answer down, whoever brought
 * the knowledge: our own call, a message, or a poll. Without an answer the request stands.
 */
export async function observeOrder(tx: Tx, orderId: string, order: Order, now: Date): Promise<void> {
  const isOver = order.order_status === ORDER_STATUS.closed || order.order_status === ORDER_STATUS.refunded
  for (const wished of WISHES) {
    // what was refused before the order ended is not to be decided any more
    if (isOver) await giveUpDesiredState(tx, { subject: wished.subject, subjectId: orderId }, now)
    const asked = await findDesiredState(tx, { subject: wished.subject, subjectId: orderId })
    const answer = asked?.state === 'pending' ? wished.answer(asked, order) : null
    if (asked && answer) await answerWish(tx, asked, answer.problem, now)
  }
}

/** Writes down that a request is so, or why it never will be; an answer to an older request changes nothing. */
export async function answerWish(
  tx: Tx,
  asked: DesiredKey & Pick<DesiredState, 'generation'>,
  problem: string | null,
  now: Date,
): Promise<void> {
  const { subjectId: orderId, generation } = asked
  // the order first, as everywhere: whoever takes an order over holds it before what is asked of it
  const order = await lockOrder(tx, { orderId })
  const isAnswered =
    problem === null
      ? await settleDesiredState(tx, asked, generation, now)
      : await refuseRequest(tx, asked, problem, now)
  const wished = WISHES.find(({ subject }) => subject === asked.subject)
  if (!order || !wished || !isAnswered) return
  // of an order that has ended nothing is left to decide: that it came to nothing was told
  if (problem !== null && hasEnded(order.state)) await giveUpDesiredState(tx, asked, now)
  await touchOrder(tx, orderId, now)
  await recordHistory(tx, {
    subject: ORDER_STATES.name,
    subjectId: orderId,
    who: 'marketplace',
    action: problem === null ? 'requestDone' : 'requestRefused',
    actionLabel: problem === null ? wished.done : wished.failed,
    fromState: order.state,
    toState: order.state,
    note: problem ?? '',
    now,
  })
}
