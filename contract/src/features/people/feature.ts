import { closed, defineFeature } from '../../feature.ts'
import { optionsOf } from '../../labels.ts'
import { adminEmployee, employee, employeeSignIn } from './employee.ts'
import { EMPLOYEE_STATUS_LABELS } from './labels.ts'
import { role } from './role.ts'
import { employeeColumns, roleColumns } from './rows.ts'
import { employeeNaming } from './words.ts'

export const peopleFeature = defineFeature({
  groups: {
    adminEmployee: { title: '所在商家', calls: adminEmployee, keys: closed('登录和本人账号只供人使用') },
    employee: { title: '员工', calls: employee, keys: closed('员工和权限只由人管理') },
    employeeSignIn: {
      title: '员工登录',
      calls: employeeSignIn,
      keys: closed('员工和权限只由人管理'),
      beyond:
        'a password belongs to the phone number, which may work for others, so a merchant cannot set it; it can ask for a new one and end sessions',
    },
    role: { title: '角色', calls: role, keys: closed('员工和权限只由人管理') },
  },
  pages: {
    staff: {
      path: '/account/staff',
      title: '员工账号',
      group: 'account',
      params: { takes: ['keyword', 'roleId'] },
      posts: ['manager'],
      needs: [employee.list],
      actions: [
        { title: '查看员工', grant: employee.list, posts: ['manager'] },
        {
          title: '添加、编辑员工',
          grant: employee.edit,
          power: 'people',
          needs: [employee.list],
          begins: ['添加员工'],
        },
        { title: '启用、停用', grant: employee.updateStatus, power: 'people', needs: [employee.list] },
        { title: '要求重设密码', grant: employeeSignIn.requirePasswordReset, needs: [employee.list] },
        { title: '结束登录', grant: employeeSignIn.endSessions, needs: [employee.list] },
        { title: '删除员工', grant: employee.del, power: 'people', needs: [employee.list] },
      ],
    },
    roles: {
      path: '/account/role',
      title: '角色权限',
      group: 'account',
      posts: ['manager'],
      needs: [role.list],
      actions: [
        { title: '查看角色', grant: role.list, posts: ['manager'] },
        { title: '添加、编辑角色', grant: role.edit, power: 'people', needs: [role.list], begins: ['新建角色'] },
        { title: '删除角色', grant: role.del, power: 'people', needs: [role.list] },
      ],
    },
    roleEditor: {
      path: '/account/role/edit',
      title: '编辑角色',
      group: null,
      highlights: '/account/role',
      params: { takes: ['roleId', 'copyOf'] },
      posts: ['manager'],
    },
  },
  lists: {
    staff: { call: employee.list, columns: employeeColumns, naming: employeeNaming },
    roles: { call: role.list, columns: roleColumns },
  },
  bulk: {
    'employee.disable': {
      title: '停用',
      list: employee.list,
      call: employee.updateStatus,
      idField: 'staffId',
      inputField: 'staffId',
      allowed: 'disable',
      fixed: { status: 'disabled' },
    },
    'employee.enable': {
      title: '启用',
      list: employee.list,
      call: employee.updateStatus,
      idField: 'staffId',
      inputField: 'staffId',
      allowed: 'enable',
      fixed: { status: 'active' },
    },
    'employee.endSessions': {
      title: '结束登录',
      list: employee.list,
      call: employeeSignIn.endSessions,
      idField: 'staffId',
      inputField: 'staffId',
      allowed: 'endSessions',
    },
    'employee.requirePasswordReset': {
      title: '要求重设密码',
      list: employee.list,
      call: employeeSignIn.requirePasswordReset,
      idField: 'staffId',
      inputField: 'staffId',
      allowed: 'requirePasswordReset',
    },
  },
  topics: ['people'],
  dictionaries: {
    employeeStatus: optionsOf(EMPLOYEE_STATUS_LABELS),
  },
})
