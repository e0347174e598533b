import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import { CHANNELS, type Channel } from '@huanji/domain/channel'
import { BATCH_NO_PATTERN } from '@huanji/domain/codes/classify'
import { soughtIn } from '@huanji/domain/codes/sought'
import { labelOnChannel } from '@huanji/domain/grading/map'
import { BAG_STATES } from '@huanji/domain/states/bag'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { stateLabel } from '@huanji/domain/states/transition'
import type { Tx } from '../../database/database.ts'
import { findBatchByNo } from '../inspection/batch/store.ts'
import { recordsOfUnits } from '../inspection/earlier-store.ts'
import { findBag } from '../inspection/sealed-bag/store.ts'
import { unitsByAnyCode } from '../inspection/unit-store.ts'
import { findListingsByCode } from '../listing/store.ts'
import { findOrdersByCode } from '../order/store.ts'
import { findRefundsByCode } from '../refund/list-store.ts'
import { holdsAny, type Place } from './hit.ts'
import { ORDER_GRANTS, orderHit, REFUND_GRANTS, refundHit } from './trade-hits.ts'

type FoundHits = ReturnType<Place['hitsOf']>

async function inspectionHits(tx: Tx, code: string): FoundHits {
  const units = await unitsByAnyCode(tx, soughtIn(code) ?? code)
  const records = await recordsOfUnits(
    tx,
    units.map((unit) => unit.unitId),
  )
  return records.map((record) => {
    const state = stateLabel(INSPECTION_STATES, record.state) ?? record.state
    const grade = record.grade === null ? '' : ` ${labelOnChannel(record.grade, record.channel)}`
    return {
      title: `质检 ${record.inspectionNo}`,
      subtitle: `${record.modelName} ${record.skuText}${grade} · ${state}`,
      link: linkTo(CHANNEL_PAGES[record.channel].report, { inspectionId: record.inspectionId }),
    }
  })
}

/** The phone's own page, for any code of one phone that is or was here. */
async function phoneHits(tx: Tx, code: string): FoundHits {
  const sought = soughtIn(code)
  const found = await unitsByAnyCode(tx, sought ?? code)
  // a whole code is of one phone, its newest life first
  const units = sought?.ends.length ? found : found.slice(0, 1)
  return units.map(({ imei, barCode }) => ({
    title: `一机一档 ${imei || barCode}`,
    subtitle: '这台手机从入库到售后的全部经历',
    link: linkTo('phone', { code: barCode }),
  }))
}

async function batchHits(tx: Tx, code: string): FoundHits {
  const batch = BATCH_NO_PATTERN.test(code) ? await findBatchByNo(tx, code) : null
  if (batch === null) return []
  const subtitle = `${batch.modelName} ${batch.skuText} ${labelOnChannel(batch.grade, batch.channel)}`
  return [{ title: `批次 ${batch.batchNo}`, subtitle, link: linkTo('batchUnits', { batchId: batch.batchId }) }]
}

async function bagHits(tx: Tx, code: string): FoundHits {
  const bag = await findBag(tx, code)
  if (!bag) return []
  const subtitle = stateLabel(BAG_STATES, bag.state) ?? bag.state
  return [{ title: `封袋 ${bag.bagCode}`, subtitle, link: linkTo('bagRecords', { bagCode: bag.bagCode }) }]
}

async function listingHits(tx: Tx, code: string): FoundHits {
  const listings = await findListingsByCode(tx, soughtIn(code) ?? code)
  return listings.map((listing) => ({
    title: `商品 ${listing.title}`,
    subtitle: stateLabel(LISTING_STATES, listing.state) ?? listing.state,
    link: linkTo('listing', { listingId: listing.listingId }),
  }))
}

async function orderHits(tx: Tx, code: string, channel: Channel): FoundHits {
  const orders = await findOrdersByCode(tx, soughtIn(code) ?? code)
  return orders.filter((order) => order.channel === channel).map((order) => orderHit(order))
}

async function refundHits(tx: Tx, code: string, channel: Channel): FoundHits {
  return (await findRefundsByCode(tx, soughtIn(code) ?? code, [channel])).map((refund) => refundHit(refund))
}

const SHIPPED_BY: Readonly<Record<Channel, string>> = {
  auction: '/api/yushiorder/v1/order/delivery',
  curated: '/api/saleorder/v1/order/delivery',
}

/** An order that waits for its parcel, for whoever ships: that is what a scan at the packing table is about. */
const shippingPlace = (channel: Channel): Place => ({
  kind: 'order',
  grants: [SHIPPED_BY[channel]],
  hitsOf: async (tx, code, actor) => {
    if (!holdsAny(actor, [ORDER_GRANTS[channel]])) return []
    const waiting = (await findOrdersByCode(tx, soughtIn(code) ?? code)).filter(
      (order) => order.state === 'awaiting_shipment',
    )
    return waiting.filter((order) => order.channel === channel).map((order) => orderHit(order))
  },
})

/** Where a code may lead, likeliest first. */
export const CODE_PLACES: readonly Place[] = [
  ...CHANNELS.map(shippingPlace),
  { kind: 'inspection', grants: ['/xySaasDetect/detRecord/getDetRecordDetails'], hitsOf: inspectionHits },
  { kind: 'batch', grants: ['/xySaasDetect/detRecord/getDetRecordDetailsByDetRecordId'], hitsOf: batchHits },
  { kind: 'listing', grants: ['/api/goods/detail'], hitsOf: listingHits },
  ...CHANNELS.map(
    (channel): Place => ({
      kind: 'order',
      grants: [ORDER_GRANTS[channel]],
      hitsOf: (tx, code) => orderHits(tx, code, channel),
    }),
  ),
  ...CHANNELS.map(
    (channel): Place => ({
      kind: 'refund',
      grants: [REFUND_GRANTS[channel]],
      hitsOf: (tx, code) => refundHits(tx, code, channel),
    }),
  ),
  { kind: 'bag', grants: ['/xySaasDetect/sealBag/GetSealBagList'], hitsOf: bagHits },
  { kind: 'phone', grants: ['/api/ext/phone/life'], hitsOf: phoneHits },
]
