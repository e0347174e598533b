import { STOCK_FIELDS } from '@huanji/domain/stock/stock-row'
import * as z from 'zod'
import { read, write } from '../../call.ts'
import { withRight } from '../../columns/field-rights.ts'
import { STOCK_BODY_BYTES, STOCK_MODELS_MAX, STOCK_ROWS_MAX } from '../../constants.ts'
import { codesOf } from '../../labels.ts'
import { channel, fen, filledText, id, listOf, nothing, paging, text } from '../../shapes.ts'
import { STOCK_ANSWER_LABELS, STOCK_RESULT_LABELS } from './labels.ts'
import { stockImportRow } from './rows.ts'

const NO_ID = '01890000-0000-7000-8000-000000000000'

/** A table has at most so many columns that anybody looks at, and a cell so many characters. */
const HEADS_MAX = 60

const CELL_MAX = 200

const ROWS_OF_A_PAGE = 200

/** What a column of a table holds: IMEI · 副IMEI · 序列号 · 机型 · 内存 · 颜色 · 成色 · 进价 · 入库日期 · 供应商 · 备注 */
export const stockField = z.enum(STOCK_FIELDS)

/**
 * What a line comes to: 将新建 · 更新成本 · 表中机型与在库不同 · 成本变化过半 · 已在库 · 错误. Those of the third and fourth kind are
 * taken over where a person has confirmed them.
 */
export const stockAnswer = z.enum(codesOf(STOCK_ANSWER_LABELS))

/** What became of a line: 待导入 · 已新建 · 已更新成本 · 无变化 · 未导入 · 已取消 · 已撤销 · 撤销时保留 */
export const stockResult = z.enum(codesOf(STOCK_RESULT_LABELS))

const cell = text(CELL_MAX)

/** A table as it was written, with what its columns hold. */
const table = {
  /** The channel on which the phones will be inspected. */
  channel,
  /** What each cell of a row is, in their order. */
  fields: z
    .array(stockField)
    .min(1)
    .max(STOCK_FIELDS.length)
    .refine((fields) => new Set(fields).size === fields.length, '同一项不能对应两列'),
  rows: z
    .array(
      z.strictObject({
        /** The line of the file, as a person finds it there. */
        line: z.int().min(1).max(1_000_000),
        cells: z.array(cell).max(STOCK_FIELDS.length),
      }),
    )
    .min(1)
    .max(STOCK_ROWS_MAX, `一次最多导入 ${STOCK_ROWS_MAX.toLocaleString('en-US')} 行，请分批导入`)
    .refine((rows) => new Set(rows.map(({ line }) => line)).size === rows.length, '行号不能重复'),
  /** Which model of the catalogue a text means that names none: once for all rows with this text. */
  models: z
    .array(z.strictObject({ text: cell, modelId: z.string().min(1).max(60) }))
    .max(STOCK_MODELS_MAX)
    .default([]),
}

const counts = z.strictObject({
  new: z.int(),
  known: z.int(),
  differs: z.int(),
  jumps: z.int(),
  same: z.int(),
  refused: z.int(),
})

const judgedRow = z.strictObject({
  line: z.int(),
  answer: stockAnswer,
  /** Why it is refused, or what of it is to be known; what it costs stands in the fields that need a right alone. */
  message: z.string(),
  /** The code that the phone is known by, normalised; as it was written where it cannot be read. */
  code: z.string(),
  /** Model and SKU; empty where they are not known. */
  title: z.string(),
  beforeFen: withRight('field:costPrice', fen),
  costFen: withRight('field:costPrice', fen),
})

const doneRow = z.strictObject({
  line: z.int(),
  result: stockResult,
  message: z.string(),
  code: z.string(),
  /** What was written of its model. */
  title: z.string(),
  /** What the phone had cost before a line that changed it. */
  beforeFen: withRight('field:costPrice', fen),
  costFen: withRight('field:costPrice', fen),
  inspectionId: id.nullable(),
})

const START = { anyOf: ['/api/ext/stockImport/start'] }

const EXAMPLE = {
  channel: 'auction',
  fields: ['imei', 'model', 'storage', 'colour', 'cost'],
  rows: [{ line: 2, cells: ['490154203237518', '苹果13', '128G', '午夜色', '¥1,234.00'] }],
} as const satisfies z.input<z.ZodObject<typeof table>>

/** Beyond the specification: stock and cost from the tables that merchants keep. */
export const importedStock = {
  heads: read({
    path: '/api/ext/stockImport/heads',
    title: '识别导入表头',
    access: START,
    keepsEmpties: true,
    input: z.strictObject({ titles: z.array(cell).min(1).max(HEADS_MAX) }),
    /** What somebody of the merchant said these heads hold; null where nobody has. */
    output: z.strictObject({ fields: z.array(stockField.nullable()).nullable() }),
    example: { titles: ['IMEI', '机型'] },
  }),
  check: read({
    path: '/api/ext/stockImport/check',
    title: '核对库存表',
    rate: 'search',
    access: START,
    keepsEmpties: true,
    bodyLimitBytes: STOCK_BODY_BYTES,
    input: z.strictObject(table),
    /** One answer a line, in their order; changes nothing. */
    output: z.strictObject({
      rows: z.array(judgedRow),
      counts,
      /** Texts that name no model for certain, most lines first, with the model that was chosen for each. */
      texts: z.array(
        z.strictObject({
          text: z.string(),
          count: z.int(),
          modelId: z.string().nullable(),
          guesses: z.array(z.strictObject({ modelId: z.string(), title: z.string() })),
        }),
      ),
    }),
    example: EXAMPLE,
  }),
  start: write({
    path: '/api/ext/stockImport/start',
    title: '导入库存',
    rate: 'upload',
    keepsEmpties: true,
    audit: '导入库存',
    bodyLimitBytes: STOCK_BODY_BYTES,
    input: z.strictObject({
      ...table,
      name: filledText(100),
      /** The lines that a person confirmed: of the same phone although the table names another one, or of a cost far from the known one. */
      confirmed: z.array(z.int().min(1).max(1_000_000)).max(STOCK_ROWS_MAX).default([]),
      /** The heads of the file and what each holds, kept for the next file with the same. */
      heads: z
        .array(z.strictObject({ title: cell, field: stockField.nullable() }))
        .max(HEADS_MAX)
        .default([]),
    }),
    output: z.strictObject({ importId: id, total: z.int() }),
    refusals: ['STOCK_IMPORT_EMPTY', 'STOCK_IMPORT_BUSY'],
    example: { ...EXAMPLE, name: '11月库存.xlsx' },
  }),
  list: read({
    path: '/api/ext/stockImport/list',
    title: '库存导入记录',
    live: ['stockImport'],
    access: START,
    input: z.strictObject(paging),
    /** Newest first. */
    output: listOf(stockImportRow),
    example: {},
  }),
  rows: read({
    path: '/api/ext/stockImport/rows',
    title: '库存导入结果',
    live: ['stockImport'],
    access: START,
    input: z.strictObject({
      importId: id,
      result: stockResult.optional(),
      /** Only lines behind this one of the file: those of the next page. */
      afterLine: z.int().min(0).default(0),
      limit: z.int().min(1).max(ROWS_OF_A_PAGE).default(50),
    }),
    output: z.strictObject({ import: stockImportRow, rows: z.array(doneRow), hasMore: z.boolean() }),
    refusals: ['NOT_FOUND'],
    ids: ['importId'],
    example: { importId: NO_ID },
  }),
  cancel: write({
    path: '/api/ext/stockImport/cancel',
    title: '取消库存导入',
    access: START,
    audit: '取消库存导入',
    /** Lines that are done stay done, the others are skipped. */
    input: z.strictObject({ importId: id }),
    output: nothing,
    refusals: ['NOT_FOUND', 'STATE_CHANGED'],
    ids: ['importId'],
    example: { importId: NO_ID },
  }),
  undo: write({
    path: '/api/ext/stockImport/undo',
    title: '撤销库存导入',
    access: START,
    audit: '撤销库存导入',
    /**
     * Takes back what the import made; phones to which something has happened since stay, and are named. As long as some
     * stay the import can be undone again, for what is free by then.
     */
    input: z.strictObject({ importId: id }),
    output: z.strictObject({ undoneCount: z.int(), keptCount: z.int() }),
    refusals: ['NOT_FOUND', 'STATE_CHANGED', 'STOCK_IMPORT_TOO_OLD', 'STOCK_IMPORT_COST_CLOSED'],
    ids: ['importId'],
    example: { importId: NO_ID },
  }),
} as const
