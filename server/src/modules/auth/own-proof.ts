import type { RefusalCode } from '@huanji/contract/errors'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext, PrepareContext } from '../../gateway/handler.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { accountOf } from '../account/store.ts'
import { type Attempt, attemptFor, type HeldAttempt, holdAttempt, previewAttempt, previewPlace } from './attempts.ts'
import { passCode } from './code-proof.ts'
import type { SmsScene } from './sms-scenes.ts'

/** What a person shows to prove that it is not only a stolen session that asks. */
interface Given {
  readonly password: string | undefined
  readonly captcha: string | undefined
}

type Proof =
  | { readonly way: 'password'; readonly password: string; readonly attempt: Attempt }
  | { readonly way: 'code'; readonly captcha: string }

/** A proof that was compared already; what comes of it is told only by `passOwnProof`. */
export interface PreparedProof {
  readonly proof: Proof
  /** The password is right. */
  readonly isRight: boolean
  /** The hash it was compared with; null for a phone without a password. */
  readonly presentHash: string | null
}

/** For what a proof is asked, and how a missing or wrong one is told. */
interface Asked {
  readonly scene: SmsScene
  readonly missing: RefusalCode
  readonly wrong: RefusalCode
  readonly field: string
}

/**
 * Finds the proof, and compares a password outside a transaction: the password where the phone has one and it is given,
 * else the code. Refuses `missing`, and SLOWED_DOWN before a hash is computed.
 */
export async function prepareOwnProof(
  { read, actor, request, now }: PrepareContext<CallContext>,
  { password, captcha }: Given,
  missing: RefusalCode,
): Promise<PreparedProof> {
  const found = await read(async (tx): Promise<Omit<PreparedProof, 'isRight'>> => {
    const presentHash = (await accountOf(tx, actor.phone))?.passwordHash ?? null
    if (password !== undefined && presentHash !== null) {
      const attempt = await attemptFor(tx, actor.phone, request.ip, now)
      await previewAttempt(tx, attempt, now)
      return { proof: { way: 'password', password, attempt }, presentHash }
    }
    if (captcha === undefined) return refuse(missing)
    await previewPlace(tx, request.ip, now)
    return { proof: { way: 'code', captcha }, presentHash }
  })
  const { proof, presentHash } = found
  return { ...found, isRight: proof.way === 'password' && (await verifyPassword(proof.password, presentHash)) }
}

/**
 * Lets a right proof pass, and gives the counters of a password's attempt, held; counts a wrong one like a failed sign-in
 * and refuses, so that a stolen session cannot guess. Refuses SLOWED_DOWN, `wrong`, CODE_WRONG and CODE_EXPIRED.
 */
export async function passOwnProof(
  context: CallContext,
  { proof, isRight }: PreparedProof,
  { scene, wrong, field }: Omit<Asked, 'missing'>,
): Promise<HeldAttempt | null> {
  const { tx, now, actor } = context
  if (proof.way === 'code') {
    await passCode(context, { phone: actor.phone, captcha: proof.captcha }, scene)
    return null
  }
  const attempt = await holdAttempt(tx, proof.attempt, now)
  if (isRight) return attempt
  await attempt.fail()
  return refuse(wrong, {}, { field, keepsChanges: true })
}
