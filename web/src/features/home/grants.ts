import { PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { api } from '../../api/client.ts'
import { can, permissions } from '../../session/session.ts'
import { CHANNEL_DESCRIPTIONS, type ChannelOrders } from '../channel/channels.ts'

type Held = ReadonlySet<string>

/** The channels whose orders are shipped with these grants, with the page they stand on. */
export const packedOrders = (held: Held = permissions()): ChannelOrders[] =>
  Object.values(CHANNEL_DESCRIPTIONS)
    .map(({ orders }) => orders)
    .filter(({ page, calls }) => held.has(calls.delivery.path) && held.has(calls.list.path) && held.has(page))

const STATIONS = [
  ['auction', PAGES.auctionInspection],
  ['curated', PAGES.curatedInspection],
] as const

/** The stations that these grants open. */
const openStations = (held: Held): Channel[] =>
  STATIONS.flatMap(([channel, { path }]) => (held.has(path) ? [channel] : []))

/** The stations at which phones are inspected with these grants. */
export const stationsOf = (held: Held = permissions()): Channel[] =>
  held.has(api.detRecord.addDetectRecord.path) ? openStations(held) : []

/** The stations at which phones are photographed with these grants, for whoever does not inspect. */
export const photoStationsOf = (held: Held = permissions()): Channel[] =>
  held.has(api.realPhoto.saveRealPhoto.path) && !held.has(api.detRecord.addDetectRecord.path) ? openStations(held) : []

/** The kinds of work that have a section of their own, in the order of a day; each for whoever can do the work. */
const WORK = ['packing', 'inspecting', 'photographing', 'refunds', 'selling', 'money'] as const
export type Work = (typeof WORK)[number]

/** What each section is called. */
export const WORK_NAMES: Readonly<Record<Work, string>> = {
  packing: '待发货',
  inspecting: '我的质检',
  photographing: '待拍摄',
  refunds: '售后待处理',
  selling: '在售与积压',
  money: '待结算与对账',
}

const isDoneHere: Readonly<Record<Work, (held: Held) => boolean>> = {
  packing: (held) => packedOrders(held).length > 0,
  inspecting: (held) => stationsOf(held).length > 0,
  photographing: (held) => photoStationsOf(held).length > 0,
  // whoever may only read cases, or judge phones that came back, has no queue of them to work off
  refunds: (held) => held.has(PAGES.refunds.path) && held.has(api.refund.list.path) && held.has(api.refund.agree.path),
  selling: (held) => held.has(PAGES.listings.path) && held.has(api.goods.publish.path),
  money: (held) => held.has(PAGES.bills.path) && held.has(api.billCheck.list.path),
}

export const workOf = (held: Held = permissions()): Work[] => WORK.filter((work) => isDoneHere[work](held))

/** The cards of waiting work that a section says more than. */
const SAID_BY: Readonly<Record<Work, readonly string[]>> = {
  packing: ['awaiting_shipment', 'curated_awaiting_shipment'],
  inspecting: ['draft', 'curated_draft'],
  photographing: ['awaiting_photos', 'curated_awaiting_photos', 'retakes', 'curated_retakes'],
  refunds: ['refunds_open'],
  selling: [],
  money: [],
}

/** What a card waits for, as the calls of which one does it; a card without any concerns whoever gets it. */
const DONE_BY: Readonly<Record<string, readonly { readonly path: string }[]>> = {
  draft: [api.detRecord.addDetectRecord],
  awaiting_photos: [api.detRecord.addDetectRecord, api.realPhoto.saveRealPhoto],
  retakes: [api.realPhoto.saveRealPhoto],
  awaiting_seal: [api.bagRoll.bind],
  listable: [api.goods.publish],
  awaiting_payment: [api.auctionOrder.close, api.curatedOrder.changePrice, api.goods.publish],
  awaiting_shipment: [api.auctionOrder.delivery, api.curatedOrder.delivery],
  shipments_refused: [api.auctionOrder.delivery, api.curatedOrder.delivery],
  offers_waiting: [api.goods.operate],
  refunds_open: [api.refund.agree],
  returns_arriving: [api.refundHandling.receive],
}

const isForMe = (key: string): boolean => DONE_BY[key.replace(/^curated_/, '')]?.some(({ path }) => can(path)) ?? true

/** Whether a card says what no section of this work says, to somebody who can do something about it. */
export function isSaidByCard(key: string, work: readonly Work[]): boolean {
  return isForMe(key) && !work.some((one) => SAID_BY[one].includes(key))
}
