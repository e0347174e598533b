import type { PublicContext } from '../../gateway/handler.ts'
import { holdPlace } from './attempts.ts'
import { checkCode } from './sms-code.ts'
import type { SmsScene } from './sms-scenes.ts'

/**
 * Uses up the code that was sent to a phone for a scene. A wrong one counts against the code and against the network
 * address, and that stays counted. Refuses CODE_WRONG, CODE_EXPIRED, and SLOWED_DOWN with the seconds to wait.
 */
export async function passCode(
  context: PublicContext,
  given: { phone: string; captcha: string },
  scene: SmsScene,
): Promise<void> {
  const { tx, now, services, request } = context
  const place = await holdPlace(tx, request.ip, now)
  const check = await checkCode(tx, services, { phone: given.phone, scene, code: given.captcha, now })
  if (check.isRight) return check.use()
  await place.fail()
  return check.refuse()
}
