import { EXPORT_STATES } from '@huanji/domain/states/export'
import * as z from 'zod'
import { read, write } from '../../call.ts'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { exportCall, exportFormat, exportInput } from '../../export-call.ts'
import { EXPORT_GRANTS, EXPORT_KEYS } from '../../export-keys.ts'
import { EXPORT_FORMAT_LABELS } from '../../labels.ts'
import { id, listOf, moment, nothing, paging, stateCounts } from '../../shapes.ts'
import { goods } from '../listing/goods.ts'

const NO_EXPORT = '01890000-0000-7000-8000-000000000000'

/** 排队中 · 生成中 · 可下载 · 生成失败 · 已取消 · 已过期 */
export const exportState = z.enum(['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'])
export const exportKind = z.enum(EXPORT_KEYS)

/** What can be done with an export: 下载 · 取消 · 重试 */
export const exportAction = z.enum(['download', 'cancel', 'retry'])

/** An export as its records show it. */
export const exportRow = z.strictObject({
  exportId: id,
  kind: exportKind,
  title: z.string(),
  format: exportFormat,
  /** The filter in words; empty for all rows. */
  filterText: z.string(),
  columnCount: z.int(),
  requestedBy: z.string(),
  isMine: z.boolean(),
  state: exportState,
  rowsDone: z.int(),
  /** Null until they have been counted. */
  rowsTotal: z.int().nullable(),
  /** How long it will take from now, as far as that can be said. */
  secondsLeft: z.int().nullable(),
  bytes: z.int(),
  /** Why it failed, or waits. */
  problem: z.string(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  /** When the file is removed; null while there is none. */
  expiresAt: moment.nullable(),
  /** False for one of the person's own that has ended since they last looked. */
  isSeen: z.boolean(),
  allowedActions: z.array(exportAction),
})

export const exportColumns = defineColumns(exportRow, {
  title: { title: '导出内容', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: labelsOf(EXPORT_STATES.states) },
  filter: { title: '筛选条件', kind: 'text', value: 'filterText' },
  rows: { title: '行数', kind: 'count', value: 'rowsDone' },
  bytes: { title: '大小', kind: 'count' },
  format: { title: '格式', kind: 'choice', labels: EXPORT_FORMAT_LABELS },
  requestedBy: { title: '导出人', kind: 'text' },
  createdAt: { title: '创建时间', kind: 'moment' },
  finishedAt: { title: '完成时间', kind: 'moment', hidden: true },
  expiresAt: { title: '有效期至', kind: 'moment' },
})

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
export const extExport = {
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
