import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import * as z from 'zod'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { withRight } from '../../columns/field-rights.ts'
import { CHANNEL_LABELS, codesOf } from '../../labels.ts'
import {
  channel,
  day,
  fen,
  grade,
  historyLine,
  id,
  moment,
  photoView,
  requestView,
  signedFen,
  text,
  version,
} from '../../shapes.ts'
import { AUCTION_MODE_LABELS, LISTING_KIND_LABELS } from './labels.ts'

/** 草稿 · 发布中 · 发布失败 · 销售中 · 卖完了 · 自己下架 · 卖掉了 · 没卖出 · 已删除 */
export const listingState = z.enum([
  'draft',
  'publishing',
  'publish_failed',
  'on_sale',
  'sold_out',
  'off_shelf',
  'sold_off_shelf',
  'auto_off',
  'deleted',
])

/** 待开场 · 竞拍中 · 待议价 · 已成交 · 流拍 · 已撤回 · 买家违约 · 已结束 */
export const entryState = z.enum([
  'scheduled',
  'bidding',
  'negotiating',
  'won',
  'unsold',
  'withdrawn',
  'defaulted',
  'closed',
])

export const auctionMode = z.enum(codesOf(AUCTION_MODE_LABELS))

/** A session of the auction market: a date and a two-digit number. */
export const sessionView = z.strictObject({
  scheduleDate: day,
  scheduleNumber: z.string(),
  mode: auctionMode,
  cutOffAt: moment,
  startsAt: moment,
  endsAt: moment,
})

/** What is known of a listing's run in a session. */
export const entryView = sessionView.extend({
  state: entryState,
  startPriceFen: fen,
  reservePriceFen: withRight('field:reservePrice', fen),
  bidCount: z.int(),
  bidderCount: z.int(),
  /** Null while a sealed session runs. */
  highestBidFen: fen.nullable(),
  extensionCount: z.int(),
})

export const bidRow = z.strictObject({
  sequence: z.int(),
  at: moment,
  bidder: z.string(),
  amountFen: fen,
  round: z.string(),
  /** 竞拍 · 暗拍 · 议价 · 一口价 */
  kind: z.string(),
  /** 领先 · 被超过 · 中标 · 未中标 · 撤回 · 违约 */
  result: z.string(),
})

/** 单台 · 多台一起卖 */
export const listingKind = z.enum(codesOf(LISTING_KIND_LABELS))

/**
 * What can be done with a listing: 同意议价 · 拒绝议价 · 重新提交 · 编辑 · 改价 · 补货 · 重新上架 · 下架 · 请重拍 · 保持原样 · 删除
 */
export const listingAction = z.enum([
  'acceptOffer',
  'refuseOffer',
  'retry',
  'edit',
  'changePrice',
  'restock',
  'relist',
  'takeOff',
  'askRetake',
  'giveUp',
  'delete',
])

/**
 * Where a failure is mended: the listing's editor, its prices, the shop's page, the inspection with its photographs and
 * its model, the addresses to ship from, or by asking again.
 */
export const failureCure = z.enum(['editor', 'price', 'shop', 'inspection', 'address', 'retry'])

/** Why the marketplace would not publish or change a listing. */
export const listingFailure = z.strictObject({
  /** The marketplace's code, or our own word where we found it before asking. */
  code: z.string(),
  /** What it is about, as the editor names its fields: `title`, `images`, `skus`; empty where it is about none. */
  field: z.string(),
  /** The whole reason, and what to do. */
  message: z.string(),
  cure: failureCure.nullable(),
})

/** A SKU of ours in short, `12GB+256GB/黑色`: what phones of one model are priced and counted by. */
export const skuId = text(60)

/** What a reference price comes of: 近30天本店成交, or the estimate of the catalogue. */
export const referenceSource = z.enum(['deals', 'catalogue'])

/** How many of a listing of stock are shown at the marketplace, lie here, are promised to buyers, and went to them. */
export const stockFigures = z.strictObject({
  shown: z.int(),
  free: z.int(),
  /** Those that lie here as well, and whose report is too old to ship on. */
  expired: z.int(),
  reserved: z.int(),
  sold: z.int(),
})

/** What a phone cost; who may not know reads null. */
const cost = withRight('field:costPrice', fen)

/** An offer below the reserve that waits for an answer, and what it comes to. */
export const offerView = z.strictObject({
  amountFen: fen,
  /** Until when it can be answered, as the marketplace says; null where it does not. */
  expiresAt: moment.nullable(),
  /** The offer less the reserve: below zero. */
  gapFen: withRight('field:reservePrice', signedFen),
  /** The offer less the fees and what the phone cost; null where that is not known. */
  marginFen: withRight('field:costPrice', signedFen),
  /** How it is listed again by itself once the offer is refused; null where it stays for a person. */
  relisting: z
    .strictObject({
      /** Which time the rule lists it again, from 1. */
      times: z.int(),
      startPriceFen: fen,
      reservePriceFen: withRight('field:reservePrice', fen),
      marginFen: withRight('field:costPrice', signedFen),
    })
    .nullable(),
})

export const listingRow = z.strictObject({
  listingId: id,
  channel,
  state: listingState,
  title: z.string(),
  coverUrl: z.string().nullable(),
  modelName: z.string(),
  skuText: z.string(),
  grade: grade.nullable(),
  unitCount: z.int(),
  /** The first unit's codes; a lot and a listing of stock show the rest in their detail. */
  imei: z.string(),
  barCode: z.string(),
  shopAccountId: id,
  shopName: z.string(),
  kind: listingKind,
  /** Of the curated channel; of several SKUs the lowest. Null in the auction market. */
  priceFen: fen.nullable(),
  /** Null but for a listing of stock. */
  stock: stockFigures.nullable(),
  /** What the catalogue says that a phone of this model, SKU and grade is worth, and the band of its price; null without. */
  referencePriceFen: fen.nullable(),
  referenceSource: referenceSource.nullable(),
  bandLowFen: fen.nullable(),
  bandHighFen: fen.nullable(),
  /** What the phone cost, the sum of a lot, the average of stock; null where it is not known of every phone. */
  costPriceFen: cost,
  entry: entryView.nullable(),
  /** Null unless one waits, and for whoever may not see offers. */
  offer: offerView.nullable(),
  /** How many of its runs ended unsold. */
  unsoldRuns: z.int(),
  failure: listingFailure.nullable(),
  /** Since when other pictures are asked for of a phone of it, while the marketplace would not publish it; null without. */
  retakeAskedAt: moment.nullable(),
  /** What is asked of the marketplace and not yet so, or refused. */
  desired: requestView.nullable(),
  allowedActions: z.array(listingAction),
  orderId: id.nullable(),
  createdAt: moment,
  updatedAt: moment,
  version,
})

const listedUnit = z.strictObject({
  unitId: id,
  barCode: z.string(),
  imei: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  grade: grade.nullable(),
  inspectionId: id,
  inspectionNo: z.string(),
  bagCode: z.string().nullable(),
  skuId,
  /** False for a phone that was picked for an order or that the listing has let go. */
  isHeld: z.boolean(),
  costPriceFen: cost,
})

/** A SKU of a listing of stock, in the order of its list. */
export const listingSku = stockFigures.extend({ skuId, skuText: z.string(), priceFen: fen })

/** A photograph of a listing; `included` where buyers see it, in its order, the first of them the cover. */
export const listingPhoto = photoView.extend({ inspectionId: id, included: z.boolean() })

/** A listing as its own page shows it. */
export const listingDetail = listingRow.extend({
  description: z.string(),
  /** True once a person has written the description: it no longer follows the reports. */
  contentEdited: z.boolean(),
  stuffStatus: z.int().nullable(),
  productId: z.string(),
  itemId: z.string(),
  batchId: id.nullable(),
  batchVersion: z.int().nullable(),
  modelId: z.string(),
  skuId,
  skus: z.array(listingSku),
  units: z.array(listedUnit),
  photos: z.array(listingPhoto),
  /** Until when an offer below the reserve can be answered, as the marketplace says; null without one. */
  offerExpiresAt: moment.nullable(),
  bids: z.array(bidRow),
  history: z.array(historyLine),
})

/** An inspected phone that can be listed. */
export const listableUnit = z.strictObject({
  inspectionId: id,
  inspectionNo: z.string(),
  unitId: id,
  barCode: z.string(),
  imei: z.string(),
  modelId: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  grade,
  bagCode: z.string().nullable(),
  shopAccountId: id.nullable(),
  shopName: z.string().nullable(),
  coverUrl: z.string().nullable(),
  inspectedAt: moment,
  /** What the catalogue's price formula says for this SKU and grade; null without a model price. */
  referencePriceFen: fen.nullable(),
  referenceSource: referenceSource.nullable(),
  suggestedStartFen: fen.nullable(),
  suggestedReserveFen: fen.nullable(),
  skuId,
  batchId: id.nullable(),
  batchNo: z.string().nullable(),
  /** The title that it would get. */
  suggestedTitle: z.string(),
  /** The band of its price on this channel; null without a reference. */
  bandLowFen: fen.nullable(),
  bandHighFen: fen.nullable(),
  costPriceFen: cost,
})

/** A listing while something of it is awaited: an auction that runs, a request that is open. */
export const listingStatus = z.strictObject({
  listingId: id,
  state: listingState,
  entry: entryView.nullable(),
  /** Newest first, at most 20; left out while the offers are secret, and where there is no run. */
  bids: z.array(bidRow).optional(),
  offerExpiresAt: moment.nullable(),
  stock: stockFigures.nullable(),
  failure: listingFailure.nullable(),
  desired: requestView.nullable(),
  allowedActions: z.array(listingAction),
  version,
})

export const listingColumns = defineColumns(listingRow, {
  title: { title: '商品', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: labelsOf(LISTING_STATES.states) },
  price: { title: '售价', kind: 'money', value: 'priceFen' },
  stock: { title: '库存', kind: 'count', value: ['stock.shown', 'stock.free', 'stock.reserved', 'stock.sold'] },
  session: { title: '场次', kind: 'text', value: ['entry.scheduleDate', 'entry.scheduleNumber'] },
  entry: { title: '竞拍', kind: 'state', value: 'entry.state', labels: labelsOf(AUCTION_ENTRY_STATES.states) },
  start: { title: '起拍价', kind: 'money', value: 'entry.startPriceFen' },
  reserve: { title: '保底价', kind: 'money', value: 'entry.reservePriceFen' },
  highest: { title: '最高价', kind: 'money', value: 'entry.highestBidFen' },
  bids: { title: '出价', kind: 'count', value: ['entry.bidCount', 'entry.bidderCount'] },
  answerBy: { title: '答复截止', kind: 'moment', value: 'offer.expiresAt', hidden: true },
  offer: { title: '报价', kind: 'money', value: 'offer.amountFen', hidden: true },
  gap: { title: '报价差额', kind: 'money', value: 'offer.gapFen', hidden: true },
  margin: { title: '这个价赚', kind: 'money', value: 'offer.marginFen', hidden: true },
  unsold: { title: '流拍次数', kind: 'count', value: 'unsoldRuns' },
  model: { title: '机型规格', kind: 'text', value: ['modelName', 'skuText'] },
  grade: { title: '成色', kind: 'grade' },
  imei: { title: 'IMEI / 台数', kind: 'code', countedIn: 'unitCount' },
  reference: { title: '参考价', kind: 'money', value: 'referencePriceFen', hidden: true },
  cost: { title: '成本价', kind: 'money', value: 'costPriceFen', isSummed: true, hidden: true },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  kind: { title: '类型', kind: 'choice', labels: LISTING_KIND_LABELS, hidden: true },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS, hidden: true },
  createdAt: { title: '发布时间', kind: 'moment', sort: { first: 'desc' } },
})
