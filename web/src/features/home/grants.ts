import { PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { api } from '../../api/client.ts'
import { can, permissions } from '../../session/session.ts'
import { CHANNEL_DESCRIPTIONS, type ChannelOrders } from '../channel/channels.ts'

/** The channels whose orders the person ships, with the page they stand on. */
export const packedOrders = (): ChannelOrders[] =>
  Object.values(CHANNEL_DESCRIPTIONS)
    .map(({ orders }) => orders)
    .filter(({ page, calls }) => can(calls.delivery.path) && can(calls.list.path) && permissions().has(page))

/** The stations at which the person inspects. */
export const stationsOf = (): Channel[] =>
  can(api.detRecord.addDetectRecord.path)
    ? (
        [
          ['auction', PAGES.auctionInspection],
          ['curated', PAGES.curatedInspection],
        ] as const
      ).flatMap(([channel, { path }]) => (permissions().has(path) ? [channel] : []))
    : []

/** The kinds of work that have a section of their own, in the order of a day; each for whoever can do the work. */
const WORK = ['packing', 'inspecting', 'refunds', 'selling', 'money'] as const
export type Work = (typeof WORK)[number]

const isDoneHere: Readonly<Record<Work, () => boolean>> = {
  packing: () => packedOrders().length > 0,
  inspecting: () => stationsOf().length > 0,
  // whoever may only read cases, or judge phones that came back, has no queue of them to work off
  refunds: () => permissions().has(PAGES.refunds.path) && can(api.refund.list.path) && can(api.refund.agree.path),
  selling: () => permissions().has(PAGES.listings.path) && can(api.goods.publish.path),
  money: () => permissions().has(PAGES.bills.path) && can(api.billCheck.list.path),
}

export const workOf = (): Work[] => WORK.filter((work) => isDoneHere[work]())

/** The cards of waiting work that a section says more than. */
const SAID_BY: Readonly<Record<Work, readonly string[]>> = {
  packing: ['awaiting_shipment', 'curated_awaiting_shipment'],
  inspecting: ['draft', 'curated_draft'],
  refunds: ['refunds_open'],
  selling: [],
  money: [],
}

/** What a card waits for, as the calls of which one does it; a card without any concerns whoever gets it. */
const DONE_BY: Readonly<Record<string, readonly { readonly path: string }[]>> = {
  draft: [api.detRecord.addDetectRecord],
  awaiting_photos: [api.detRecord.addDetectRecord],
  awaiting_seal: [api.extSealBag.bind],
  listable: [api.goods.publish],
  awaiting_payment: [api.auctionOrder.close, api.curatedOrder.changePrice, api.goods.publish],
  awaiting_shipment: [api.auctionOrder.delivery, api.curatedOrder.delivery],
  shipments_refused: [api.auctionOrder.delivery, api.curatedOrder.delivery],
  offers_waiting: [api.goods.operate],
  refunds_open: [api.refund.agree],
  returns_arriving: [api.extRefund.receive],
}

const isForMe = (key: string): boolean => DONE_BY[key.replace(/^curated_/, '')]?.some(({ path }) => can(path)) ?? true

/** Whether a card says what no section of this work says, to somebody who can do something about it. */
export function isSaidByCard(key: string, work: readonly Work[]): boolean {
  return isForMe(key) && !work.some((one) => SAID_BY[one].includes(key))
}
