import { type DesiredState, type DesiredSubject, type DesiredView, presentDesired } from '../desired-state/store.ts'

type State = DesiredState['state'] | null

/** What is asked of the marketplace for an order, one kind beside the other; null where it never was. */
export interface Wishes {
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

interface Wish {
  readonly subject: Exclude<DesiredSubject, 'listing'>
  readonly view: DesiredView | null
}

/** What is asked for an order, the one that weighs most first. */
function wishesOf(row: Wishes): Wish[] {
  const view = (want: DesiredView['want'], state: State, at: string | null, problem: string | null) =>
    presentDesired({ desiredWant: want, desiredState: state, desiredAt: at, desiredProblem: problem })
  return [
    { subject: 'shipment', view: view('shipped', row.shipmentState, row.shipmentAt, row.shipmentProblem) },
    { subject: 'order_close', view: view('closed', row.closeState, row.closeAt, row.closeProblem) },
    { subject: 'order_price', view: view('change_price', row.priceState, row.priceAt, row.priceProblem) },
  ]
}

/** Which request a person sees of an order and decides over: what is under way before what was refused. */
function shownWish(row: Wishes): Wish | undefined {
  const open = wishesOf(row).filter(({ view }) => view !== null)
  return open.find(({ view }) => view?.state === 'pending') ?? open[0]
}

/** What an order shows of what is asked for it; null where nothing is open. */
export const openWish = (row: Wishes): DesiredView | null => shownWish(row)?.view ?? null

/** The subject of what an order shows. */
export const SUBJECT_OF_WANT: Readonly<Partial<Record<DesiredView['want'], Wish['subject']>>> = {
  shipped: 'shipment',
  closed: 'order_close',
  change_price: 'order_price',
}
