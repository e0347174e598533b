import type { ParsedOf } from '@huanji/contract/call'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { recordAudit } from '../../audit/store.ts'
import { enterMerchant } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { PrepareContext, PublicContext } from '../../gateway/handler.ts'
import { maskPhone } from '../../platform/log.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { type DirectoryRow, directoryOf } from '../account/directory-store.ts'
import { lockAccount, setPassword } from '../account/store.ts'
import { clearAttemptsOfPhone } from './attempt-store.ts'
import { previewPlace } from './attempts.ts'
import { passCode } from './code-proof.ts'
import { passwordMoment } from './password-change.ts'

type Input = ParsedOf<typeof merchant.resetPassword>

/**
 * Hashes the new password, for a phone that nobody has as for any other. Refuses SLOWED_DOWN for an address that guessed
 * too often.
 */
export async function prepareReset(context: PrepareContext<PublicContext>, input: Input): Promise<string> {
  const { read, request, now } = context
  await read((tx) => previewPlace(tx, request.ip, now))
  return hashPassword(input.password)
}

/**
 * Sets the password of a phone that proves itself by a code, which ends all its sessions and tickets; the sign-ins that
 * failed before are forgotten, and each merchant the phone works for finds it in its audit log. Refuses CODE_WRONG,
 * CODE_EXPIRED and SLOWED_DOWN, and PHONE_WITHOUT_EMPLOYEE only after a right code, so that a stranger learns nothing.
 */
export async function concludeReset(context: PublicContext, input: Input, newHash: string): Promise<void> {
  const { tx, services } = context
  const { phone } = input
  await passCode(context, input, 'resetPassword')
  const account = await lockAccount(tx, phone)
  const rows = await directoryOf(tx, phone)
  if (rows.length === 0) return refuse('PHONE_WITHOUT_EMPLOYEE', {}, { keepsChanges: true })
  await clearAttemptsOfPhone(tx, phone)
  await setPassword(tx, phone, newHash, passwordMoment(account, services.clock))
  // always in the same order of merchants, so that two resets do not wait for each other's logs
  for (const row of rows) await recordReset(context, row, { phone, hadPassword: account?.passwordHash != null })
}

async function recordReset(
  { tx, now, request }: PublicContext,
  { merchantId, employeeId, employeeName }: DirectoryRow,
  { phone, hadPassword }: { phone: string; hadPassword: boolean },
): Promise<void> {
  const { path: action, title: actionLabel } = merchant.resetPassword
  const entry = {
    subject: 'account',
    subjectId: employeeId,
    subjectLabel: maskPhone(phone),
    before: { 密码: hadPassword ? '已设置' : '未设置' },
    after: { 密码: '已重设', 验证方式: '短信验证码' },
  } as const
  const origin = { employeeId, who: employeeName, ...request }
  await recordAudit(await enterMerchant(tx, merchantId), origin, { action, actionLabel, now }, [entry])
}
