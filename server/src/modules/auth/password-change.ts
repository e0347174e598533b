import type { ParsedOf } from '@huanji/contract/call'
import type { merchant } from '@huanji/contract/calls/merchant'
import { refuse } from '../../errors/refusal.ts'
import { TransportRefusal } from '../../errors/transport-refusal.ts'
import type { CallContext, PrepareContext } from '../../gateway/handler.ts'
import { type Clock, later } from '../../platform/clock.ts'
import { maskPhone } from '../../platform/log.ts'
import { hashPassword, verifyPassword } from '../../platform/passwords.ts'
import { accountOf, type HeldAccount, lockAccount, setPassword } from '../account/store.ts'
import { type Attempt, attemptFor, holdAttempt, previewAttempt, previewPlace } from './attempts.ts'
import { passCode } from './code-proof.ts'

type Input = ParsedOf<typeof merchant.updatePassword>

/** How the person shows that it is not only a stolen session that asks. */
type Proof =
  | { readonly way: 'password'; readonly oldPassword: string; readonly attempt: Attempt }
  | { readonly way: 'code'; readonly captcha: string }

interface PreparedChange {
  readonly proof: Proof
  /** The old password is right. What comes of it is told only by `concludeChange`. */
  readonly isRight: boolean
  /** The new password is the present one. */
  readonly isSame: boolean
  /** The hash both were compared with; null for a phone without a password. */
  readonly presentHash: string | null
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

type Preparing = PrepareContext<CallContext>

/**
 * Finds the proof: the old password where the phone has one and it is given, else the code. Refuses
 * PASSWORD_PROOF_MISSING, and SLOWED_DOWN before a hash is computed.
 */
function proofOf({ read, actor, request, now }: Preparing, { oldPassword, captcha }: Input) {
  return read(async (tx): Promise<{ proof: Proof; presentHash: string | null }> => {
    const presentHash = (await accountOf(tx, actor.phone))?.passwordHash ?? null
    if (oldPassword !== undefined && presentHash !== null) {
      const attempt = await attemptFor(tx, actor.phone, request.ip, now)
      await previewAttempt(tx, attempt, now)
      return { proof: { way: 'password', oldPassword, attempt }, presentHash }
    }
    if (captcha === undefined) return refuse('PASSWORD_PROOF_MISSING')
    await previewPlace(tx, request.ip, now)
    return { proof: { way: 'code', captcha }, presentHash }
  })
}

/**
 * Does what is slow about a change of password, outside a transaction: compares and hashes. Refuses
 * PASSWORD_PROOF_MISSING and SLOWED_DOWN.
 */
export async function prepareChange(context: Preparing, input: Input): Promise<PreparedChange> {
  const { password } = input
  const { proof, presentHash } = await proofOf(context, input)
  const isByPassword = proof.way === 'password'
  return {
    proof,
    presentHash,
    isRight: isByPassword && (await verifyPassword(proof.oldPassword, presentHash)),
    isSame: isByPassword ? proof.oldPassword === password : await isPresent(password, presentHash),
    newHash: await hashPassword(password),
  }
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
  const attempt = await passProof(context, change)
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

/** Lets a right proof pass, and gives the counters of an old password's attempt, held; counts a wrong one and refuses. */
async function passProof(context: CallContext, { proof, isRight }: PreparedChange) {
  const { tx, now, actor } = context
  if (proof.way === 'code') {
    await passCode(context, { phone: actor.phone, captcha: proof.captcha }, 'updatePassword')
    return null
  }
  const attempt = await holdAttempt(tx, proof.attempt, now)
  if (isRight) return attempt
  await attempt.fail()
  return refuse('OLD_PASSWORD_WRONG', {}, { field: 'oldPassword', keepsChanges: true })
}
