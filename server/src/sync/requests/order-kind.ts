import { ORDER_STATES, type OrderState } from '@huanji/domain/states/order'
import type { Order } from '@huanji/marketplace/protocol/orders'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import { recordHistory } from '../../modules/history/store.ts'
import { touchOrder } from '../../modules/order/shipment-store.ts'
import { findOrder, lockOrder, type OrderRecord } from '../../modules/order/store.ts'
import { dropRequest, type RequestRow, type RequestSubject } from '../../modules/request/store.ts'
import { type Answer, type Answering, type OpenRequest, type RequestKind, requestKind } from './kind.ts'

/** A request for an order with all that telling it takes. */
export interface OpenOrderRequest<Content> extends OpenRequest<Content> {
  readonly order: OrderRecord
}

type Line = Pick<Parameters<typeof recordHistory>[1], 'action' | 'actionLabel'>

/** A kind of request for an order, as its file describes it. */
interface OrderDescription<Content> extends Pick<RequestKind<OpenOrderRequest<Content>>, 'look' | 'tell'> {
  readonly subject: RequestSubject
  /** The content of a request. */
  readonly schema: z.ZodType<Content>
  /** What the sentence of a refusal begins with, and what it ends with. */
  readonly refused: { readonly before: string; readonly after?: string }
  /** The lines of the order's history for an answer. */
  readonly history: { readonly done: Line; readonly refused: Line }
  /** What follows from an answer for the order, which is held. Where absent, nothing is left to decide of an order that has ended. */
  readonly follow?: (tx: Tx, order: OrderRecord, answer: Answer, now: Date) => Promise<void>
}

const hasEnded = (state: OrderState): boolean => state === 'closed' || state === 'refunded'

/** A kind of request for an order. */
export function orderRequestKind<Content>({
  refused,
  history,
  follow,
  subject,
  ...kind
}: OrderDescription<Content>): RequestKind<OpenOrderRequest<Content>> & Answering {
  const record = async (tx: Tx, order: OrderRecord, answer: Answer, now: Date): Promise<void> => {
    const { orderId, state } = order
    if (follow !== undefined) await follow(tx, order, answer, now)
    // that it came to nothing was told
    else if (answer.problem !== null && hasEnded(state)) await dropRequest(tx, { subject, subjectId: orderId }, now)
    await touchOrder(tx, orderId, now)
    const line = answer.problem === null ? history.done : history.refused
    const where = { subject: ORDER_STATES.name, subjectId: orderId, fromState: state, toState: state }
    await recordHistory(tx, { ...where, ...line, who: 'marketplace', note: answer.problem ?? '', now })
  }
  return requestKind<Content, OpenOrderRequest<Content>>({
    ...kind,
    subject,
    refusal: (_open, words) => `${refused.before}${words}${refused.after ?? ''}`,
    read: async (tx, open) => {
      const order = await findOrder(tx, { orderId: open.request.subjectId })
      return order && { ...open, order }
    },
    hold: async (tx, { subjectId: orderId }) => {
      const order = await lockOrder(tx, { orderId })
      return order && ((answer, now) => record(tx, order, answer, now))
    },
  })
}

/** A kind that every report of an order may answer. */
export interface AnsweredByOrder extends Answering {
  /** What the marketplace's order says to a request; null while it says nothing yet. */
  readonly answerOf: (request: RequestRow, order: Order) => Answer | null
}
