import * as z from 'zod'
import { defineColumns } from '../../columns/define-columns.ts'
import { moment } from '../../shapes.ts'

/** What something was before or after: texts for a reader, keyed by what they are called. */
const facts = z.record(z.string(), z.string()).nullable()

export const auditRow = z.strictObject({
  /** Counts the merchant's entries from 1 without a gap. */
  sequence: z.int(),
  at: moment,
  /** The employee's name, or what acted by itself (系统, 闲鱼). */
  who: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  /** A call's path, or an event's name. */
  action: z.string(),
  actionLabel: z.string(),
  /** What kind of thing, such as `employee`. */
  subject: z.string(),
  subjectLabel: z.string(),
  before: facts,
  after: facts,
  requestId: z.string(),
})

export const auditColumns = defineColumns(auditRow, {
  at: { title: '时间', kind: 'moment', sort: { first: 'desc' } },
  who: { title: '操作人', kind: 'text' },
  action: { title: '操作', kind: 'text', value: 'actionLabel' },
  subject: { title: '对象', kind: 'text', value: ['subject', 'subjectLabel'] },
  change: { title: '变更内容', kind: 'changes', value: ['before', 'after'] },
  ip: { title: 'IP', kind: 'code' },
  device: { title: '登录设备', kind: 'text', value: 'userAgent' },
  sequence: { title: '序号', kind: 'count', hidden: true },
})
