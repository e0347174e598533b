import * as z from 'zod'
import { BULK_KEYS } from '../../bulk-keys.ts'
import { read, write } from '../../call.ts'
import { id, moment, nothing, text } from '../../shapes.ts'

const NO_TASK = '01890000-0000-7000-8000-000000000000'
/** So large may a filter or a further input be, in characters of JSON. */
const FIELDS_CHARACTERS = 8000
const EXCLUDED_MAX = 1000

/** The key of something that can be done for all rows of a filter. */
export const bulkAction = z.enum(BULK_KEYS)

const fieldValue = z.union([text(200), z.number(), z.boolean(), z.array(text(100)).max(50)])

/** Fields of another call's input, which that call's own rules check. */
const fields = z
  .record(z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, '筛选项不存在'), fieldValue)
  .refine((value) => JSON.stringify(value).length <= FIELDS_CHARACTERS, '筛选条件过多，请减少后重试')

/** 进行中 · 已完成 · 已取消 */
export const taskState = z.enum(['running', 'done', 'cancelled'])

/** A task as lists show it. `total` is `doneCount + failedCount + skippedCount` and what is still to be done. */
export const taskRow = z.strictObject({
  taskId: id,
  action: z.string(),
  /** What it does, as a verb: 下架. */
  title: z.string(),
  state: taskState,
  total: z.int(),
  /** The filter found more rows than a task takes: these are the first of them. */
  totalIsCapped: z.boolean(),
  doneCount: z.int(),
  failedCount: z.int(),
  /** Rows that did not allow the action when the task was made, or that it did not come to. */
  skippedCount: z.int(),
  /** Why the task ended before its rows did; empty otherwise. */
  problem: z.string(),
  /** False for one that has ended since the person last looked. */
  isSeen: z.boolean(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  /** When the task and its results are removed. */
  expiresAt: moment,
})

/**
 * Long work: one call a row for everything that a list's filter finds, done in the background for the person who asked
 * (docs/jobs.md). A task is its owner's alone; for anyone else it does not exist.
 */
export const task = {
  create: write({
    path: '/api/ext/task/create',
    title: '开始批量操作',
    access: 'signedIn',
    /**
     * The rows are those that the filter finds now, at most 10,000 in the list's order. `filter` is the input of the
     * list's call without paging, `input` what the action asks for once for all rows (`asks` in BULK_ACTIONS).
     */
    input: z.strictObject({
      action: bulkAction,
      filter: fields,
      excludedIds: z.array(id).max(EXCLUDED_MAX).optional(),
      input: fields.optional(),
    }),
    output: z.strictObject({ taskId: id, total: z.int(), totalIsCapped: z.boolean() }),
    refusals: ['TASK_NOT_GRANTED', 'TASK_INPUT_INVALID', 'TASK_EMPTY', 'TASK_LIMIT', 'TASK_DAY_LIMIT'],
    example: { action: 'listing.takeOff', filter: { state: 'on_sale' } },
  }),
  get: read({
    path: '/api/ext/task/get',
    title: '批量操作详情',
    live: ['task'],
    access: 'signedIn',
    input: z.strictObject({ taskId: id }),
    output: taskRow.extend({
      /** The first 200 rows that failed, in the list's order. */
      failures: z.array(z.strictObject({ label: z.string(), message: z.string() })),
      /** Why rows were skipped and how many for each reason, most first; at most 20 reasons. */
      skips: z.array(z.strictObject({ message: z.string(), count: z.int() })),
    }),
    refusals: ['NOT_FOUND'],
    ids: ['taskId'],
    example: { taskId: NO_TASK },
  }),
  list: read({
    path: '/api/ext/task/list',
    title: '批量操作列表',
    live: ['task'],
    access: 'signedIn',
    input: z.strictObject({}),
    /** The person's newest 20. */
    output: z.strictObject({ tasks: z.array(taskRow) }),
    example: {},
  }),
  cancel: write({
    path: '/api/ext/task/cancel',
    title: '取消批量操作',
    access: 'signedIn',
    /** Rows that are done stay done, the others are skipped. A task that has ended stays as it is. */
    input: z.strictObject({ taskId: id }),
    output: nothing,
    refusals: ['NOT_FOUND'],
    ids: ['taskId'],
    example: { taskId: NO_TASK },
  }),
  retry: write({
    path: '/api/ext/task/retry',
    title: '重试失败的记录',
    access: 'signedIn',
    /** The rows that failed are done again, as they stand by then. */
    input: z.strictObject({ taskId: id }),
    output: nothing,
    refusals: ['NOT_FOUND', 'TASK_NOT_GRANTED', 'TASK_RUNNING', 'TASK_NOTHING_FAILED', 'TASK_LIMIT'],
    ids: ['taskId'],
    example: { taskId: NO_TASK },
  }),
  markSeen: write({
    path: '/api/ext/task/markSeen',
    title: '批量操作结果已读',
    access: 'signedIn',
    /** A task that still runs stays unseen. */
    input: z.strictObject({ taskId: id }),
    output: nothing,
    refusals: ['NOT_FOUND'],
    ids: ['taskId'],
    example: { taskId: NO_TASK },
  }),
} as const
