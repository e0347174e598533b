import * as z from 'zod'
import { read, write } from '../../call.ts'
import { exportCall, exportInput } from '../../export-call.ts'
import { EXPORT_GRANTS } from '../../export-keys.ts'
import { id, listOf, moment, nothing, paging, stateCounts } from '../../shapes.ts'
import { goods } from '../listing/goods.ts'
import { exportKind, exportRow, exportState } from './rows.ts'

const NO_EXPORT = '01890000-0000-7000-8000-000000000000'

/** The parts of a list's input that say which page is asked for, and what of it, and not which rows there are. */
const PAGING = { page: true, pageSize: true, cursor: true, countBy: true } as const

/** The exports of goods, and the records of all exports (docs/specification.md §7). */
export const goodsExport = {
  create: exportCall({
    path: '/api/goods/export_create',
    title: '商品',
    input: exportInput(goods.list.input.omit(PAGING)).extend({ kind: z.literal('listings').default('listings') }),
  }),
  list: read({
    path: '/api/goods/export_list',
    title: '导出记录',
    live: ['export'],
    /** The person's own, and with `scope:allExports` everybody's; newest first. */
    input: z.strictObject({
      ...paging,
      state: exportState.optional(),
      kind: exportKind.optional(),
      mine: z.boolean().optional(),
    }),
    output: listOf(exportRow).extend({ counts: stateCounts }),
    example: {},
  }),
} as const

/** Whoever may ask for some export may look after their own. */
const KEEPERS = {
  anyOf: ['/api/goods/export_list', ...EXPORT_GRANTS],
}

/** Beyond the specification: what is done with an export that was asked for. Others' need `scope:allExports`. */
export const exportTasks = {
  cancel: write({
    path: '/api/ext/export/cancel',
    title: '取消导出',
    access: KEEPERS,
    /** The work ends at once, and what was written is removed. One that has ended in another way is refused. */
    input: z.strictObject({ exportId: id }),
    output: z.strictObject({ export: exportRow }),
    refusals: ['NOT_FOUND', 'STATE_CHANGED'],
    ids: ['exportId'],
    audit: '取消导出',
    example: { exportId: NO_EXPORT },
  }),
  retry: write({
    path: '/api/ext/export/retry',
    title: '重试导出',
    access: KEEPERS,
    /** Goes on after the last part that was written. */
    input: z.strictObject({ exportId: id }),
    output: z.strictObject({ export: exportRow }),
    refusals: ['NOT_FOUND', 'STATE_CHANGED', 'EXPORT_NOT_GRANTED', 'EXPORT_COLUMN_CLOSED', 'EXPORT_LIMIT'],
    ids: ['exportId'],
    audit: '重试导出',
    example: { exportId: NO_EXPORT },
  }),
  link: write({
    path: '/api/ext/export/link',
    title: '下载导出文件',
    access: KEEPERS,
    /** The file is loaded from `url` until `expiresAt`, a minute from now, by whoever has it. */
    input: z.strictObject({ exportId: id }),
    output: z.strictObject({ url: z.string(), fileName: z.string(), expiresAt: moment }),
    refusals: ['NOT_FOUND', 'STATE_CHANGED', 'EXPORT_NOT_GRANTED', 'EXPORT_COLUMN_CLOSED'],
    ids: ['exportId'],
    audit: '下载导出文件',
    answerIsSecret: true,
    example: { exportId: NO_EXPORT },
  }),
  seen: write({
    path: '/api/ext/export/seen',
    title: '导出结果已读',
    access: KEEPERS,
    /** One of the person's own; one that has not ended stays unseen. */
    input: z.strictObject({ exportId: id }),
    output: nothing,
    refusals: ['NOT_FOUND'],
    ids: ['exportId'],
    example: { exportId: NO_EXPORT },
  }),
} as const
