import { SETTLEMENT_ITEM_LABELS } from '@huanji/domain/fees/statement'
import * as z from 'zod'
import { read, write } from '../../call.ts'
import { STATEMENT_BODY_BYTES, STATEMENT_CHARS_MAX } from '../../constants.ts'
import { codesOf } from '../../labels.ts'
import { fen, filledText, id, listOf, moment, oneOrMany, paging, stateCounts, version } from '../../shapes.ts'
import { billDirection } from '../bill/rows.ts'
import { STATEMENT_ANSWER_LABELS } from './labels.ts'
import { differenceKind, type findingAction, findingRow, findingState } from './rows.ts'

const NO_FINDING = '01890000-0000-7000-8000-000000000000'

export type FindingAction = z.output<typeof findingAction>

/** One reconciliation: over what, and what came of it. */
export const billCheckRun = z.strictObject({
  checkId: id,
  scope: z.enum(['all', 'recent', 'file']),
  state: z.enum(['running', 'done', 'failed']),
  /** Orders taken in or paid out since; null where all were looked at. */
  since: moment.nullable(),
  checked: z.int(),
  found: z.int(),
  resolved: z.int(),
  /** Empty for the one of every night. */
  requestedBy: z.string(),
  problem: z.string(),
  createdAt: moment,
  finishedAt: moment.nullable(),
})

const RECONCILE = '/api/ext/bill/reconcile'

const MAY_RECONCILE = { anyOf: [RECONCILE] }

const settled = z.strictObject({ finding: findingRow })

const settling = { findingId: id, version }

const reason = filledText(200)

const REFUSED = ['NOT_FOUND', 'VERSION_CONFLICT', 'STATE_CHANGED', 'FINDING_ASKED'] as const

const EXAMPLE = { findingId: NO_FINDING, version: 1, reason: '与闲鱼客服核实' }

/** 对账: what differs between the bills, the marketplace, the formula and imported files (docs/domain.md §8.6). */
export const billCheck = {
  list: read({
    path: RECONCILE,
    title: '对账差异',
    live: ['reconciliation'],
    input: z.strictObject({
      ...paging,
      state: findingState.optional(),
      kind: oneOrMany(differenceKind).optional(),
      orderNo: z.string().trim().max(40).optional(),
    }),
    output: listOf(findingRow).extend({
      counts: stateCounts,
      /** Findings of each kind that wait for somebody. */
      kindCounts: stateCounts,
      /** The newest one, running or not; null before the first. */
      lastCheck: billCheckRun.nullable(),
    }),
    example: {},
  }),
  run: write({
    path: '/api/ext/bill/reconcile/run',
    title: '开始对账',
    access: MAY_RECONCILE,
    /** In the background; one that runs already is answered. `recent` looks at what moved within ninety days. */
    input: z.strictObject({ scope: z.enum(['all', 'recent']).default('recent') }),
    output: z.strictObject({ check: billCheckRun }),
    example: { scope: 'recent' },
  }),
  makeBills: write({
    path: '/api/ext/bill/reconcile/makeBills',
    title: '补这笔账',
    access: MAY_RECONCILE,
    input: z.strictObject({ ...settling, reason }),
    output: settled,
    refusals: [...REFUSED, 'BILLS_EXIST', 'ORDER_NOT_COMPLETED'],
    ids: ['findingId'],
    audit: '补这笔账',
    example: EXAMPLE,
  }),
  takeLines: write({
    path: '/api/ext/bill/reconcile/takeLines',
    title: '照结算单补上',
    access: MAY_RECONCILE,
    /** The settlement, or movement, that the marketplace's file has and no message told of. */
    input: z.strictObject({ ...settling, reason }),
    output: settled,
    refusals: [...REFUSED, 'FINDING_FILE_GONE'],
    ids: ['findingId'],
    audit: '照结算单补上',
    example: EXAMPLE,
  }),
  refetch: write({
    path: '/api/ext/bill/reconcile/refetch',
    title: '向闲鱼再查一次',
    access: MAY_RECONCILE,
    /** The order and its settlements are asked for again in the background; then the order is compared anew. */
    input: z.strictObject({ ...settling, reason }),
    output: settled,
    refusals: REFUSED,
    ids: ['findingId'],
    audit: '向闲鱼再查一次',
    example: EXAMPLE,
  }),
  accept: write({
    path: '/api/ext/bill/reconcile/accept',
    title: '知道了，先不处理',
    access: MAY_RECONCILE,
    /** It comes back if its amounts change. */
    input: z.strictObject({ ...settling, reason }),
    output: settled,
    refusals: REFUSED,
    ids: ['findingId'],
    audit: '知道了，先不处理',
    example: EXAMPLE,
  }),
  adjust: write({
    path: '/api/ext/bill/adjust',
    title: '手工记一笔',
    /**
     * A row of its own, booked by a person; no money moves at the marketplace. The order is compared again first: refused
     * where it differs no more (STATE_CHANGED), or otherwise than was seen (VERSION_CONFLICT).
     */
    input: z.strictObject({ ...settling, direction: billDirection, amountFen: fen.min(1, '金额应大于0'), reason }),
    output: settled,
    refusals: REFUSED,
    ids: ['findingId'],
    audit: '手工记一笔',
    example: { ...EXAMPLE, direction: 'in', amountFen: 1 },
  }),
} as const

/** What stands against a line: nothing, what a comparison will show, or why it is left out. */
export const statementAnswer = z.enum(codesOf(STATEMENT_ANSWER_LABELS))

const statementLine = z.strictObject({
  /** In the file, counted from 1. */
  line: z.int(),
  number: z.string(),
  orderNo: z.string(),
  item: z.string(),
  direction: billDirection.nullable(),
  amountFen: fen.nullable(),
  occurredAt: moment.nullable(),
  answer: statementAnswer,
  message: z.string(),
})

const statementFile = z.strictObject({
  fileName: filledText(200),
  text: z.string().min(1, '文件是空的，请重新选择').max(STATEMENT_CHARS_MAX, '文件过大，请按日期分段下载后导入'),
})

const FILE_EXAMPLE = {
  fileName: 'statement.csv',
  text: `结算单号,订单号,店铺,渠道,项目,收支,金额(元),结算时间,备注\r\nJS000000000001,3800000000000000001,shop,鱼市,${SETTLEMENT_ITEM_LABELS.deal},收入,2000.00,2026-11-20 10:00:00,\r\n`,
}

/** 导入结算单: the file that the marketplace's console gives, compared with the bills. It changes no bill by itself. */
export const billImport = {
  preview: read({
    path: '/api/ext/bill/import/preview',
    title: '预览结算单',
    access: MAY_RECONCILE,
    input: statementFile,
    output: z.strictObject({
      shopName: z.string(),
      lines: z.array(statementLine),
      counts: stateCounts,
      /** How many lines would be taken over. */
      takenCount: z.int(),
    }),
    refusals: ['STATEMENT_INVALID'],
    bodyLimitBytes: STATEMENT_BODY_BYTES,
    example: FILE_EXAMPLE,
  }),
  take: write({
    path: '/api/ext/bill/import',
    title: '导入结算单',
    access: MAY_RECONCILE,
    /** The lines are kept and compared in the background. A file that was imported before changes nothing. */
    input: statementFile,
    output: z.strictObject({ newCount: z.int(), lineCount: z.int() }),
    refusals: ['STATEMENT_INVALID'],
    audit: '导入结算单',
    bodyLimitBytes: STATEMENT_BODY_BYTES,
    example: FILE_EXAMPLE,
  }),
} as const
