import * as z from 'zod'
import { presentRequest, type RequestRow, type RequestSubject, type RequestView } from '../request/store.ts'

/** The parcel of an order that the marketplace is to know of. */
export const shipmentRequest = z.object({ carrierCode: z.string(), waybill: z.string() })
export type ShipmentRequest = z.output<typeof shipmentRequest>

/** Another price, in fen: of all goods of an order together, and of their freight. */
export const priceRequest = z.object({ want: z.literal('change_price'), priceFen: z.int(), freightFen: z.int() })
export type PriceRequest = z.output<typeof priceRequest>

/** The closing of an order; `reason` is as the marketplace is told. */
export const closeRequest = z.object({ want: z.literal('closed'), reasonCode: z.string(), reason: z.string() })
export type CloseRequest = z.output<typeof closeRequest>

type State = RequestRow['state'] | null

/** What is asked of the marketplace for an order, one kind beside the other; null where it never was. */
export interface OrderRequests {
  readonly shipmentState: State
  readonly shipmentAt: string | null
  readonly shipmentProblem: string | null
  /** A person took it back, which is settled as well. */
  readonly shipmentGivenUp: boolean | null
  readonly priceState: State
  readonly priceAt: string | null
  readonly priceProblem: string | null
  readonly closeState: State
  readonly closeAt: string | null
  readonly closeProblem: string | null
}

interface OrderRequest {
  readonly subject: Exclude<RequestSubject, 'listing'>
  readonly view: RequestView | null
}

/** What is asked for an order, the one that weighs most first. */
function requestsOf(row: OrderRequests): OrderRequest[] {
  const view = (want: RequestView['want'], state: State, at: string | null, problem: string | null) =>
    presentRequest({ requestWant: want, requestState: state, requestAt: at, requestProblem: problem })
  return [
    { subject: 'shipment', view: view('shipped', row.shipmentState, row.shipmentAt, row.shipmentProblem) },
    { subject: 'order_close', view: view('closed', row.closeState, row.closeAt, row.closeProblem) },
    { subject: 'order_price', view: view('change_price', row.priceState, row.priceAt, row.priceProblem) },
  ]
}

/** Which request a person sees of an order and decides over: what is under way before what was refused. */
function shownRequest(row: OrderRequests): OrderRequest | undefined {
  const open = requestsOf(row).filter(({ view }) => view !== null)
  return open.find(({ view }) => view?.state === 'pending') ?? open[0]
}

/** What an order shows of what is asked for it; null where nothing is open. */
export const openRequest = (row: OrderRequests): RequestView | null => shownRequest(row)?.view ?? null

/** The kind of request that an order shows. */
export const SUBJECT_OF_WANT: Readonly<Partial<Record<RequestView['want'], OrderRequest['subject']>>> = {
  shipped: 'shipment',
  closed: 'order_close',
  change_price: 'order_price',
}
