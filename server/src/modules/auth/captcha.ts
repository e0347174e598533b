import { timingSafeEqual } from 'node:crypto'
import type { GlobalTx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { later } from '../../platform/clock.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { Services } from '../../services.ts'
import { typedDigest } from './digest.ts'
import { insertCaptcha, takeCaptcha } from './store.ts'

/** How long a person has to read a captcha. */
const CAPTCHA_LIFE_MS = 5 * 60_000

const digestOf = (services: Services, captchaId: string, answer: string) =>
  typedDigest(services.settings.secret, 'image-captcha', captchaId, answer.trim().toUpperCase())

/** Keeps a new captcha's answer as a digest and gives its id. */
export async function openCaptcha(tx: GlobalTx, services: Services, answer: string, now: Date): Promise<string> {
  const captchaId = newId()
  await insertCaptcha(tx, captchaId, digestOf(services, captchaId, answer), later(now, CAPTCHA_LIFE_MS))
  return captchaId
}

/**
 * Uses a captcha up, whatever comes of it, so that none can be tried twice. Letters may be in either case.
 * Refuses CAPTCHA_WRONG for a wrong answer and for a captcha that is unknown, used or older than five minutes.
 */
export async function passCaptcha(
  tx: GlobalTx,
  services: Services,
  given: { captchaId: string; captchaCode: string },
  now: Date,
): Promise<void> {
  const expected = isId(given.captchaId) ? await takeCaptcha(tx, given.captchaId, now) : null
  if (expected && timingSafeEqual(expected, digestOf(services, given.captchaId, given.captchaCode))) return
  refuse('CAPTCHA_WRONG', {}, { field: 'captchaCode', keepsChanges: true })
}
