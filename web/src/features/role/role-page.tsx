import { roleColumns } from '@huanji/contract/features/people/rows'
import { linkTo, PAGES } from '@huanji/contract/pages'
import { Link, useNavigate } from 'react-router'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList } from '../../components/list/list-types.ts'
import { askListEarly } from '../../components/list/use-list-query.ts'
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { can } from '../../session/session.ts'
import { limitText } from '../people/role-words.ts'
import type { RoleRow } from '../people/types.ts'
import { ROLE_ACTIONS, roleLink } from './role-actions.ts'

const OWN = '自己勾的'

/** How many hold the role, leading to them where they may be seen. */
function Members({ role }: { role: RoleRow }) {
  if (role.memberCount === 0) return <span className="num muted">0</span>
  if (!can(api.employee.list.path)) return <span className="num">{role.memberCount}</span>
  return (
    <Link
      className="num"
      to={linkTo('staff', { roleId: role.roleId })}
      aria-label={`${role.memberCount}名员工使用${role.name}，查看`}
    >
      {role.memberCount}
    </Link>
  )
}

const originText = ({ isProtected, followsPreset }: RoleRow): string =>
  (isProtected ? roleColumns.kind.labels?.isProtected : followsPreset && roleColumns.kind.labels?.followsPreset) || OWN

/** Where a role came from: one of the house, one that follows a preset, or the merchant's own. */
function Origin({ role }: { role: RoleRow }) {
  if (role.isProtected) return <StateTag tone="primary">{roleColumns.kind.labels?.isProtected}</StateTag>
  if (role.followsPreset) return <StateTag tone="info">{roleColumns.kind.labels?.followsPreset}</StateTag>
  return <span className="muted">{OWN}</span>
}

const roles = defineList({
  key: 'roles',
  title: PAGES.roles.title,
  call: api.role.list,
  rowKey: (role) => role.roleId,
  rowLabel: (role: RoleRow) => role.name,
  link: (role) => roleLink(role.roleId),
  filters: [{ kind: 'text', name: 'keyword', label: '角色', placeholder: '角色名称', main: true }],
  columns: roleColumns,
  cells: {
    name: { widthPx: 180, grows: 1 },
    kind: { widthPx: 150, cell: (role) => <Origin role={role} />, text: originText },
    members: { cell: (role) => <Members role={role} /> },
    limit: {
      widthPx: 132,
      text: ({ refundLimitFen }) => limitText(refundLimitFen),
      cell: ({ refundLimitFen }) => (
        <span className={refundLimitFen === 0 ? 'num muted' : 'num'}>{limitText(refundLimitFen)}</span>
      ),
    },
    updatedAt: { widthPx: 168 },
  },
  actions: ROLE_ACTIONS,
  empty: { title: '还没有角色', hint: '点“新建角色”，从岗位模板开始，勾选这个岗位要用的功能。' },
})

function NewButton() {
  const navigate = useNavigate()
  const create = () => void navigate(PAGES.roleEditor.path)
  useShortcuts([{ key: 'n', label: '新建角色', run: create }])
  return (
    <Button tone="primary" icon="plus" onClick={create}>
      新建角色
    </Button>
  )
}

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(roles)

/** 角色权限: the roles that employees are given. */
export function RolePage() {
  return <ListPage list={roles} toolbar={can(api.role.edit.path) ? <NewButton /> : null} />
}
