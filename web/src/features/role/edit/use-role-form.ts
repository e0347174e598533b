import { grantTitles } from '@huanji/contract/granted-menu'
import { PAGES } from '@huanji/contract/pages'
import { gainedPower } from '@huanji/contract/powers'
import { formatFen } from '@huanji/domain/money'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { useContractForm } from '../../../components/form/use-contract-form.ts'
import { toast } from '../../../components/toast/toast.ts'
import type { PowerQuestion } from '../../login/power-dialog.tsx'
import { type GrantTree, inOrder } from '../../people/grant-tree.ts'
import { grantsText, limitText } from '../../people/role-words.ts'
import type { RoleInfo, RoleInput } from '../../people/types.ts'
import { POWER_QUESTIONS, proveFor } from '../../staff/owner-power.tsx'
import { paysBack } from './role-start.ts'

/** The contract's schema with the editor's own refund limit on top, so that going beyond it is said while typing. */
async function schemaWithin(maxFen: number | null) {
  const { role } = await import('@huanji/contract/features/people/role')
  return role.edit.input.refine(
    ({ refundLimitFen }) => maxFen === null || (refundLimitFen !== null && refundLimitFen <= maxFen),
    { path: ['refundLimitFen'], message: `不能高于您自己的额度（${maxFen === null ? '不限' : formatFen(maxFen)}）` },
  )
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value)

/** How grants and limits read where two versions stand side by side. */
function describeWith(titles: ReadonlyMap<string, string>) {
  return (field: string, value: unknown, other: unknown): string | undefined => {
    if (field === 'grants' && isTexts(value)) return grantsText(titles, value, isTexts(other) ? other : [])
    if (field === 'refundLimitFen') return limitText(typeof value === 'number' ? value : null)
    return undefined
  }
}

/** What the role looks like now; nothing when it cannot be read, and then saving says why. */
async function latestOf(roleId: string, tree: GrantTree): Promise<Partial<RoleInput>> {
  const { role } = await api.role.info({ roleId })
  if (role === null) return {}
  const { name, version, refundLimitFen } = role
  return { name, version, refundLimitFen, grants: inOrder(tree, new Set(role.grants)) }
}

interface RoleForm {
  readonly tree: GrantTree
  readonly info: RoleInfo
  readonly start: RoleInput
  readonly draftKey: string
  readonly isReadOnly: boolean
}

/** The form of a role; saved, it leads back to the list. */
export function useRoleForm({ tree, info, start, draftKey, isReadOnly }: RoleForm) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { roleId } = start
  const [schema] = useState(() => () => schemaWithin(info.grantableLimitFen))
  const form = useContractForm<RoleInput, unknown>({
    schema,
    defaults: start,
    submit: (values, options) =>
      api.role.edit({ ...values, refundLimitFen: paysBack(values.grants) ? values.refundLimitFen : 0 }, options),
    onDone: () => {
      toast('success', roleId ? '角色已保存' : '角色已添加，可以分配给员工了')
      void refresh(queries, api.role.list)
      void navigate(PAGES.roles.path)
    },
    labels: { name: '角色名称', grants: '权限', refundLimitFen: '单笔退款额度' },
    describe: describeWith(grantTitles(info.tree)),
    ...(isReadOnly ? {} : { draftKey }),
    ...(roleId ? { loadLatest: () => latestOf(roleId, tree).catch(() => ({})) } : {}),
  })
  const submit = async () => {
    const question = gainQuestion(info, roleId, form.methods.getValues())
    if (question && (await form.methods.trigger()) && !(await proveFor(question))) return
    form.submit()
  }
  return { ...form, submit: () => void submit() }
}

/** What is asked before the people who hold a role get more over money or people; null where they do not. */
function gainQuestion(info: RoleInfo, roleId: string | undefined, after: RoleInput): PowerQuestion | null {
  const before = info.role
  if (!roleId || before === null || before.memberCount === 0) return null
  const limitFen = paysBack(after.grants) ? after.refundLimitFen : 0
  const gained = gainedPower(before, { grants: after.grants, refundLimitFen: limitFen })
  return gained && POWER_QUESTIONS.roleGains(before, gained, limitFen, grantTitles(info.tree))
}
