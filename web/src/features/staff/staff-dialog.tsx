import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { DetailPending } from '../../components/detail/detail-pending.tsx'
import { TextField } from '../../components/form/fields.tsx'
import { ContractFormView, SubmitButton } from '../../components/form/form-view.tsx'
import { useContractForm } from '../../components/form/use-contract-form.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import type { PowerQuestion } from '../login/power-dialog.tsx'
import type { EmployeeInput, EmployeeRow, RoleRow } from '../people/types.ts'
import { POWER_QUESTIONS, proveFor } from './owner-power.tsx'
import { RolePicker } from './role-picker.tsx'
import { ShopPicker } from './shop-picker.tsx'
import styles from './staff-dialog.module.css'

/** What was saved, for saying so. */
export interface SavedStaff {
  readonly name: string
  readonly phone: string
  readonly hasNewRoles: boolean
  /** The person who saved it is no owner any more, and holds these roles. */
  readonly steppedBackTo: readonly string[] | null
}

interface StaffDialogProps {
  /** Null to add someone. */
  employee: EmployeeRow | null
  onClose: (saved?: SavedStaff) => void
}

const ROLES_AT_MOST = 200
const loadSchema = () => import('@huanji/contract/features/people/employee').then(({ employee }) => employee.edit.input)

const valuesOf = ({ staffId, version, name, roles, shopIds, isOwner }: EmployeeRow) => ({
  staffId,
  version,
  name,
  roleIds: roles.map(({ roleId }) => roleId),
  // an owner has all shops, and nothing is said of them
  ...(isOwner ? {} : { shopIds: [...(shopIds ?? [])].sort() }),
})

/** Owners have all shops; and of somebody new none ticked are as many as the one who adds them has. */
function withoutNeedless({ shopIds, ...values }: EmployeeInput, roles: readonly RoleRow[]): EmployeeInput {
  const isOwner = roles.some(({ roleId, isProtected }) => isProtected && values.roleIds.includes(roleId))
  const isNewWithAll = values.staffId === undefined && (shopIds ?? []).length === 0
  return isOwner || isNewWithAll || shopIds === undefined ? values : { ...values, shopIds }
}

/** Adds an employee, or changes the name and roles of one; the phone is the account and stays. */
export function StaffDialog({ employee, onClose }: StaffDialogProps) {
  const formId = useId()
  const roles = useQuery(queryOf(api.role.list, { page: 1, pageSize: ROLES_AT_MOST }))
  const form = useStaffForm(employee, roles.data?.list ?? [], onClose)
  return (
    <Dialog
      title={employee ? `编辑${employee.name}` : '添加员工'}
      onClose={() => onClose()}
      closable={!form.isSubmitting}
      widthPx={520}
      footer={
        <>
          <Button disabled={form.isSubmitting} onClick={() => onClose()}>
            取消
          </Button>
          <SubmitButton form={form} formId={formId}>
            {employee ? '保存' : '添加'}
          </SubmitButton>
        </>
      }
    >
      <ContractFormView form={form} id={formId}>
        <TextField form={form} name="name" label="姓名" required maxLength={20} takesFocus />
        {employee ? (
          <p className={styles.fixed}>
            <span className="muted">手机号 </span>
            <span className="code">{employee.phone}</span>
            <span className="muted">
              {employee.isSelf
                ? '（要换，点右上角您的名字，选“更换手机号”）'
                : '（是登录账号，由本人更换：点右上角的名字，选“更换手机号”）'}
            </span>
          </p>
        ) : (
          <TextField
            form={form}
            name="phone"
            label="手机号"
            required
            inputMode="tel"
            maxLength={11}
            hint="对方用这个手机号登录，无需您设置密码"
          />
        )}
        <DetailPending query={roles}>{({ list }) => <RolePicker form={form} roles={list} />}</DetailPending>
        {!employee?.isOwner && <ShopPicker form={form} />}
      </ContractFormView>
    </Dialog>
  )
}

function useStaffForm(employee: EmployeeRow | null, roles: readonly RoleRow[], onClose: StaffDialogProps['onClose']) {
  const names = (ids: unknown): string | undefined =>
    Array.isArray(ids)
      ? roles.flatMap(({ roleId, name }) => (ids.includes(roleId) ? [name] : [])).join('、') || '（无）'
      : undefined
  const form = useContractForm<EmployeeInput, SavedStaff>({
    schema: loadSchema,
    defaults: employee ? valuesOf(employee) : { name: '', phone: '', roleIds: [] },
    submit: async (values, options) => {
      await api.employee.edit(withoutNeedless(values, roles), options)
      const held = new Set(employee?.roles.map(({ roleId }) => roleId))
      const hasNewRoles = values.roleIds.length !== held.size || values.roleIds.some((roleId) => !held.has(roleId))
      const chosen = roles.filter(({ roleId }) => values.roleIds.includes(roleId))
      const hasSteppedBack = employee?.isSelf && employee.isOwner && !chosen.some(({ isProtected }) => isProtected)
      const steppedBackTo = hasSteppedBack ? chosen.map((role) => role.name) : null
      return { name: values.name, phone: values.phone ?? employee?.phone ?? '', hasNewRoles, steppedBackTo }
    },
    onDone: onClose,
    labels: { name: '姓名', roleIds: '角色', shopIds: '店铺' },
    describe: (field, value) => (field === 'roleIds' ? names(value) : undefined),
    ...(employee ? { loadLatest: async () => valuesOf(await api.employee.info({ staffId: employee.staffId })) } : {}),
  })
  const submit = async () => {
    const { name, roleIds } = form.methods.getValues()
    const question = powerQuestion(
      employee,
      name,
      roles.filter(({ roleId }) => roleIds.includes(roleId)),
    )
    if (isLastOwnerLeaving(employee, roles, roleIds)) {
      const message = `${employee?.isSelf ? '您' : employee?.name}是最后一位老板，不能去掉。请先让别人当老板。`
      return form.methods.setError('roleIds', { message })
    }
    if (question && (await form.methods.trigger()) && !(await proveFor(question))) return
    form.submit()
  }
  return { ...form, submit: () => void submit() }
}

/** True where nobody would be an owner any more: told before the password is asked for. */
function isLastOwnerLeaving(
  employee: EmployeeRow | null,
  roles: readonly RoleRow[],
  roleIds: readonly string[],
): boolean {
  const owners = roles.find(({ isProtected }) => isProtected)
  return (
    employee?.isOwner === true && owners !== undefined && owners.memberCount <= 1 && !roleIds.includes(owners.roleId)
  )
}

/** What is asked before somebody becomes an owner or is none any more; null where it stays as it is. */
function powerQuestion(employee: EmployeeRow | null, name: string, roles: readonly RoleRow[]): PowerQuestion | null {
  const isOwner = roles.some(({ isProtected }) => isProtected)
  if (isOwner === (employee?.isOwner ?? false)) return null
  if (isOwner) return POWER_QUESTIONS.made(name)
  const rest = roles.map((role) => role.name).join('、')
  return employee?.isSelf ? POWER_QUESTIONS.steppedBack(rest) : POWER_QUESTIONS.ended(name, rest)
}
