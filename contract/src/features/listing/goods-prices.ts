import * as z from 'zod'
import { read } from '../../call.ts'
import { withRight } from '../../columns/field-rights.ts'
import { channel, fen, grade, moment, signedFen } from '../../shapes.ts'
import { referenceSource, skuId } from './rows.ts'

const ACCESS = { anyOf: ['/api/goods/publish', '/api/goods/edit', '/api/goods/operate'] }
/** What a phone is priced by. */
const pricedBy = { modelId: z.string().min(1).max(60), skuId, grade, channel }

/** 价格超出范围 · 成色倒挂 · 容量倒挂 · 明显偏低或变动过大 · 会亏 */
export const priceProblemCode = z.enum(['RANGE', 'MONOTONIC_GRADE', 'MONOTONIC_STORAGE', 'ALARM', 'MARGIN'])

const priceProblem = z.strictObject({
  code: priceProblemCode,
  /** `confirm` needs a second yes; `note` is said. */
  level: z.enum(['confirm', 'note']),
  message: z.string(),
})

/** What a grade of a model and SKU is worth and went for. */
export const levelRow = z.strictObject({
  grade,
  suggestedFen: fen.nullable(),
  source: referenceSource.nullable(),
  lowFen: fen.nullable(),
  highFen: fen.nullable(),
  /** Own deals of the last 30 days for this model, SKU and grade. */
  dealCount30d: z.int(),
  dealAverageFen: withRight('field:orderMoney', fen),
  /** The last ten of the same, newest first. */
  deals: z.array(z.strictObject({ at: moment, priceFen: withRight('field:orderMoney', fen) })),
})

/** What helps with prices; a part of the group `goods`. */
export const goodsPrices = {
  levelPrices: read({
    path: '/api/goods/query_level_price',
    title: '各成色价格',
    access: ACCESS,
    input: z.strictObject({ modelId: z.string().min(1).max(60), skuId, channel }),
    output: z.strictObject({
      levels: z.array(levelRow),
    }),
    refusals: ['MODEL_UNKNOWN'],
    example: { modelId: 'apple-iphone-13', skuId: '128GB/午夜色', channel: 'curated' },
  }),
  priceRange: read({
    path: '/api/goods/xy_price_range',
    title: '价格范围',
    access: ACCESS,
    input: z.strictObject({ rows: z.array(z.strictObject(pricedBy)).min(1).max(50) }),
    /** In the order asked; null where nothing says what they are worth. A price outside has to be confirmed. */
    output: z.strictObject({
      rows: z.array(
        z.strictObject({
          ...pricedBy,
          referenceFen: fen.nullable(),
          lowFen: fen.nullable(),
          highFen: fen.nullable(),
          source: referenceSource.nullable(),
        }),
      ),
    }),
    example: {
      rows: [{ modelId: 'apple-iphone-13', skuId: '128GB/午夜色', grade: '95', channel: 'curated' }],
    },
  }),
  priceRule: read({
    path: '/api/goods/xy_price_rule',
    title: '价格规则检查',
    access: ACCESS,
    input: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            ...pricedBy,
            priceFen: fen,
            /** What it was until now; a large change asks for a second look. */
            oldPriceFen: fen.optional(),
            costPriceFen: fen.optional(),
          }),
        )
        .min(1)
        .max(50),
    }),
    /** In the order asked. Prices are compared with those of the other rows and of what is on sale. */
    output: z.strictObject({
      rows: z.array(
        z.strictObject({
          problems: z.array(priceProblem),
          referenceFen: fen.nullable(),
          source: referenceSource.nullable(),
          /** The price less the fees and the cost, and its share of the price in hundredths; null without a cost. */
          marginFen: signedFen.nullable(),
          marginPercent: z.int().nullable(),
        }),
      ),
    }),
    example: {
      rows: [{ modelId: 'apple-iphone-13', skuId: '128GB/午夜色', grade: '95', channel: 'curated', priceFen: 260000 }],
    },
  }),
} as const
