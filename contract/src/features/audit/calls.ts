import * as z from 'zod'
import { read } from '../../call.ts'
import { defineColumns, sortOf } from '../../columns/define-columns.ts'
import { AUDIT_SUBJECT_LABELS } from '../../labels.ts'
import { countedBy, id, listOf, moment, oneOrMany, optionCounts, paging, text } from '../../shapes.ts'

/** What something was before or after: texts for a reader, keyed by what they are called. */
const facts = z.record(z.string(), z.string()).nullable()

type AuditSubject = keyof typeof AUDIT_SUBJECT_LABELS

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

/** Beyond the specification: the log of what changed people, rights and money (R-AUDIT-1). */
export const extAudit = {
  list: read({
    path: '/api/ext/audit/list',
    title: '操作日志',
    rate: 'search',
    input: z.strictObject({
      ...paging,
      from: moment.optional(),
      to: moment.optional(),
      /** Whose actions. */
      actorId: oneOrMany(id).optional(),
      action: oneOrMany(text(80)).optional(),
      subject: oneOrMany(z.enum(Object.keys(AUDIT_SUBJECT_LABELS) as AuditSubject[])).optional(),
      /** Part of the name of what was changed, or of the person who did it; of a long number its beginning. */
      keyword: text(40).optional(),
      ...countedBy(['actorId', 'action', 'subject']),
      sort: sortOf(auditColumns).optional(),
    }),
    output: listOf(auditRow).extend({
      /** Every action that stands in the log, for the filter. */
      actions: z.array(z.strictObject({ value: z.string(), label: z.string() })),
      ...optionCounts,
      sort: sortOf(auditColumns).nullable(),
    }),
    refusals: ['AUDIT_ACTION_UNKNOWN'],
    ids: ['actorId'],
    example: {},
  }),
  verify: read({
    path: '/api/ext/audit/verify',
    title: '核对日志',
    rate: 'search',
    input: z.strictObject({}),
    output: z.strictObject({
      /** True when every entry is there and is the one that was written. */
      isIntact: z.boolean(),
      entryCount: z.int(),
      /** The first entry that is missing or was changed, or null. */
      brokenAt: z.int().nullable(),
      checkedAt: moment,
    }),
    example: {},
  }),
} as const
