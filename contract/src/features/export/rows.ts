import { EXPORT_STATES } from '@huanji/domain/states/export'
import * as z from 'zod'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { exportFormat } from '../../export-call.ts'
import { EXPORT_KEYS } from '../../export-keys.ts'
import { id, moment } from '../../shapes.ts'
import { EXPORT_FORMAT_LABELS } from './labels.ts'

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
