import type { ParsedOf } from '@huanji/contract/call'
import type { ownSessions } from '@huanji/contract/features/auth/session'
import { refuse } from '../../errors/refusal.ts'
import { TransportRefusal } from '../../errors/transport-refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { maskPhone } from '../../platform/log.ts'
import { endSessionsOf } from '../account/session-store.ts'
import { ensureAccount, lockAccount, takeOverPassword } from '../account/store.ts'
import { passBothCodes } from '../auth/code-proof.ts'
import { sendForcedSms } from '../auth/sms.ts'
import { recordEdit } from '../history/edits.ts'
import { lockEffectiveRights } from './effective-rights.ts'
import { findEmployee, moveToPhone, nameOfPhone } from './employee-store.ts'
import { tellOwners } from './owner-power.ts'

/**
 * Gives the person who is signed in another phone at this merchant, proven by a code to each; all of the person's sessions
 * here end. The owners are told of another owner's number, and an owner's old phone of its own. Refuses PHONE_SAME,
 * SLOWED_DOWN, CODE_WRONG, CODE_EXPIRED, and once both codes are right PHONE_IN_USE.
 */
export async function changeOwnPhone(
  context: CallContext,
  { phone, oldCaptcha, newCaptcha }: ParsedOf<typeof ownSessions.changePhone>,
): Promise<void> {
  const { tx, actor, now, services } = context
  const { employeeId: staffId, phone: before } = actor
  if (phone === before) refuse('PHONE_SAME', {}, { field: 'phone' })
  await passBothCodes(
    context,
    [
      { phone: before, code: oldCaptcha, field: 'oldCaptcha' },
      { phone, code: newCaptcha, field: 'newCaptcha' },
    ],
    'changePhone',
  )
  await lockEffectiveRights(tx, actor, now)
  const row = await findEmployee(tx, staffId, now)
  // another change came first, and ended this session
  if (row?.phone !== before) throw new TransportRefusal('sessionInvalid')
  if ((await nameOfPhone(tx, phone)) !== null) refuse('PHONE_IN_USE', {}, { field: 'phone' })
  await ensureAccount(tx, phone, now)
  await lockAccount(tx, phone)
  await takeOverPassword(tx, phone, before)
  await moveToPhone(tx, staffId, phone, now)
  await endSessionsOf(tx, staffId, 'phoneChanged', now)
  await recordEdit(tx, { subject: 'employee', subjectId: staffId }, { actor, now }, 'edit', '更换手机号')
  if (row.isOwner) await tellOwners(context, { ...row, phone }, 'moved')
  await sendForcedSms(tx, services, { phone: before, text: `${row.name}的登录手机号已换成${maskPhone(phone)}` })
  context.audit({
    subject: 'employee',
    subjectId: staffId,
    subjectLabel: row.name,
    before: { 手机号: maskPhone(before) },
    after: { 手机号: maskPhone(phone) },
  })
}
