import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { auth } from '@huanji/contract/features/auth/calls'
import { refuse } from '../../errors/refusal.ts'
import type { PrepareContext, PublicContext } from '../../gateway/handler.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import { accountOf, holdAccount } from '../account/store.ts'
import { type Attempt, attemptFor, holdAttempt, previewAttempt } from './attempts.ts'
import { passCaptcha } from './captcha.ts'
import { finishSignIn } from './sign-in.ts'

type Input = ParsedOf<typeof auth.login>

interface Verified {
  readonly attempt: Attempt
  /** The hash the password was compared with; null for an unknown phone or one without a password. */
  readonly passwordHash: string | null
  readonly isRight: boolean
}

const captchaOf = ({ captchaId, captchaCode }: Input) =>
  captchaId === undefined || captchaCode === undefined ? null : { captchaId, captchaCode }

/**
 * Compares the password outside a transaction, the same way for a phone that nobody has. What comes of it is told only
 * by `concludeSignIn`. Refuses SLOWED_DOWN and CAPTCHA_REQUIRED before a hash is computed.
 */
export async function verifySignIn(context: PrepareContext<PublicContext>, input: Input): Promise<Verified> {
  const { now, request } = context
  const known = await context.read(async (tx) => {
    const attempt = await attemptFor(tx, input.phone, request.ip, now)
    const { needsCaptcha } = await previewAttempt(tx, attempt, now)
    if (needsCaptcha && !captchaOf(input)) refuse('CAPTCHA_REQUIRED', {}, { field: 'captchaCode' })
    return { attempt, passwordHash: (await accountOf(tx, input.phone))?.passwordHash ?? null }
  })
  return { ...known, isRight: await verifyPassword(input.password, known.passwordHash) }
}

/**
 * Counts the attempt and tells what came of it. Refuses SLOWED_DOWN, CAPTCHA_REQUIRED, CAPTCHA_WRONG and
 * CREDENTIALS_WRONG, whichever is first: a right password does not get past the limits either. After a right password it
 * refuses what `finishSignIn` refuses.
 */
export async function concludeSignIn(
  context: PublicContext,
  input: Input,
  verified: Verified,
): Promise<OutputOf<typeof auth.login>> {
  const { tx, now, services } = context
  const attempt = await holdAttempt(tx, verified.attempt, now)
  if (attempt.needsCaptcha) {
    const captcha = captchaOf(input)
    if (!captcha) return refuse('CAPTCHA_REQUIRED', {}, { field: 'captchaCode' })
    await passCaptcha(tx, services, captcha, now)
  }
  const current = await holdAccount(tx, input.phone)
  // a password changed while the old one was being compared does not count any more
  if (!verified.isRight || current?.passwordHash !== verified.passwordHash) {
    await attempt.fail()
    return refuse('CREDENTIALS_WRONG', {}, { keepsChanges: true })
  }
  await attempt.succeed()
  return finishSignIn(context, { phone: input.phone, proof: 'password', isKept: input.keep ?? false })
}
