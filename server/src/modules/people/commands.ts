import { ROLE_PRESETS, type RolePreset } from '@huanji/contract/presets'
import { enterMerchant, type GlobalTx, type Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { newId } from '../../platform/ids.ts'
import { insertDirectory, setDirectoryActive } from '../account/directory-store.ts'
import { endSessionsOf } from '../account/session-store.ts'
import { ensureAccount, setPassword } from '../account/store.ts'
import { insertMerchant, insertSeller, merchantRow, takeSellerId } from '../tenant/store.ts'
import { assignRole, type EmployeeStatus, insertEmployee, insertRole, updateEmployeeStatus } from './store.ts'

/** What a merchant's first employee is called until the person changes it. */
const OWNER_NAME = '老板'

export interface NewMerchant {
  readonly name: string
  /** The owner's phone: it can own one merchant. */
  readonly phone: string
  readonly ownerName?: string
  /** The phone's password from now on, as `hashPassword` gives it. */
  readonly passwordHash: string
  readonly now: Date
}

export interface CreatedMerchant {
  /** The same transaction, which from here on sees the new merchant. */
  readonly tx: Tx
  readonly merchantId: string
  /** The merchant's number on the marketplace. */
  readonly sellerId: number
  /** The owner. */
  readonly employeeId: string
  /** The roles that every merchant starts with, by the preset's key. */
  readonly roleIds: Readonly<Record<RolePreset['key'], string>>
}

/**
 * Makes a merchant with its number on the marketplace, the trade's usual roles (docs/domain.md §9) and its owner, in a
 * global transaction. The phone's password becomes the given one and its older sessions end, wherever they are.
 * Refuses PHONE_TAKEN when the phone owns a merchant already.
 */
export async function createMerchant(global: GlobalTx, merchant: NewMerchant): Promise<CreatedMerchant> {
  const { name, phone, now } = merchant
  const merchantId = newId()
  const sellerId = await takeSellerId(global)
  await insertSeller(global, sellerId, merchantId)
  const tx = await enterMerchant(global, merchantId)
  await insertMerchant(tx, { name, sellerId }, now)
  const roleIds = await addPresetRoles(tx, now)
  const employeeId = await addEmployee(tx, {
    phone,
    name: merchant.ownerName ?? OWNER_NAME,
    roleIds: [roleIds.owner],
    isOwner: true,
    isFounder: true,
    passwordHash: merchant.passwordHash,
    now,
  })
  return { tx, merchantId, sellerId, employeeId, roleIds }
}

async function addPresetRoles(tx: Tx, now: Date): Promise<CreatedMerchant['roleIds']> {
  const roleIds: Record<RolePreset['key'], string> = {
    owner: newId(),
    manager: newId(),
    inspector: newId(),
    photographer: newId(),
    operator: newId(),
    shipper: newId(),
    service: newId(),
    finance: newId(),
    accountant: newId(),
  }
  for (const preset of ROLE_PRESETS) {
    const { key, name } = preset
    await insertRole(tx, { id: roleIds[key], name, preset: key, grants: null, refundLimitFen: null }, now)
  }
  return roleIds
}

export interface EmployeeToAdd {
  readonly phone: string
  readonly name: string
  readonly roleIds: readonly string[]
  readonly isOwner: boolean
  /** The one that registers the merchant. */
  readonly isFounder?: boolean
  /** As `hashPassword` gives it, since hashing is too slow for a transaction. Absent: the phone keeps the password it has, or signs in by code. */
  readonly passwordHash?: string
  readonly now: Date
}

/**
 * Adds an active employee to the transaction's merchant: the phone's account, its directory entry and the roles.
 * Gives the employee's id. Refuses NOT_FOUND when the merchant does not exist, PHONE_TAKEN for a founder whose
 * phone registered another merchant.
 */
export async function addEmployee(tx: Tx, employee: EmployeeToAdd): Promise<string> {
  const merchant = await merchantRow(tx)
  if (!merchant) return refuse('NOT_FOUND')
  const { phone, name, isOwner, now } = employee
  const id = newId()
  await ensureAccount(tx, phone, now)
  const entry = {
    merchantId: tx.merchantId,
    employeeId: id,
    employeeName: name,
    merchantName: merchant.name,
    isActive: true,
    isFounder: employee.isFounder ?? false,
  }
  if (!(await insertDirectory(tx, phone, entry, now))) return refuse('PHONE_TAKEN', {}, { field: 'phone' })
  if (employee.passwordHash !== undefined) await setPassword(tx, phone, employee.passwordHash, now)
  await insertEmployee(tx, { id, phone, name, isOwner }, now)
  for (const roleId of employee.roleIds) await assignRole(tx, id, roleId)
  return id
}

/**
 * Lets an employee of the transaction's merchant work or not; on disabling, all of the employee's sessions end at once.
 * Refuses NOT_FOUND for an id the merchant does not have.
 */
export async function setEmployeeStatus(tx: Tx, employeeId: string, status: EmployeeStatus, now: Date): Promise<void> {
  if (!(await updateEmployeeStatus(tx, employeeId, status, now))) return refuse('NOT_FOUND')
  await setDirectoryActive(tx, tx.merchantId, employeeId, status === 'active')
  if (status === 'disabled') await endSessionsOf(tx, employeeId, 'disabled', now)
}
