import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { buyerContacts, shipmentHandling } from '@huanji/contract/features/order/order'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInEmployee } from '../../../tests/support/people.ts'
import { ORDER_ACTIONS } from '../modules/order/actions.ts'
import {
  type ActionTrial,
  ALL_POSTS,
  type Attempt,
  NOTHING_ASKED,
  REFUSED,
  REQUESTS,
  type Request,
  startActionTrial,
} from './testing/action-trial.ts'
import { type CuratedListing, curatedTrade } from './testing/curated-trade.ts'
import type { OnSale } from './testing/trading-gateway.ts'

/** For every state of an order, every action and every post: what a row says may be done is done, and nothing else. */

let trial: ActionTrial
let gateway: ActionTrial['gateway']
let owner: ActionTrial['owner']

beforeAll(async () => {
  trial = await startActionTrial()
  ;({ gateway, owner } = trial)
})
afterAll(() => gateway.close())

const STATES = ORDER_STATES.states.map(({ code }) => code)

/** What can be asked of the marketplace for an order. */
const DESIRED = {
  shipment: { carrierCode: 'SF', waybill: 'SF1234567890123' },
  order_price: { priceFen: 125_000, freightFen: 0 },
  order_close: { reasonCode: 'out_of_stock', reason: '商品无货' },
} as const

interface Asked {
  readonly subject: keyof typeof DESIRED
  readonly request: Request
}
const NOTHING: Asked = { subject: 'shipment', request: NOTHING_ASKED }

/** The attempts that an order of either channel knows. */
const common = (orderId: string, by: SignedInEmployee): readonly Attempt[] => [
  { actions: ['retry'], call: () => trial.outcomeOf(shipmentHandling.retry, { orderId }, by) },
  { actions: ['giveUp'], call: () => trial.outcomeOf(shipmentHandling.giveUp, { orderId }, by) },
  {
    actions: ['settleParcel'],
    call: () => trial.outcomeOf(shipmentHandling.settle, { orderId, hasLeft: true }, by),
  },
  { actions: ['remark'], call: () => trial.outcomeOf(auctionOrder.addRemark, { orderId, remark: '' }, by) },
  { actions: ['reveal'], call: () => trial.outcomeOf(buyerContacts.reveal, { orderId }, by) },
]

/** What rows of several situations offer altogether, which the list and the page must say alike. */
async function offered(
  situations: readonly (() => Promise<void>)[],
  inList: () => Promise<readonly string[] | undefined>,
  inDetail: () => Promise<readonly string[]>,
): Promise<string[]> {
  const seen = new Set<string>()
  for (const make of situations) {
    await make()
    const actions = await inDetail()
    expect(await inList()).toEqual(actions)
    for (const action of actions) seen.add(action)
  }
  return [...seen].sort()
}

describe('an order of the auction market', () => {
  let unit: OnSale
  let orderId: string

  beforeAll(async () => {
    unit = await gateway.onSale(owner)
    orderId = (await gateway.paid(owner, unit)).orderId
  })

  interface Situation {
    readonly state: string
    readonly inRefund?: boolean
    readonly asked?: Asked
  }

  async function make({ state, inRefund = false, asked = NOTHING }: Situation): Promise<void> {
    await trial.sql('update sale_order set state = $3, in_refund = $4 where merchant_id = $1 and id = $2', [
      ...[orderId, state],
      inRefund,
    ])
    await trial.sql(`update sale_order_unit set dispatch_state = 'pending' where merchant_id = $1 and order_id = $2`, [
      orderId,
    ])
    await trial.ask(asked.subject, orderId, DESIRED[asked.subject], asked.request)
  }

  const attempts = (by: SignedInEmployee): readonly Attempt[] => [
    // one call ships, and sends again what the marketplace refused
    {
      actions: ['ship', 'resend'],
      call: () => trial.outcomeOf(auctionOrder.delivery, gateway.shipmentInput({ orderId }, unit), by),
    },
    {
      actions: ['close'],
      call: () => trial.outcomeOf(auctionOrder.close, { orderId, reasonCode: 'out_of_stock', note: '' }, by),
    },
    ...common(orderId, by),
  ]

  const check = (situation: Situation, of: readonly string[]) =>
    trial.disagreements(
      JSON.stringify(situation),
      () => make(situation),
      (by) => trial.actionsSeen(auctionOrder.detail, { orderId }, by),
      attempts,
      of,
    )

  it.each(STATES)('in state %s offers what its calls accept', async (state) => {
    const found = await check({ state }, ALL_POSTS)
    found.push(...(await check({ state, asked: { subject: 'shipment', request: REFUSED } }, ALL_POSTS)))
    for (const request of REQUESTS) {
      for (const inRefund of [false, true])
        found.push(...(await check({ state, inRefund, asked: { subject: 'shipment', request } }, ['owner'])))
      found.push(...(await check({ state, asked: { subject: 'order_close', request } }, ['owner'])))
    }
    expect(found).toEqual([])
  })

  it('is offered all its actions in some situation, and none of the other channel', async () => {
    const situations: Situation[] = [
      { state: 'awaiting_shipment' },
      { state: 'shipped', asked: { subject: 'shipment', request: REFUSED } },
      { state: 'closed', asked: { subject: 'shipment', request: REFUSED } },
    ]
    const seen = await offered(
      situations.map((situation) => () => make(situation)),
      async () => (await gateway.data(auctionOrder.list, { code: unit.imei }, owner.login)).list[0]?.allowedActions,
      () => trial.actionsSeen(auctionOrder.detail, { orderId }, owner),
    )
    const others = ['pick', 'unpick', 'changePrice']
    expect(seen).toEqual(
      Object.keys(ORDER_ACTIONS.auction)
        .filter((action) => !others.includes(action))
        .sort(),
    )
  })
})

describe('an order of stock', () => {
  let listing: CuratedListing
  let orderId: string
  let orderNo: string

  beforeAll(async () => {
    const trade = curatedTrade(gateway)
    listing = await trade.stock(owner, 3)
    ;({ orderId, orderNo } = await trade.sold(owner, listing))
  })

  interface Situation {
    readonly state: string
    readonly inRefund?: boolean
    readonly isPicked?: boolean
    readonly isShort?: boolean
    readonly asked?: Asked
  }

  const inspectionOf = (index: number) => listing.phones[index]?.inspectionId
  const imeiOf = (index: number) => listing.phones[index]?.imei ?? ''

  /** The order as it is said to be, and every phone but the picked one in stock. */
  async function make({ state, inRefund = false, isPicked = false, isShort = false, asked = NOTHING }: Situation) {
    await trial.sql('delete from sale_order_unit where merchant_id = $1 and order_id = $2', [orderId])
    await trial.sql('update listing_unit set holding = true where merchant_id = $1 and listing_id = $2', [
      listing.listingId,
    ])
    await trial.sql(
      `update inspection set state = 'listed' where merchant_id = $1 and id in
         (select inspection_id from listing_unit where merchant_id = $1 and listing_id = $2)`,
      [listing.listingId],
    )
    await trial.sql(
      `update sale_order set state = $3, in_refund = $4, picked_count = $5, is_short = $6
         where merchant_id = $1 and id = $2`,
      [orderId, state, inRefund, isPicked ? 1 : 0, isShort],
    )
    await trial.sql('update sale_order_line set picked = $3 where merchant_id = $1 and order_id = $2', [
      orderId,
      isPicked ? 1 : 0,
    ])
    if (isPicked) {
      await trial.sql(
        `insert into sale_order_unit (merchant_id, order_id, unit_id, line_no, inspection_id, bar_code, imei,
             deal_price_fen, dispatch_state)
           select merchant_id, $2, unit_id, 1, id, bar_code, imei, 132000, 'checked'
             from inspection where merchant_id = $1 and id = $3`,
        [orderId, inspectionOf(0)],
      )
      await trial.sql('update listing_unit set holding = false where merchant_id = $1 and inspection_id = $2', [
        inspectionOf(0),
      ])
      await trial.sql(`update inspection set state = 'sold' where merchant_id = $1 and id = $2`, [inspectionOf(0)])
    }
    await trial.ask(asked.subject, orderId, DESIRED[asked.subject], asked.request)
  }

  const parcel = () => ({ orderId, carrierCode: 'SF', waybill: 'SF1234567890123', scans: [{ unitCode: imeiOf(0) }] })

  const attempts = (by: SignedInEmployee): readonly Attempt[] => [
    { actions: ['ship', 'resend'], call: () => trial.outcomeOf(curatedOrder.delivery, parcel(), by) },
    {
      actions: ['pick'],
      call: () => trial.outcomeOf(curatedOrder.setDeliveryStock, { orderId, unitCode: imeiOf(1) }, by),
    },
    {
      actions: ['unpick'],
      call: () => trial.outcomeOf(curatedOrder.setDeliveryStock, { orderId, unitCode: imeiOf(0), undo: true }, by),
    },
    {
      actions: ['changePrice'],
      call: () => trial.outcomeOf(curatedOrder.changePrice, { orderId, priceFen: 125_000, freightFen: 0 }, by),
    },
    {
      actions: ['close'],
      call: () => trial.outcomeOf(curatedOrder.close, { orderId, reasonCode: 'out_of_stock', note: '' }, by),
    },
    ...common(orderId, by),
  ]

  const check = (situation: Situation, of: readonly string[]) =>
    trial.disagreements(
      JSON.stringify(situation),
      () => make(situation),
      (by) => trial.actionsSeen(curatedOrder.detail, { orderId }, by),
      attempts,
      of,
    )

  it.each(STATES)('in state %s offers what its calls accept', async (state) => {
    const found = await check({ state }, ALL_POSTS)
    found.push(...(await check({ state, isPicked: true }, ALL_POSTS)))
    found.push(...(await check({ state, isShort: true }, ['owner'])))
    found.push(...(await check({ state, isPicked: true, inRefund: true }, ['owner'])))
    for (const subject of Object.keys(DESIRED) as (keyof typeof DESIRED)[]) {
      for (const request of REQUESTS)
        found.push(...(await check({ state, isPicked: true, asked: { subject, request } }, ['owner'])))
    }
    expect(found).toEqual([])
  })

  it('is offered all its actions in some situation', async () => {
    const situations: Situation[] = [
      { state: 'awaiting_payment' },
      { state: 'awaiting_shipment' },
      { state: 'awaiting_shipment', isPicked: true },
      { state: 'shipped', isPicked: true, asked: { subject: 'shipment', request: REFUSED } },
      { state: 'closed', isPicked: true, asked: { subject: 'shipment', request: REFUSED } },
    ]
    const seen = await offered(
      situations.map((situation) => () => make(situation)),
      async () => (await gateway.data(curatedOrder.list, { code: orderNo }, owner.login)).list[0]?.allowedActions,
      () => trial.actionsSeen(curatedOrder.detail, { orderId }, owner),
    )
    expect(seen).toEqual(Object.keys(ORDER_ACTIONS.curated).sort())
  })
})
