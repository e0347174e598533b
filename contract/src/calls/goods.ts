import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import * as z from 'zod'
import { read, write } from '../call.ts'
import { defineColumns, labelsOf, sortOf } from '../columns/define-columns.ts'
import { withRight } from '../columns/field-rights.ts'
import { CHANNEL_LABELS } from '../labels.ts'
import {
  channel,
  countedBy,
  day,
  desiredView,
  fen,
  grade,
  historyLine,
  id,
  listOf,
  moment,
  nothing,
  oneOrMany,
  optionCounts,
  paging,
  photoView,
  stateCounts,
  text,
  version,
} from '../shapes.ts'

/** 草稿 · 发布中 · 发布失败 · 销售中 · 已售罄 · 手动下架 · 售出下架 · 自动下架(流拍等) · 已删除 */
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
export const auctionMode = z.enum(['sealed', 'open'])
const NO_ID = '01890000-0000-7000-8000-000000000000'

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

/** What can be done with a listing: 重新提交 · 改价 · 重新上架 · 下架 · 放弃 · 删除 */
export const listingAction = z.enum(['retry', 'changePrice', 'relist', 'takeOff', 'giveUp', 'delete'])

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
  /** The first unit's codes; a lot shows the rest in its detail. */
  imei: z.string(),
  barCode: z.string(),
  shopAccountId: id,
  shopName: z.string(),
  entry: entryView.nullable(),
  /** Why the marketplace would not publish it: which field, what to do. */
  failure: z.string(),
  /** What is asked of the marketplace and not yet so, or refused. */
  desired: desiredView.nullable(),
  allowedActions: z.array(listingAction),
  orderId: id.nullable(),
  createdAt: moment,
  updatedAt: moment,
  version,
})

export const listingColumns = defineColumns(listingRow, {
  title: { title: '商品', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: labelsOf(LISTING_STATES.states) },
  session: { title: '场次', kind: 'text', value: ['entry.scheduleDate', 'entry.scheduleNumber'] },
  entry: { title: '竞拍', kind: 'state', value: 'entry.state', labels: labelsOf(AUCTION_ENTRY_STATES.states) },
  start: { title: '起拍价', kind: 'money', value: 'entry.startPriceFen' },
  reserve: { title: '保底价', kind: 'money', value: 'entry.reservePriceFen' },
  highest: { title: '最高价', kind: 'money', value: 'entry.highestBidFen' },
  bids: { title: '出价', kind: 'count', value: ['entry.bidCount', 'entry.bidderCount'] },
  model: { title: '机型规格', kind: 'text', value: ['modelName', 'skuText'] },
  grade: { title: '成色', kind: 'grade' },
  imei: { title: 'IMEI / 台数', kind: 'code' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS, hidden: true },
  createdAt: { title: '发布时间', kind: 'moment', sort: { first: 'desc' } },
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
})

/** A listing as its own page shows it. */
export const listingDetail = listingRow.extend({
  description: z.string(),
  stuffStatus: z.int().nullable(),
  productId: z.string(),
  itemId: z.string(),
  units: z.array(listedUnit),
  photos: z.array(photoView),
  bids: z.array(bidRow),
  history: z.array(historyLine),
})

const rowResult = z.strictObject({
  ok: z.boolean(),
  listingId: id.nullable(),
  refusal: z.string(),
  message: z.string(),
})

export const goods = {
  list: read({
    path: '/api/goods/list',
    title: '商品列表',
    input: z.strictObject({
      ...paging,
      channel: oneOrMany(channel).optional(),
      state: listingState.optional(),
      entryState: oneOrMany(entryState).optional(),
      code: z.string().trim().max(64).optional(),
      keyword: text(60).optional(),
      modelId: oneOrMany(z.string().max(60)).optional(),
      grade: oneOrMany(grade).optional(),
      shopAccountId: oneOrMany(id).optional(),
      scheduleDate: day.optional(),
      ...countedBy(['channel', 'entryState', 'modelId', 'grade', 'shopAccountId']),
      sort: sortOf(listingColumns).optional(),
    }),
    output: listOf(listingRow).extend({
      counts: stateCounts,
      ...optionCounts,
      sort: sortOf(listingColumns).nullable(),
    }),
    ids: ['shopAccountId'],
    example: {},
  }),
  detail: read({
    path: '/api/goods/detail',
    title: '商品详情',
    input: z.strictObject({ listingId: id }),
    output: listingDetail,
    refusals: ['NOT_FOUND'],
    ids: ['listingId'],
    example: { listingId: NO_ID },
  }),
  detect_list: read({
    path: '/api/goods/detect_list',
    title: '可上架设备',
    access: { anyOf: ['/api/goods/publish'] },
    input: z.strictObject({
      ...paging,
      channel,
      code: z.string().trim().max(64).optional(),
      modelId: oneOrMany(z.string().max(60)).optional(),
      grade: oneOrMany(grade).optional(),
      shopAccountId: oneOrMany(id).optional(),
      ...countedBy(['modelId', 'grade', 'shopAccountId']),
    }),
    output: listOf(
      z.strictObject({
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
        suggestedStartFen: fen.nullable(),
        suggestedReserveFen: fen.nullable(),
      }),
    ).extend(optionCounts),
    ids: ['shopAccountId'],
    example: { channel: 'auction' },
  }),
  publish: write({
    path: '/api/goods/publish',
    title: '发布商品',
    audit: '发布商品',
    input: z.strictObject({
      /** These listings are entered into sessions, which the auction market alone has. */
      channel: z.literal('auction'),
      /** One entry a listing; each is accepted or refused by itself. */
      listings: z
        .array(
          z.strictObject({
            /** The units sold together; more than one makes a lot. */
            inspectionIds: z.array(id).min(1).max(20),
            shopAccountId: id,
            title: text(60).default(''),
            scheduleDate: day,
            scheduleNumber: z.string().regex(/^\d{2}$/),
            startPriceFen: fen.min(1),
            reservePriceFen: fen.min(1),
            /** True once the person has confirmed a price that looks wrong. */
            priceConfirmed: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(50),
    }),
    output: z.strictObject({ results: z.array(rowResult) }),
    refusals: [],
    ids: ['listings.inspectionIds', 'listings.shopAccountId'],
    example: {
      channel: 'auction',
      listings: [
        {
          inspectionIds: [NO_ID],
          shopAccountId: NO_ID,
          scheduleDate: '2026-01-01',
          scheduleNumber: '01',
          startPriceFen: 100000,
          reservePriceFen: 120000,
        },
      ],
    },
  }),
  operate: write({
    path: '/api/goods/operate',
    title: '上下架、改价、删除',
    audit: '上下架、改价、删除商品',
    input: z.strictObject({
      action: z.enum(['off_shelf', 'relist', 'change_price', 'delete']),
      rows: z
        .array(
          z.strictObject({
            listingId: id,
            version: version.optional(),
            scheduleDate: day.optional(),
            scheduleNumber: z
              .string()
              .regex(/^\d{2}$/)
              .optional(),
            startPriceFen: fen.min(1).optional(),
            reservePriceFen: fen.min(1).optional(),
            priceConfirmed: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(50),
    }),
    output: z.strictObject({ results: z.array(rowResult) }),
    refusals: [],
    ids: ['rows.listingId'],
    example: { action: 'off_shelf', rows: [{ listingId: NO_ID }] },
  }),
} as const

/** Beyond the specification: the sessions one can still enter, as the marketplace last told. */
export const extAuction = {
  sessions: read({
    path: '/api/ext/auction/sessions',
    title: '可报名场次',
    access: { anyOf: ['/api/goods/publish', '/api/goods/operate'] },
    input: z.strictObject({}),
    output: z.strictObject({ sessions: z.array(sessionView), refreshedAt: moment.nullable() }),
    example: {},
  }),
} as const

/**
 * Beyond the specification: what is asked of the marketplace for a listing and is not so yet, or was refused. Repeating
 * looks at the marketplace again at once; giving up leaves the listing as it is known to be.
 */
export const extListing = {
  retry: write({
    path: '/api/ext/listing/retry',
    title: '重新提交闲鱼',
    access: { anyOf: ['/api/goods/operate'] },
    audit: '重新提交闲鱼',
    input: z.strictObject({ listingId: id }),
    output: nothing,
    refusals: ['NOT_FOUND', 'STATE_CHANGED'],
    ids: ['listingId'],
    example: { listingId: NO_ID },
  }),
  giveUp: write({
    path: '/api/ext/listing/giveUp',
    title: '放弃提交闲鱼',
    access: { anyOf: ['/api/goods/operate'] },
    audit: '放弃提交闲鱼',
    input: z.strictObject({ listingId: id }),
    output: nothing,
    refusals: ['NOT_FOUND', 'STATE_CHANGED'],
    ids: ['listingId'],
    example: { listingId: NO_ID },
  }),
} as const
