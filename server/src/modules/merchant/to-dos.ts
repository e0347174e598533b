import type { OutputOf } from '@huanji/contract/call'
import { goodsExport } from '@huanji/contract/features/export/calls'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { goods } from '@huanji/contract/features/listing/goods'
import type { merchant } from '@huanji/contract/features/merchant/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { linkTo, PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { INSPECTION_STATES, type InspectionState } from '@huanji/domain/states/inspection'
import { ORDER_STATES, type OrderState, WAITING_ORDER_STATES } from '@huanji/domain/states/order'
import { stateLabel } from '@huanji/domain/states/transition'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { countOffers } from '../auction/store.ts'
import { countUnseen } from '../export/store.ts'
import { countRetakes } from '../inspection/retake-store.ts'
import { countInspectionsByState } from '../inspection/store.ts'
import { countRefusedOrders } from '../order/refused-store.ts'
import { countWaitingOrders } from '../order/store.ts'
import { approverOf, countApprovals, countArrivingReturns, countOpenRefunds } from '../refund/waiting-store.ts'

type ToDo = OutputOf<typeof merchant.business>['todos'][number]

/** The steps of an inspection that wait for someone, in the order of the work; phones of the curated channel have no bag. */
const AUCTION_WORK = ['draft', 'awaiting_photos', 'awaiting_seal', 'listable'] as const satisfies InspectionState[]
const CURATED_WORK = ['draft', 'awaiting_photos', 'listable'] as const satisfies InspectionState[]

/** Cards of work that not every merchant has: only while there is some. */
const someOf = (cards: readonly ToDo[]): ToDo[] => cards.filter(({ count }) => count > 0)

/** A card is of use only to someone who may open the page and its list. */
const mayOpen = (actor: Actor, page: string, list: string): boolean =>
  actor.isOwner || (actor.grants.has(page) && actor.grants.has(list))

const inspectionLabel = (state: InspectionState): string => stateLabel(INSPECTION_STATES, state) ?? state

async function inspectionToDos(tx: Tx): Promise<ToDo[]> {
  const counts = await countInspectionsByState(tx, AUCTION_WORK, 'auction')
  return AUCTION_WORK.map((state) => ({
    key: state,
    label: inspectionLabel(state),
    count: counts[state] ?? 0,
    link: linkTo('auctionInspections', { state }),
    nearestDeadline: null,
  }))
}

async function curatedInspectionToDos(tx: Tx): Promise<ToDo[]> {
  const counts = await countInspectionsByState(tx, CURATED_WORK, 'curated')
  return someOf(
    CURATED_WORK.map((state) => ({
      key: `curated_${state}` as const,
      label: `严选${inspectionLabel(state)}`,
      count: counts[state] ?? 0,
      link: linkTo('curatedInspections', { state }),
      nearestDeadline: null,
    })),
  )
}

const RETAKE_CARDS = {
  auction: { key: 'retakes', label: '请重拍照片', page: 'auctionInspections' },
  curated: { key: 'curated_retakes', label: '严选请重拍照片', page: 'curatedInspections' },
} as const

/** Phones of which somebody asked for other pictures: a card only while there are some. */
async function retakeToDos(tx: Tx, channel: Channel): Promise<ToDo[]> {
  const { key, label, page } = RETAKE_CARDS[channel]
  const link = linkTo(page, { retakeAsked: 'true' })
  return someOf([{ key, label, link, count: await countRetakes(tx, channel), nearestDeadline: null }])
}

const orderLabel = (state: OrderState): string => stateLabel(ORDER_STATES, state) ?? state

async function orderToDos(tx: Tx): Promise<ToDo[]> {
  const counts = await countWaitingOrders(tx, 'auction')
  // each has a deadline, so the list opens with the nearest first
  return WAITING_ORDER_STATES.map((state) => ({
    key: state,
    label: orderLabel(state),
    count: counts[state]?.count ?? 0,
    link: linkTo('auctionOrders', { state, sort: 'deadline' }),
    nearestDeadline: counts[state]?.nearestDeadline ?? null,
  }))
}

const REFUSED_CARDS = {
  auction: { key: 'shipments_refused', label: '发货被拒', page: 'auctionOrders' },
  curated: { key: 'curated_shipments_refused', label: '严选发货被拒', page: 'curatedOrders' },
} as const

/** Parcels that the marketplace would not take: a card only while there are some. */
async function refusedShipments(tx: Tx, channel: Channel): Promise<ToDo[]> {
  const { key, label, page } = REFUSED_CARDS[channel]
  const link = linkTo(page, { refused: 'shipped' })
  return someOf([{ key, label, link, ...(await countRefusedOrders(tx, channel, 'shipped')) }])
}

/** Offers that wait for an answer: a card only while there are some. */
async function offerToDos(tx: Tx): Promise<ToDo[]> {
  const link = linkTo('listings', { entryState: 'negotiating' })
  return someOf([{ key: 'offers_waiting', label: '议价待答复', link, ...(await countOffers(tx)) }])
}

async function curatedOrderToDos(tx: Tx): Promise<ToDo[]> {
  const counts = await countWaitingOrders(tx, 'curated')
  return someOf(
    WAITING_ORDER_STATES.map((state) => ({
      key: `curated_${state}` as const,
      label: `严选${orderLabel(state)}`,
      count: counts[state]?.count ?? 0,
      link: linkTo('curatedOrders', { state, sort: 'deadline' }),
      nearestDeadline: counts[state]?.nearestDeadline ?? null,
    })),
  )
}

/** What waits of after-sale; parcels and payments have a card only while there are some. */
async function refundToDos(tx: Tx, actor: Actor): Promise<ToDo[]> {
  const open = {
    key: 'refunds_open',
    label: '售后待处理',
    link: linkTo('refunds', { sort: 'deadline.asc' }),
  } as const
  const arriving = {
    key: 'returns_arriving',
    label: '待签收退货',
    link: linkTo('refunds', { state: 'awaiting_receipt', notReceived: 'true', sort: 'deadline' }),
  } as const
  const approvals = {
    key: 'refunds_to_approve',
    label: '待批准退款',
    link: linkTo('refunds', { approvable: 'true' }),
  } as const
  return [
    { ...open, ...(await countOpenRefunds(tx)) },
    ...someOf([
      { ...arriving, ...(await countArrivingReturns(tx)) },
      { ...approvals, ...(await countApprovals(tx, approverOf(actor))) },
    ]),
  ]
}

/** The person's own files that they have not looked at; no card without any. */
async function exportToDos(tx: Tx, { employeeId }: Actor): Promise<ToDo[]> {
  const count = await countUnseen(tx, employeeId)
  const card = { key: 'exports_ready', label: '导出完成', link: linkTo('downloads', { state: 'ready' }) } as const
  return count === 0 ? [] : [{ ...card, count, nearestDeadline: null }]
}

/** The work that waits, one card a kind, of the kinds whose list the actor may open. */
export async function toDosOf(tx: Tx, actor: Actor): Promise<ToDo[]> {
  const inspections = mayOpen(actor, PAGES.auctionInspections.path, detRecord.getDetectRecordList.path)
  const curatedInspections = mayOpen(actor, PAGES.curatedInspections.path, detRecord.getDetectRecordList.path)
  const orders = mayOpen(actor, PAGES.auctionOrders.path, auctionOrder.list.path)
  const curatedOrders = mayOpen(actor, PAGES.curatedOrders.path, curatedOrder.list.path)
  const listings = mayOpen(actor, PAGES.listings.path, goods.list.path)
  const refunds = mayOpen(actor, PAGES.refunds.path, refund.list.path)
  const files = mayOpen(actor, PAGES.downloads.path, goodsExport.list.path)
  return [
    ...(inspections ? [...(await inspectionToDos(tx)), ...(await retakeToDos(tx, 'auction'))] : []),
    ...(curatedInspections ? [...(await curatedInspectionToDos(tx)), ...(await retakeToDos(tx, 'curated'))] : []),
    ...(listings ? await offerToDos(tx) : []),
    ...(orders ? [...(await orderToDos(tx)), ...(await refusedShipments(tx, 'auction'))] : []),
    ...(curatedOrders ? [...(await curatedOrderToDos(tx)), ...(await refusedShipments(tx, 'curated'))] : []),
    ...(refunds ? await refundToDos(tx, actor) : []),
    ...(files ? await exportToDos(tx, actor) : []),
  ]
}
