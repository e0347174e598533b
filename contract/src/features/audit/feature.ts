import { defineFeature, some } from '../../feature.ts'
import { optionsOf } from '../../labels.ts'
import { extAudit } from './calls.ts'
import { AUDIT_SUBJECT_LABELS } from './labels.ts'
import { auditColumns } from './rows.ts'

export const auditFeature = defineFeature({
  groups: {
    extAudit: {
      title: '操作日志',
      calls: extAudit,
      keys: some([extAudit.list], '耗时较长，请在页面上核对'),
      beyond: 'the audit log and the proof that it is whole',
    },
  },
  pages: {
    audit: {
      path: '/account/audit',
      beyond: 'who did what',
      title: '操作日志',
      group: 'account',
      params: { takes: ['actorId', 'actorId.label'] },
      needs: [extAudit.list],
      actions: [
        { title: '查看日志', grant: extAudit.list },
        { title: '核对日志', grant: extAudit.verify, needs: [extAudit.list] },
      ],
    },
  },
  lists: {
    audit: { call: extAudit.list, columns: auditColumns },
  },
  dictionaries: {
    auditSubject: optionsOf(AUDIT_SUBJECT_LABELS),
  },
})
