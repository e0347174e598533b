import type { ParsedOf } from '@huanji/contract/call'
import type { merchant } from '@huanji/contract/features/merchant/calls'
import { refuse } from '../../errors/refusal.ts'
import { TransportRefusal } from '../../errors/transport-refusal.ts'
import type { CallContext, PrepareContext } from '../../gateway/handler.ts'
import { type Clock, later } from '../../platform/clock.ts'
import { maskPhone } from '../../platform/log.ts'
import { hashPassword, verifyPassword } from '../../platform/passwords.ts'
import { type HeldAccount, lockAccount, setPassword } from '../account/store.ts'
import { type PreparedProof, passOwnProof, prepareOwnProof } from './own-proof.ts'

type Input = ParsedOf<typeof merchant.updatePassword>

interface PreparedChange extends PreparedProof {
  /** The new password is the present one. */
  readonly isSame: boolean
  readonly newHash: string
}

/**
 * The moment at which a password is set, to be asked for once the account is locked: a millisecond after everything that
 * was opened with the old one, because whoever opened a session held the account before, and not after anything that
 * is opened with the new one (`openingMoment`). So no older session survives, and none is ended that came later.
 */
export function passwordMoment(locked: HeldAccount | null, clock: Clock): Date {
  const setAtMs = locked?.passwordSetAt ? Date.parse(locked.passwordSetAt) : 0
  return later(new Date(Math.max(clock.now().getTime(), setAtMs)), 1)
}

const OLD_PASSWORD = { scene: 'updatePassword', wrong: 'OLD_PASSWORD_WRONG', field: 'oldPassword' } as const

type Preparing = PrepareContext<CallContext>

/**
 * Does what is slow about a change of password, outside a transaction: compares and hashes. Refuses
 * PASSWORD_PROOF_MISSING and SLOWED_DOWN.
 */
export async function prepareChange(context: Preparing, input: Input): Promise<PreparedChange> {
  const { password, oldPassword, captcha } = input
  const proven = await prepareOwnProof(context, { password: oldPassword, captcha }, 'PASSWORD_PROOF_MISSING')
  const { proof, presentHash } = proven
  const isSame = proof.way === 'password' ? proof.password === password : await isPresent(password, presentHash)
  return { ...proven, isSame, newHash: await hashPassword(password) }
}

const isPresent = async (password: string, hash: string | null): Promise<boolean> =>
  hash !== null && (await verifyPassword(password, hash))

/**
 * Sets the new password of the phone that is signed in, which ends all its sessions and tickets, and tells the audit
 * log. A wrong old password is counted like a failed sign-in, so that a stolen session cannot guess. Refuses
 * SLOWED_DOWN, OLD_PASSWORD_WRONG, CODE_WRONG and CODE_EXPIRED, and once the proof is right PASSWORD_SAME.
 */
export async function concludeChange(context: CallContext, change: PreparedChange): Promise<void> {
  const { tx, actor, services } = context
  const { phone } = actor
  const attempt = await passOwnProof(context, change, OLD_PASSWORD)
  const account = await lockAccount(tx, phone)
  // a password that was changed meanwhile ended this session too
  if ((account?.passwordHash ?? null) !== change.presentHash) throw new TransportRefusal('sessionInvalid')
  if (change.isSame) return refuse('PASSWORD_SAME', {}, { field: 'password' })
  await attempt?.succeed()
  await setPassword(tx, phone, change.newHash, passwordMoment(account, services.clock))
  context.audit({
    subject: 'account',
    subjectId: actor.employeeId,
    subjectLabel: maskPhone(phone),
    before: { 密码: change.presentHash === null ? '未设置' : '已设置' },
    after: { 密码: '已修改', 验证方式: change.proof.way === 'password' ? '原密码' : '短信验证码' },
  })
}
