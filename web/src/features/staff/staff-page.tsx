import { EMPLOYEE_STATUS_LABELS } from '@huanji/contract/features/people/labels'
import { employeeColumns } from '@huanji/contract/features/people/rows'
import { optionsOf } from '@huanji/contract/labels'
import { PAGES } from '@huanji/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList, type FilterOption } from '../../components/list/list-types.ts'
import { askListEarly } from '../../components/list/use-list-query.ts'
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts'
import tag from '../../components/state-tag/state-tag.module.css'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { can, loginInfo } from '../../session/session.ts'
import type { EmployeeRow } from '../people/types.ts'
import { addStaff, handOver, STAFF_ACTIONS } from './staff-actions.tsx'

const ROLES_AT_MOST = 200

async function roleOptions(): Promise<FilterOption[]> {
  const { list } = await api.role.list({ page: 1, pageSize: ROLES_AT_MOST })
  return list.map(({ roleId, name }) => ({ value: roleId, label: name }))
}

function Name({ row }: { row: EmployeeRow }) {
  return (
    <span className={tag.tags}>
      {row.name}
      {row.isOwner ? <StateTag tone="primary">老板</StateTag> : null}
      {row.isSelf ? <StateTag tone="info">本人</StateTag> : null}
      {row.shopIds ? <StateTag tone="info">只看{row.shopIds.length}个店铺</StateTag> : null}
    </span>
  )
}

/** What stands in the way of most actions: that it is oneself, or the owner. */
const rowState = ({ isSelf, isOwner, status }: EmployeeRow): string =>
  isSelf ? '本人' : isOwner ? '老板' : EMPLOYEE_STATUS_LABELS[status]

const staff = defineList({
  key: 'staff',
  title: PAGES.staff.title,
  call: api.employee.list,
  rowKey: (row) => row.staffId,
  rowLabel: (row: EmployeeRow) => row.name,
  rowState,
  tabs: { name: 'status', options: optionsOf(EMPLOYEE_STATUS_LABELS), counts: (answer) => answer.counts },
  filters: [
    { kind: 'text', name: 'keyword', label: '员工', placeholder: '姓名 / 手机号', main: true },
    { kind: 'select', name: 'roleId', label: '角色', options: roleOptions, counted: true },
  ],
  columns: employeeColumns,
  cells: {
    name: { widthPx: 190, cell: (row) => <Name row={row} /> },
    phone: { widthPx: 150 },
    roles: { grows: 1 },
    status: { widthPx: 92, tones: { active: 'success' } },
    lastSignIn: { widthPx: 176 },
    sessions: {
      widthPx: 112,
      cell: ({ sessionCount }) => <span className={sessionCount > 0 ? 'num' : 'num muted'}>{sessionCount}</span>,
    },
    password: { widthPx: 112, tones: { mustResetPassword: 'warning' } },
    createdAt: { widthPx: 176 },
  },
  actions: STAFF_ACTIONS,
  empty: { title: '还没有员工', hint: '点“添加员工”，填写姓名和手机号并选择角色，对方用验证码就能登录。' },
})

function AddButton() {
  const queries = useQueryClient()
  const add = () => void addStaff({ queries, refresh: () => refresh(queries, api.employee.list) })
  useShortcuts([{ key: 'n', label: '添加员工', run: add }])
  return (
    <Button tone="primary" icon="plus" onClick={add}>
      添加员工
    </Button>
  )
}

function Toolbar() {
  if (!can(api.employee.edit.path)) return null
  return (
    <>
      {loginInfo().isOwner ? <Button onClick={handOver}>把店转给别人</Button> : null}
      <AddButton />
    </>
  )
}

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(staff)

/** 员工账号: who works here, and what can be done about their ways in. */
export function StaffPage() {
  return <ListPage list={staff} toolbar={<Toolbar />} />
}
