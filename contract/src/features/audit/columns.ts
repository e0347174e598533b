import { defineColumns } from '../../columns/define-columns.ts'
import { auditRow } from './rows.ts'

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
