import * as z from 'zod'
import { read, write } from '../../call.ts'
import { COST_ROWS_MAX } from '../../constants.ts'
import { fen, id, listOf, moment, paging, text } from '../../shapes.ts'

const NO_ID = '01890000-0000-7000-8000-000000000000'

/**
 * What a line of a list of costs comes to: 可导入 · 无变化 · 缺少编号 · 查无此机 · 编号类型不对 · 对应多台 · 重复 · 已售 · 变化大 · 不是价格.
 * Only `good` is taken; `sold` and `jumps` too where the person says so.
 */
export const costRowResult = z.enum([
  'good',
  'unchanged',
  'no_code',
  'unknown',
  'wrong_kind',
  'several',
  'doubled',
  'sold',
  'jumps',
  'no_price',
])

const rows = z
  .array(
    z.strictObject({
      /** The line of the file, as a person finds it there; without it the place in this list, from 1. */
      line: z.int().min(1).max(1_000_000).optional(),
      code: z.string().trim().max(64).default(''),
      price: z.string().trim().max(40).default(''),
    }),
  )
  .min(1)
  .max(COST_ROWS_MAX)

/** Lines as they were written: a code of a phone, and what it cost. */
const costList = {
  rows,
  /** Takes phones as well that are sold and whose cost is known: it changes the margin of what was sold. */
  withSold: z.boolean().default(false),
  /** Takes costs as well that change by more than 30 %, or lie above what the phone is offered at. */
  withJumps: z.boolean().default(false),
}

const judgedRow = z.strictObject({
  line: z.int(),
  /** As it was given, so that a person finds the line. */
  code: z.string(),
  price: z.string(),
  result: costRowResult,
  message: z.string(),
  barCode: z.string(),
  title: z.string(),
  beforeFen: fen.nullable(),
  /** Null where the line holds no price. */
  afterFen: fen.nullable(),
})

/** One answer a line, in their order; a wrong line holds up no other. */
const judged = { rows: z.array(judgedRow), goodCount: z.int() }

const importRow = z.strictObject({
  importId: id,
  /** What the person called it, or the file's name. */
  name: z.string(),
  unitCount: z.int(),
  importedBy: z.string(),
  importedAt: moment,
  undoneBy: z.string().nullable(),
  undoneAt: moment.nullable(),
})

const COST = { anyOf: ['field:costPrice'] }

/** Beyond the specification: what many phones cost, from a list that somebody keeps elsewhere. */
export const phoneCost = {
  check: read({
    path: '/api/ext/cost/check',
    title: '核对成本价',
    rate: 'search',
    access: COST,
    input: z.strictObject(costList),
    output: z.strictObject(judged),
    example: { rows: [{ code: '490154203237518', price: '1,234.5' }] },
  }),
  import: write({
    path: '/api/ext/cost/import',
    title: '导入成本价',
    access: COST,
    audit: '导入成本价',
    input: z.strictObject({ ...costList, name: text(100).default('') }),
    /** Without an id where no line could be taken. */
    output: z.strictObject({ importId: id.nullable(), ...judged }),
    example: { rows: [{ code: '490154203237518', price: '￥1234' }], name: '采购单' },
  }),
  imports: read({
    path: '/api/ext/cost/imports',
    title: '成本价导入记录',
    live: ['cost'],
    access: COST,
    input: z.strictObject(paging),
    /** Newest first. */
    output: listOf(importRow),
    example: {},
  }),
  undo: write({
    path: '/api/ext/cost/undo',
    title: '撤销成本价导入',
    access: COST,
    audit: '撤销成本价导入',
    input: z.strictObject({ importId: id }),
    /** Phones whose cost was changed since keep it. */
    output: z.strictObject({ restoredCount: z.int(), keptCount: z.int() }),
    refusals: ['NOT_FOUND', 'COST_IMPORT_UNDONE'],
    ids: ['importId'],
    example: { importId: NO_ID },
  }),
} as const
