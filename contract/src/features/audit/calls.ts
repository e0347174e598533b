import * as z from 'zod'
import { read } from '../../call.ts'
import { sortOf } from '../../columns/define-columns.ts'
import { countedBy, id, listOf, moment, oneOrMany, optionCounts, paging, text } from '../../shapes.ts'
import { AUDIT_SUBJECT_LABELS } from './labels.ts'
import { auditColumns, auditRow } from './rows.ts'

type AuditSubject = keyof typeof AUDIT_SUBJECT_LABELS

/** Beyond the specification: the log of what changed people, rights and money (R-AUDIT-1). */
export const auditTrail = {
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
