import type { PublicContext } from '../../gateway/handler.ts'
import { holdPlace } from './attempts.ts'
import { type CodeCheck, checkCode } from './sms-code.ts'
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

/** A code of one phone, and the input field that it stands in. */
interface GivenCode {
  readonly phone: string
  readonly code: string
  readonly field: string
}

/**
 * Uses up a code of each of two phones, or none: where one is wrong, the other can be used again. Refuses as `passCode`,
 * at the field of the first that is wrong.
 */
export async function passBothCodes(
  { tx, now, services, request }: PublicContext,
  given: readonly [GivenCode, GivenCode],
  scene: SmsScene,
): Promise<void> {
  const place = await holdPlace(tx, request.ip, now)
  const checks: CodeCheck[] = []
  for (const one of given) checks.push(await checkCode(tx, services, { ...one, scene, now }))
  for (const check of checks) {
    if (check.isRight) continue
    await place.fail()
    return check.refuse()
  }
  for (const check of checks) if (check.isRight) await check.use()
}
