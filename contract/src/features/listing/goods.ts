import * as z from 'zod'
import { read, write } from '../../call.ts'
import { sortOf } from '../../columns/define-columns.ts'
import { SKUS_MAX, STOCK_UNITS_MAX } from '../../constants.ts'
import { requestCalls } from '../../request-calls.ts'
import {
  changedSince,
  channel,
  countedBy,
  day,
  fen,
  grade,
  id,
  lineText,
  listOf,
  moment,
  oneOrMany,
  optionCounts,
  paging,
  soughtCode,
  stateCounts,
  text,
  version,
} from '../../shapes.ts'
import { inspectionState } from '../inspection/rows.ts'
import { goodsPrices } from './goods-prices.ts'
import {
  entryState,
  listableUnit,
  listingColumns,
  listingDetail,
  listingKind,
  listingRow,
  listingState,
  listingStatus,
  sessionView,
  skuId,
} from './rows.ts'

const NO_ID = '01890000-0000-7000-8000-000000000000'

const rowResult = z.strictObject({
  ok: z.boolean(),
  listingId: id.nullable(),
  refusal: z.string(),
  message: z.string(),
  /** The field of the row that the refusal is about; empty where it is about none. */
  field: z.string(),
})
/** Prices of SKUs, each once. */
const skuPrices = z.array(z.strictObject({ skuId, priceFen: fen.min(1) })).max(SKUS_MAX)

/** Which phones: a listing has their sessions and prices, or their fixed price, or their stock. */
const auctionListing = z.strictObject({
  /** The units sold together; more than one makes a lot. */
  inspectionIds: z.array(id).min(1).max(20),
  shopAccountId: id,
  title: lineText(60).default(''),
  scheduleDate: day,
  scheduleNumber: z.string().regex(/^\d{2}$/),
  startPriceFen: fen.min(1),
  reservePriceFen: fen.min(1),
  /** True once the person has confirmed a price that looks wrong. */
  priceConfirmed: z.boolean().default(false),
})
const curatedSingle = z.strictObject({
  kind: z.literal('single'),
  inspectionIds: z.array(id).length(1),
  shopAccountId: id,
  title: lineText(60).default(''),
  priceFen: fen.min(1),
  priceConfirmed: z.boolean().default(false),
})
const curatedStock = z.strictObject({
  kind: z.literal('stock'),
  /** All phones of the batch that can be listed; with `inspectionIds` those of it alone. */
  batchId: id.optional(),
  inspectionIds: z.array(id).max(STOCK_UNITS_MAX).optional(),
  shopAccountId: id,
  title: lineText(60).default(''),
  skus: skuPrices.min(1),
  priceConfirmed: z.boolean().default(false),
})
export const goods = {
  list: read({
    path: '/api/goods/list',
    title: '商品列表',
    live: ['listing'],
    input: z.strictObject({
      ...paging,
      channel: oneOrMany(channel).optional(),
      kind: listingKind.optional(),
      state: listingState.optional(),
      entryState: oneOrMany(entryState).optional(),
      code: soughtCode.optional(),
      keyword: text(60).optional(),
      modelId: oneOrMany(z.string().max(60)).optional(),
      grade: oneOrMany(grade).optional(),
      shopAccountId: oneOrMany(id).optional(),
      scheduleDate: day.optional(),
      /** The goods of which the marketplace refused a change for good, until somebody has decided about it. */
      refused: z.boolean().optional(),
      ...changedSince,
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
    live: ['listing'],
    input: z.strictObject({ listingId: id }),
    output: listingDetail,
    refusals: ['NOT_FOUND'],
    ids: ['listingId'],
    example: { listingId: NO_ID },
  }),
  listable: read({
    path: '/api/goods/detect_list',
    title: '可上架手机',
    live: ['inspection'],
    access: { anyOf: ['/api/goods/publish'] },
    input: z.strictObject({
      ...paging,
      channel,
      code: soughtCode.optional(),
      modelId: oneOrMany(z.string().max(60)).optional(),
      grade: oneOrMany(grade).optional(),
      shopAccountId: oneOrMany(id).optional(),
      batchId: id.optional(),
      /** These phones alone, those of them that may be listed. */
      inspectionIds: z.array(id).min(1).max(200).optional(),
      ...countedBy(['modelId', 'grade', 'shopAccountId']),
    }),
    output: listOf(listableUnit).extend(optionCounts),
    ids: ['shopAccountId', 'batchId', 'inspectionIds'],
    example: { channel: 'auction' },
  }),
  publish: write({
    path: '/api/goods/publish',
    title: '发布商品',
    audit: '发布商品',
    /** One entry a listing; each is accepted or refused by itself. */
    input: z.discriminatedUnion('channel', [
      z.strictObject({ channel: z.literal('auction'), listings: z.array(auctionListing).min(1).max(50) }),
      z.strictObject({
        channel: z.literal('curated'),
        listings: z
          .array(z.discriminatedUnion('kind', [curatedSingle, curatedStock]))
          .min(1)
          .max(50),
      }),
    ]),
    output: z.strictObject({ results: z.array(rowResult) }),
    refusals: [],
    ids: ['listings.inspectionIds', 'listings.shopAccountId', 'listings.batchId'],
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
      /** 补货 adds phones to a listing of stock, and puts one that was sold out on sale again. */
      action: z.enum(['off_shelf', 'relist', 'change_price', 'delete', 'restock', 'accept_offer', 'refuse_offer']),
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
            /** Of a single listing of the curated channel. */
            priceFen: fen.min(1).optional(),
            /** Of a listing of stock; those that are left out stay. */
            skus: skuPrices.optional(),
            /** The phones that are added. */
            inspectionIds: z.array(id).max(STOCK_UNITS_MAX).optional(),
            priceConfirmed: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(50),
    }),
    output: z.strictObject({ results: z.array(rowResult) }),
    refusals: [],
    ids: ['rows.listingId', 'rows.inspectionIds'],
    example: { action: 'off_shelf', rows: [{ listingId: NO_ID }] },
  }),
  edit: write({
    path: '/api/goods/edit',
    title: '编辑商品',
    audit: '编辑商品',
    input: z.strictObject({
      listingId: id,
      version,
      /** Fields that are left out stay; the lengths are counted as the marketplace counts them. */
      title: lineText(60).optional(),
      content: text(5000).optional(),
      /** The photographs that buyers see, in their order; the first is the cover. */
      photoIds: z.array(id).min(1).max(30).optional(),
      priceFen: fen.min(1).optional(),
      skus: skuPrices.optional(),
      priceConfirmed: z.boolean().default(false),
    }),
    output: z.strictObject({ listing: listingDetail, changed: z.boolean() }),
    refusals: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'STATE_CHANGED',
      'TITLE_INVALID',
      'CONTENT_INVALID',
      'PHOTO_CHOICE_INVALID',
      'PRICE_INVALID',
      'PRICE_NEEDS_CONFIRMATION',
      'LISTING_HAS_BIDS',
      'MARKETPLACE_REFUSED',
    ],
    ids: ['listingId', 'photoIds'],
    example: { listingId: NO_ID, version: 1, title: '苹果 iPhone 13 128GB 95新' },
  }),
  status: read({
    path: '/api/goods/detail/status',
    title: '商品实时状态',
    live: ['listing'],
    access: { anyOf: ['/api/goods/list', '/api/goods/detail'] },
    input: z.strictObject({ listingIds: z.array(id).min(1).max(50) }),
    /** Rows in the order asked; what is not the merchant's is left out. */
    output: z.strictObject({ rows: z.array(listingStatus) }),
    ids: ['listingIds'],
    example: { listingIds: [NO_ID] },
  }),
  outIdMap: read({
    path: '/api/goods/detail/out_id_map',
    title: '外部编码对照',
    live: ['listing'],
    access: { anyOf: ['/api/goods/list', '/api/goods/detail'] },
    input: z.strictObject({
      ...paging,
      code: z.string().trim().max(64).optional(),
      listingId: id.optional(),
    }),
    output: listOf(
      z.strictObject({
        listingId: id,
        title: z.string(),
        channel,
        state: listingState,
        /** Our own code at the marketplace (商家编码). */
        outId: z.string(),
        /** The marketplace's numbers; empty until it has the product. */
        productId: z.string(),
        itemId: z.string(),
        barCode: z.string(),
        imei: z.string(),
        shopName: z.string(),
        createdAt: moment,
      }),
    ),
    ids: ['listingId'],
    example: {},
  }),
  batchInfo: read({
    path: '/api/goods/detect_info_by_batch_version',
    title: '批次版本质检信息',
    access: { anyOf: ['/api/goods/publish', '/api/goods/detail'] },
    /** Without a number the version that phones are added to. */
    input: z.strictObject({ batchId: id, batchVersion: z.int().min(1).max(1_000_000).optional() }),
    output: z.strictObject({
      batchId: id,
      batchNo: z.string(),
      batchVersion: z.int(),
      frozenAt: moment.nullable(),
      modelId: z.string(),
      modelName: z.string(),
      skuId,
      skuText: z.string(),
      grade,
      templateVersion: z.string(),
      groups: z.array(
        z.strictObject({
          name: z.string(),
          lines: z.array(z.strictObject({ itemName: z.string(), answer: z.string(), exception: z.boolean() })),
        }),
      ),
      units: z.array(
        z.strictObject({
          inspectionId: id,
          unitId: id,
          barCode: z.string(),
          imei: z.string(),
          grade: grade.nullable(),
          state: inspectionState,
          /** Null where no listing holds it. */
          listingId: id.nullable(),
        }),
      ),
      /** True where the batch has more phones than `units` shows. */
      unitsAreCapped: z.boolean(),
    }),
    refusals: ['NOT_FOUND'],
    ids: ['batchId'],
    example: { batchId: NO_ID },
  }),
  ...goodsPrices,
} as const

/** Beyond the specification: the sessions one can still enter, as the marketplace last told. */
export const auctionSessions = {
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
export const listingHandling = {
  ...requestCalls({
    path: '/api/ext/listing',
    what: '闲鱼',
    access: { anyOf: ['/api/goods/operate'] },
    input: z.strictObject({ listingId: id }),
    ids: ['listingId'],
    example: { listingId: NO_ID },
  }),
  askRetake: write({
    path: '/api/ext/listing/askRetake',
    title: '请质检员重拍',
    beyond: 'whoever sells and may not photograph asks for another picture',
    access: { anyOf: ['/api/goods/edit'] },
    audit: '请质检员重拍',
    /** Goods that the marketplace would not publish: the phone of their first picture goes to whoever photographs. */
    input: z.strictObject({ listingId: id }),
    output: z.strictObject({ inspectionId: id }),
    refusals: ['NOT_FOUND', 'STATE_CHANGED'],
    ids: ['listingId'],
    example: { listingId: NO_ID },
  }),
  setCost: write({
    path: '/api/ext/listing/setCost',
    title: '填写成本价',
    beyond: 'what a phone cost, from whoever bought it',
    access: { anyOf: ['field:costPrice'] },
    audit: '填写成本价',
    /** What phones cost; null where it is not known. */
    input: z.strictObject({
      rows: z
        .array(z.strictObject({ unitId: id, costPriceFen: fen.nullable() }))
        .min(1)
        .max(50),
    }),
    output: z.strictObject({ changed: z.int() }),
    refusals: ['NOT_FOUND'],
    ids: ['rows.unitId'],
    example: { rows: [{ unitId: NO_ID, costPriceFen: 200000 }] },
  }),
} as const
