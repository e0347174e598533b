import { linkTo } from '@huanji/contract/pages'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { type Action, defineAction, eachRow } from '../../components/actions/action.ts'
import type { RoleRow } from '../people/types.ts'

/** The address of a role's editor, which shows it read-only to whoever may not change it. */
export const roleLink = (roleId: string): string => linkTo('roleEditor', { roleId })

const edit = defineAction<RoleRow>({
  key: 'edit',
  name: '编辑',
  icon: 'edit',
  shortcut: 'e',
  grant: api.role.edit.path,
  allowed: 'edit',
  run: ([role], { navigate }) => {
    if (role) void navigate(roleLink(role.roleId))
  },
})

const copy = defineAction<RoleRow>({
  key: 'copy',
  name: '复制',
  icon: 'plus',
  grant: api.role.edit.path,
  run: ([role], { navigate }) => {
    if (role) void navigate(linkTo('roleEditor', { copyOf: role.roleId }))
  },
})

/** Only of a role that nobody holds: the server refuses the others (`ROLE_IN_USE`). */
const remove = defineAction<RoleRow>({
  key: 'delete',
  name: '删除',
  icon: 'trash',
  tone: 'danger',
  grant: api.role.del.path,
  allowed: 'delete',
  confirm: ([role]) => ({
    title: '删除角色？',
    body: `将删除角色“${role?.name ?? ''}”，不能恢复。`,
    ok: '删除',
    tone: 'danger',
  }),
  run: async (rows, { refresh }) => {
    const outcomes = await eachRow(
      rows,
      (role) => role.name,
      async ({ roleId }) => {
        await api.role.del({ roleId }, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
        return '已删除'
      },
    )
    await refresh()
    return outcomes
  },
})

/** What can be done with a role, most wanted first. */
export const ROLE_ACTIONS: readonly Action<RoleRow>[] = [edit, copy, remove]
