import type { OutputOf } from '@huanji/contract/call'
import type { ownSessions } from '@huanji/contract/features/auth/session'
import { refuse } from '../../errors/refusal.ts'
import { TransportRefusal } from '../../errors/transport-refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { later } from '../../platform/clock.ts'
import { recordProof, spendProof } from '../account/session-store.ts'
import { holdAccount, wantsNewPassword } from '../account/store.ts'
import { type PreparedProof, passOwnProof } from './own-proof.ts'

/** As long as a person needs to read what it means and to press the button. */
const PROOF_LIFE_SECONDS = 5 * 60

/**
 * Keeps with the session that its person has just proved who it is. Refuses SLOWED_DOWN, PASSWORD_WRONG, CODE_WRONG and
 * CODE_EXPIRED, and PASSWORD_RESET_REQUIRED for a password that the merchant wants renewed.
 */
export async function keepProof(
  context: CallContext,
  prepared: PreparedProof,
): Promise<OutputOf<typeof ownSessions.prove>> {
  const { tx, actor, now } = context
  const attempt = await passOwnProof(context, prepared, {
    scene: 'confirmSelf',
    wrong: 'PASSWORD_WRONG',
    field: 'password',
  })
  if (attempt !== null) {
    const account = await holdAccount(tx, actor.phone)
    // a password that was changed meanwhile ended this session too
    if ((account?.passwordHash ?? null) !== prepared.presentHash) throw new TransportRefusal('sessionInvalid')
    if (await wantsNewPassword(tx, actor.phone, tx.merchantId)) return refuse('PASSWORD_RESET_REQUIRED')
    await attempt.succeed()
  }
  await recordProof(tx, actor.sessionId, now)
  return { goodForSeconds: PROOF_LIFE_SECONDS }
}

/** Uses up the proof that the session's person gave within five minutes. Refuses OWNER_PROOF_NEEDED without one. */
export async function requireSelfProof({ tx, actor, now }: CallContext): Promise<void> {
  if (await spendProof(tx, actor.sessionId, later(now, -PROOF_LIFE_SECONDS * 1000))) return
  refuse('OWNER_PROOF_NEEDED')
}
