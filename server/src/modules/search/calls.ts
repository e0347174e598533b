import { extSearch } from '@huanji/contract/calls/search'
import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import { CHANNELS, type Channel } from '@huanji/domain/channel'
import { BATCH_NO_PATTERN, type CodeKind, classifyCode } from '@huanji/domain/codes/classify'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { labelOnChannel } from '@huanji/domain/grading/map'
import { BAG_STATES } from '@huanji/domain/states/bag'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { stateLabel } from '@huanji/domain/states/transition'
import type { Tx } from '../../database/database.ts'
import { handlers } from '../../gateway/handler.ts'
import type { Actor } from '../../platform/actor.ts'
import { findBatchByNo } from '../inspection/batch/store.ts'
import { findBag } from '../inspection/sealed-bag/store.ts'
import { recordsOfUnits } from '../inspection/store.ts'
import { unitsByAnyCode } from '../inspection/unit-store.ts'
import { findListingsByCode } from '../listing/store.ts'
import { findOrdersByCode } from '../order/store.ts'
import { findRefundsByCode } from '../refund/list-store.ts'

interface Hit {
  title: string
  subtitle: string
  link: string
}

const KIND_LABELS: Readonly<Record<CodeKind, string>> = {
  imei: 'IMEI',
  meid: 'MEID',
  barCode: '条码',
  bagCode: '封袋码',
  inspectionNo: '质检编号',
  batchNo: '批次号',
  orderNo: '订单号',
  billNo: '账单号',
  waybill: '运单号',
  simCard: 'SIM卡号',
  product: '商品条码',
  unknown: '未知编码',
}

const HITS_OF_A_KIND_MAX = 10

const mayOpen = (actor: Actor, grant: string): boolean => actor.isOwner || actor.grants.has(grant)

async function inspectionHits(tx: Tx, code: string): Promise<Hit[]> {
  const units = await unitsByAnyCode(tx, code)
  const records = await recordsOfUnits(
    tx,
    units.map((unit) => unit.unitId),
  )
  return records.slice(0, HITS_OF_A_KIND_MAX).map((record) => {
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
async function phoneHits(tx: Tx, code: string): Promise<Hit[]> {
  const [unit] = await unitsByAnyCode(tx, code)
  if (!unit) return []
  const link = linkTo('phone', { code: unit.barCode })
  return [{ title: `一机一档 ${unit.imei || unit.barCode}`, subtitle: '这台手机从入库到售后的全部经历', link }]
}

async function batchHits(tx: Tx, code: string): Promise<Hit[]> {
  const batch = BATCH_NO_PATTERN.test(code) ? await findBatchByNo(tx, code) : null
  if (batch === null) return []
  const subtitle = `${batch.modelName} ${batch.skuText} ${labelOnChannel(batch.grade, batch.channel)}`
  return [{ title: `批次 ${batch.batchNo}`, subtitle, link: linkTo('batchUnits', { batchId: batch.batchId }) }]
}

async function bagHits(tx: Tx, code: string): Promise<Hit[]> {
  const bag = await findBag(tx, code)
  if (!bag) return []
  const subtitle = stateLabel(BAG_STATES, bag.state) ?? bag.state
  return [{ title: `封袋 ${bag.bagCode}`, subtitle, link: linkTo('bagRecords', { bagCode: bag.bagCode }) }]
}

async function listingHits(tx: Tx, code: string): Promise<Hit[]> {
  const listings = await findListingsByCode(tx, code)
  return listings.slice(0, HITS_OF_A_KIND_MAX).map((listing) => ({
    title: `商品 ${listing.title}`,
    subtitle: stateLabel(LISTING_STATES, listing.state) ?? listing.state,
    link: linkTo('listing', { listingId: listing.listingId }),
  }))
}

/** What opens the orders of a channel. */
const ORDER_GRANTS = {
  auction: '/api/yushiorder/v1/order/detail',
  curated: '/api/saleorder/v1/order/detail',
} as const satisfies Readonly<Record<Channel, string>>

async function orderHits(tx: Tx, code: string, channel: Channel): Promise<Hit[]> {
  const orders = (await findOrdersByCode(tx, code)).filter((order) => order.channel === channel)
  return orders.slice(0, HITS_OF_A_KIND_MAX).map((order) => ({
    title: `订单 ${order.orderNo}`,
    subtitle: `${order.title} · ${stateLabel(ORDER_STATES, order.state) ?? order.state}`,
    link: linkTo(CHANNEL_PAGES[order.channel].order, { orderId: order.orderId }),
  }))
}

/** What opens the cases of a channel. */
const REFUND_GRANTS = {
  auction: '/api/refund/v1/detail_yushi',
  curated: '/api/refund/v1/detail',
} as const satisfies Readonly<Record<Channel, string>>

async function refundHits(tx: Tx, code: string, channel: Channel): Promise<Hit[]> {
  const refunds = await findRefundsByCode(tx, code, [channel])
  return refunds.slice(0, HITS_OF_A_KIND_MAX).map((refund) => ({
    title: `售后 ${refund.refundNo}`,
    subtitle: `${refund.title} · ${stateLabel(REFUND_STATES, refund.state) ?? refund.state}`,
    link: linkTo(CHANNEL_PAGES[channel].refund, { refundId: refund.refundId }),
  }))
}

/** Where a code may lead, likeliest first, each with the grant that opens the page it leads to. */
const PLACES = [
  { grant: '/xySaasDetect/detRecord/getDetRecordDetails', hitsOf: inspectionHits },
  { grant: '/xySaasDetect/detRecord/getDetRecordDetailsByDetRecordId', hitsOf: batchHits },
  { grant: '/api/goods/detail', hitsOf: listingHits },
  ...CHANNELS.map((channel) => ({
    grant: ORDER_GRANTS[channel],
    hitsOf: (tx: Tx, code: string) => orderHits(tx, code, channel),
  })),
  ...CHANNELS.map((channel) => ({
    grant: REFUND_GRANTS[channel],
    hitsOf: (tx: Tx, code: string) => refundHits(tx, code, channel),
  })),
  { grant: '/xySaasDetect/sealBag/GetSealBagList', hitsOf: bagHits },
  { grant: '/api/ext/phone/life', hitsOf: phoneHits },
] as const

/** The one box that takes any code; it shows only what the person may open. */
export const searchGroup = handlers(extSearch, {
  code: async ({ tx, actor }, { code: raw }) => {
    const { kind, value } = classifyCode(raw)
    const code = kind === 'meid' || kind === 'waybill' ? value : normaliseCode(raw)
    const hits: Hit[] = []
    for (const { grant, hitsOf } of PLACES) if (mayOpen(actor, grant)) hits.push(...(await hitsOf(tx, code)))
    return { kind, kindLabel: KIND_LABELS[kind], hits }
  },
})
