import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { queryOf, refresh as refreshCalls } from '../../api/queries.ts'
import {
  type Action,
  type ActionContext,
  type ActionOutcome,
  defineAction,
  eachRow,
} from '../../components/actions/action.ts'
import type { ConfirmText } from '../../components/confirm/confirm.tsx'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import { restartAt } from '../../session/restart.ts'
import { loginInfo, rememberRoles } from '../../session/session.ts'
import type { PowerQuestion } from '../login/power-dialog.tsx'
import type { EmployeeRow } from '../people/types.ts'
import { POWER_QUESTIONS, proveFor } from './owner-power.tsx'
import type { SavedStaff } from './staff-dialog.tsx'

const StaffDialog = latePart(async () => (await import('./staff-dialog.tsx')).StaffDialog)
const HandOverDialog = latePart(async () => (await import('./hand-over-dialog.tsx')).HandOverDialog)
const InviteDialog = latePart(async () => (await import('./invite-dialog.tsx')).InviteDialog)

type Context = Pick<ActionContext<EmployeeRow>, 'refresh' | 'queries'>

/** Roles are counted by who holds them. */
const refreshAll = ({ refresh, queries }: Context): Promise<unknown> =>
  Promise.all([refresh(), refreshCalls(queries, api.role.list)])

/** Where others reach this product: the configured address, which need not be the one in this window. */
const siteUrlOf = ({ queries }: Context): Promise<string> =>
  queries.fetchQuery(queryOf(api.merchant.dataDict, {})).then(
    ({ site }) => site.siteUrl || location.origin,
    () => location.origin,
  )

/** Asks who is to be added; gives back once that person's sign-in instructions were shown, or the dialog was given up. */
export async function addStaff(context: Context): Promise<void> {
  const added = await openOverlay<SavedStaff>((close) => <StaffDialog employee={null} onClose={close} />)
  if (!added) return
  void refreshAll(context)
  const invitation = {
    merchantName: loginInfo().merchantName,
    employeeName: added.name,
    phone: added.phone,
    siteUrl: await siteUrlOf(context),
  }
  await openOverlay((close) => <InviteDialog invitation={invitation} onClose={close} />)
}

/** Opens 把店转给别人. */
export function handOver(): void {
  void openOverlay((close) => <HandOverDialog onClose={close} />)
}

/** One call a row, each with a key of its own; the list is asked again afterwards, because tabs and counts follow. */
async function callEach(
  rows: readonly EmployeeRow[],
  context: Context,
  call: (row: EmployeeRow, options: { idempotencyKey: string; handles: 'all' }) => Promise<string | undefined>,
): Promise<ActionOutcome[]> {
  const outcomes = await eachRow(
    rows,
    (row) => row.name,
    async (row) => (await call(row, { idempotencyKey: newIdempotencyKey(), handles: 'all' })) ?? '',
  )
  await refreshAll(context)
  return outcomes
}

/** The same for what concerns who is an owner: of the owners each by itself, once the person has proven who it is. */
async function callEachProven(
  rows: readonly EmployeeRow[],
  context: Context,
  question: (name: string) => PowerQuestion,
  call: Parameters<typeof callEach>[2],
): Promise<ActionOutcome[]> {
  const outcomes = new Map<EmployeeRow, ActionOutcome>()
  const others = rows.filter(({ isOwner }) => !isOwner)
  const done = others.length > 0 ? await callEach(others, context, call) : []
  for (const [index, row] of others.entries()) if (done[index]) outcomes.set(row, done[index])
  for (const row of rows.filter(({ isOwner }) => isOwner)) {
    const isProven = await proveFor(question(row.name))
    const [outcome] = isProven ? await callEach([row], context, call) : [givenUp(row)]
    if (outcome) outcomes.set(row, outcome)
  }
  return rows.flatMap((row) => outcomes.get(row) ?? [])
}

const givenUp = ({ name }: EmployeeRow): ActionOutcome => ({
  label: name,
  ok: false,
  message: `没有确认是您本人，${name}没有改动`,
  isSkipped: true,
})

/** Nothing to ask where all are owners: each of them has a question of its own. */
const unlessOwners = (rows: readonly EmployeeRow[], text: ConfirmText): ConfirmText | undefined =>
  rows.every(({ isOwner }) => isOwner) ? undefined : text

/** 王小明、李芳等5名员工 */
function whom(rows: readonly EmployeeRow[]): string {
  const names = rows.slice(0, 2).map(({ name }) => name)
  return rows.length > names.length ? `${names.join('、')}等${rows.length}名员工` : names.join('、')
}

/** Begins anew with what the person may do now. */
async function leaveOwners(roleNames: readonly string[]): Promise<void> {
  rememberRoles([...roleNames])
  await restartAt('/')
  toast('success', '已保存，您不再是老板')
}

const edit = defineAction<EmployeeRow>({
  key: 'edit',
  name: '编辑',
  icon: 'edit',
  shortcut: 'e',
  grant: api.employee.edit.path,
  allowed: 'edit',
  run: async ([row], context) => {
    if (!row) return
    const saved = await openOverlay<SavedStaff>((close) => <StaffDialog employee={row} onClose={close} />)
    if (!saved) return
    if (saved.steppedBackTo) return leaveOwners(saved.steppedBackTo)
    const isSignedOut = saved.hasNewRoles && !row.isSelf
    toast('success', isSignedOut ? '已保存，角色已变更，对方需要重新登录' : '已保存')
    await refreshAll(context)
  },
})

const disableEach = (rows: readonly EmployeeRow[], context: Context): Promise<ActionOutcome[]> =>
  callEachProven(rows, context, POWER_QUESTIONS.disabled, async ({ staffId }, options) => {
    await api.employee.updateStatus({ staffId, status: 'disabled' }, options)
    return '已停用，登录已全部结束'
  })

const enableEach = (rows: readonly EmployeeRow[], context: Context): Promise<ActionOutcome[]> =>
  callEachProven(rows, context, POWER_QUESTIONS.enabled, async ({ staffId }, options) => {
    await api.employee.updateStatus({ staffId, status: 'active' }, options)
    return '已启用，现在可以登录'
  })

const disable = defineAction<EmployeeRow>({
  key: 'disable',
  name: '停用',
  icon: 'minus',
  grant: api.employee.updateStatus.path,
  allowed: 'disable',
  bulk: true,
  task: 'employee.disable',
  confirm: (rows) =>
    unlessOwners(rows, {
      title: '停用账号？',
      body: `${whom(rows)}将立即退出所有设备，并且不能再登录。以后可以重新启用。`,
      ok: '停用',
      tone: 'danger',
    }),
  run: (rows, context) => disableEach(rows, context),
  undo: (rows, context) => enableEach(rows, context),
})

const enable = defineAction<EmployeeRow>({
  key: 'enable',
  name: '启用',
  icon: 'check',
  grant: api.employee.updateStatus.path,
  allowed: 'enable',
  bulk: true,
  task: 'employee.enable',
  run: (rows, context) => enableEach(rows, context),
  undo: (rows, context) => disableEach(rows, context),
})

/** Of one's own devices the one in use stays signed in. */
const endSessions = defineAction<EmployeeRow>({
  key: 'end-sessions',
  name: '结束登录',
  icon: 'exit',
  grant: api.employeeSignIn.endSessions.path,
  allowed: 'endSessions',
  bulk: true,
  task: 'employee.endSessions',
  confirm: (rows) => ({
    title: '结束登录？',
    body: rows.every(({ isSelf }) => isSelf)
      ? '您在其他设备上的登录将立即结束，本机保持登录。'
      : `${whom(rows)}将立即退出所有设备，可以重新登录。适合手机丢失或忘记退出时使用。`,
    ok: '结束登录',
  }),
  run: (rows, context) =>
    callEach(rows, context, async ({ staffId }, options) => {
      const { ended } = await api.employeeSignIn.endSessions({ staffId }, options)
      return `已结束${ended}个登录`
    }),
})

const requireReset = defineAction<EmployeeRow>({
  key: 'require-reset',
  name: '要求重设密码',
  icon: 'refresh',
  grant: api.employeeSignIn.requirePasswordReset.path,
  allowed: 'requirePasswordReset',
  bulk: true,
  task: 'employee.requirePasswordReset',
  confirm: (rows) => ({
    title: '要求重设密码？',
    body: `${whom(rows)}将立即退出所有设备，原密码不能再登录本商家；可以用验证码登录，或通过“忘记密码”设置新密码。`,
    ok: '要求重设',
  }),
  run: (rows, context) =>
    callEach(rows, context, async ({ staffId }, options) => {
      await api.employeeSignIn.requirePasswordReset({ staffId }, options)
      return '已要求重设密码'
    }),
})

const remove = defineAction<EmployeeRow>({
  key: 'delete',
  name: '删除',
  icon: 'trash',
  tone: 'danger',
  grant: api.employee.del.path,
  allowed: 'delete',
  confirm: (rows) =>
    unlessOwners(rows, {
      title: '删除员工？',
      body: `${whom(rows)}将立即退出所有设备，账号不能恢复。其操作记录会保留，手机号可以重新添加。`,
      ok: '删除',
      tone: 'danger',
    }),
  run: (rows, context) =>
    callEachProven(rows, context, POWER_QUESTIONS.deleted, async ({ staffId }, options) => {
      await api.employee.del({ staffId }, options)
      return '已删除'
    }),
})

/** What can be done with an employee, most wanted first. */
export const STAFF_ACTIONS: readonly Action<EmployeeRow>[] = [edit, disable, enable, endSessions, requireReset, remove]
