import { defineColumns } from '../../columns/define-columns.ts'
import { EMPLOYEE_STATUS_LABELS } from '../../labels.ts'
import { employeeRow } from './employee-rows.ts'
import { roleRow } from './role-rows.ts'

export const employeeColumns = defineColumns(employeeRow, {
  name: { title: '姓名', kind: 'text' },
  phone: { title: '手机号', kind: 'code' },
  roles: { title: '角色', kind: 'names' },
  status: { title: '状态', kind: 'state', labels: EMPLOYEE_STATUS_LABELS },
  lastSignIn: { title: '最近登录', kind: 'moment', value: 'lastSignInAt' },
  sessions: { title: '登录中的设备', kind: 'count', value: 'sessionCount' },
  password: { title: '密码', kind: 'flags', labels: { mustResetPassword: '需重设密码' } },
  createdAt: { title: '添加时间', kind: 'moment', hidden: true },
})

export const roleColumns = defineColumns(roleRow, {
  name: { title: '角色', kind: 'text' },
  kind: { title: '来源', kind: 'flags', labels: { isProtected: '系统', followsPreset: '和模板一样' } },
  members: { title: '员工数', kind: 'count', value: 'memberCount' },
  grants: { title: '权限数', kind: 'count', value: 'grantCount' },
  limit: { title: '单笔退款额度', kind: 'money', value: 'refundLimitFen' },
  updatedAt: { title: '更新时间', kind: 'moment' },
})
