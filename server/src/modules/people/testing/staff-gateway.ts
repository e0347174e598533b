import type { InputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { ownSessions } from '@huanji/contract/features/auth/session'
import { adminEmployee, employee } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import type { RolePreset } from '@huanji/contract/presets'
import { type AccountGateway, granted, PASSWORD, startAccountGateway } from '../../auth/testing/account-gateway.ts'
import type { CreatedMerchant } from '../commands.ts'

export const SESSION_INVALID = '80017101'

export const STAFF_GRANTS = [
  '/api/emp/list',
  '/api/emp/edit',
  '/api/emp/del',
  '/api/emp/updateStatus',
  '/api/ext/emp/requirePasswordReset',
  '/api/ext/emp/endSessions',
]

const FIRST_PHONE = 13_800_138_100

interface Added {
  readonly staffId: string
  readonly phone: string
}

/** A gateway with a merchant, whose owner and clerk are signed in, and another merchant. */
export async function startStaffGateway() {
  const gateway = await startAccountGateway()
  const merchant = await gateway.merchant('13800138001', '示例商家')
  const stranger = await gateway.merchant('13800138002', '别的商家')
  const owner = await gateway.signIn('13800138001')
  const staff = staffOf(gateway, merchant, owner)
  return { gateway, merchant, stranger, owner, ...(await hireClerk(gateway, merchant, staff)), ...staff }
}

export type StaffGateway = Awaited<ReturnType<typeof startStaffGateway>>

/** Somebody who may do all with employees, and holds what an inspector does; with the role for the former. */
async function hireClerk(gateway: AccountGateway, merchant: CreatedMerchant, staff: ReturnType<typeof staffOf>) {
  const clerkRoleId = await staff.makeRole('文员', ['/account/staff', ...STAFF_GRANTS])
  const { staffId, phone } = await staff.add()
  granted(await staff.edit(await staff.giving(staffId, [clerkRoleId, merchant.roleIds.inspector])))
  return { clerkRoleId, clerk: await gateway.signIn(phone) }
}

function staffOf(gateway: AccountGateway, merchant: CreatedMerchant, owner: LoginContext) {
  let nextPhone = FIRST_PHONE
  const phone = () => String(nextPhone++)
  const edit = (input: InputOf<typeof employee.edit>, login = owner) => gateway.call(employee.edit, input, { login })
  const del = (staffId: string, login = owner) => gateway.call(employee.del, { staffId }, { login })
  const setStatus = (staffId: string, status: 'active' | 'disabled', login = owner) =>
    gateway.call(employee.updateStatus, { staffId, status }, { login })
  const info = (staffId: string, login = owner) => gateway.call(employee.info, { staffId }, { login })
  const row = async (staffId: string) => granted(await info(staffId))
  const list = async (filter: InputOf<typeof employee.list>, login = owner) =>
    granted(await gateway.call(employee.list, filter, { login }))

  const makeRole = async (name: string, grants: string[], refundLimitFen: number | null = 0): Promise<string> =>
    granted(await gateway.call(role.edit, { name, grants, refundLimitFen }, { login: owner })).roleId

  /** Proves that it is the person of the session, as is asked before what concerns owners. */
  const prove = async (login = owner) =>
    granted(await gateway.call(ownSessions.prove, { password: PASSWORD }, { login }))

  /** A call that anyone with a session may make: what it answers says whether the session is still good. */
  const isSignedIn = async (login: LoginContext) => {
    const answer = await gateway.call(adminEmployee.mchOptions, {}, { login })
    if (answer._errCode !== '0' && answer._errCode !== SESSION_INVALID) throw new Error(JSON.stringify(answer))
    return answer._errCode === '0'
  }

  /** An edit of an employee that gives these roles and leaves the rest. */
  const giving = async (staffId: string, roleIds: string[]) => {
    const { version, name } = await row(staffId)
    return { staffId, version, name, roleIds }
  }

  /** An employee of the merchant with one of the posts and the usual password. */
  const add = async (preset: RolePreset['key'] = 'inspector'): Promise<Added> => {
    const ofPhone = phone()
    const staffId = await gateway.employee(merchant, ofPhone, preset === 'owner' ? 'inspector' : preset)
    if (preset !== 'owner') return { staffId, phone: ofPhone }
    await prove()
    granted(await edit(await giving(staffId, [merchant.roleIds.owner])))
    return { staffId, phone: ofPhone }
  }

  /** What the log says that was done to an employee, oldest first. */
  const logged = (staffId: string) =>
    gateway.query(
      `select action_label as "label", who, subject_label as "of", before, after from audit_log
       where merchant_id = $1 and subject = 'employee' and subject_id = $2 order by sequence`,
      [merchant.merchantId, staffId],
    )

  return { phone, prove, edit, del, setStatus, info, row, list, makeRole, isSignedIn, giving, add, logged }
}
