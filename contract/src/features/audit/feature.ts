import { defineFeature, some } from '../../feature.ts'
import { optionsOf } from '../../labels.ts'
import { auditTrail } from './calls.ts'
import { AUDIT_SUBJECT_LABELS } from './labels.ts'
import { auditColumns } from './rows.ts'

export const auditFeature = defineFeature({
  groups: {
    auditTrail: {
      title: '操作日志',
      calls: auditTrail,
      keys: some([auditTrail.list], '耗时较长，请在页面上核对'),
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
      needs: [auditTrail.list],
      actions: [
        { title: '查看日志', grant: auditTrail.list },
        { title: '核对日志', grant: auditTrail.verify, needs: [auditTrail.list] },
      ],
    },
  },
  lists: {
    audit: { call: auditTrail.list, columns: auditColumns },
  },
  dictionaries: {
    auditSubject: optionsOf(AUDIT_SUBJECT_LABELS),
  },
})
