import { auth } from '@huanji/contract/calls/auth'
import { forAnyone, handlers, type PublicContext, refuse, twoSteps } from '../../gateway/handler.ts'
import { enqueueEffect } from '../../jobs/effects.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { createMerchant } from '../people/commands.ts'
import { SHOP_REFRESH } from '../shop/refresh.ts'
import { holdPlace } from './attempts.ts'
import { openCaptcha, passCaptcha } from './captcha.ts'
import { captchaAnswer, drawCaptcha } from './captcha-image.ts'
import { isCommonPassword } from './common-passwords.ts'
import { concludeSignIn, verifySignIn } from './password-sign-in.ts'
import { openSession } from './session.ts'
import { endSession } from './session-store.ts'
import { finishSignIn, redeemTicket } from './sign-in.ts'
import { checkCode, RESEND_AFTER_SECONDS, sendCode } from './sms-code.ts'
import type { SmsScene } from './sms-store.ts'

/** Uses a phone's code up, or counts the failure against the code and the place and refuses. */
async function passCode(
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

/** The calls of sign-up, sign-in and sign-out (specification §7, Auth; shapes in decisions.md). */
export const authGroup = handlers(auth, {
  imgCaptcha: forAnyone(
    twoSteps({
      prepare: async () => {
        const answer = captchaAnswer()
        return { answer, image: await drawCaptcha(answer) }
      },
      commit: async ({ tx, services, now }, _input, { answer, image }) => ({
        captchaId: await openCaptcha(tx, services, answer, now),
        image,
      }),
    }),
  ),

  captchaSend: forAnyone(async ({ tx, services, now, request }, { phone, scene, captchaId, captchaCode }) => {
    await passCaptcha(tx, services, { captchaId, captchaCode }, now)
    await sendCode(tx, services, { phone, scene, ip: request.ip, now })
    return { resendAfter: RESEND_AFTER_SECONDS }
  }),

  signUp: forAnyone(
    twoSteps({
      prepare: async (_context, { password }) => {
        if (isCommonPassword(password)) refuse('PASSWORD_COMMON', {}, { field: 'password' })
        return hashPassword(password)
      },
      commit: async (context, input, passwordHash) => {
        await passCode(context, input, 'signUp')
        const { phone, merchantName: name } = input
        const { now } = context
        const created = await createMerchant(context.tx, { name, phone, passwordHash, now })
        const { merchantId } = created
        await enqueueEffect(created.tx, { kind: SHOP_REFRESH, aggregate: `merchant:${merchantId}`, payload: {}, now })
        return openSession(context, { ...created, phone })
      },
    }),
  ),

  login: forAnyone(twoSteps({ prepare: verifySignIn, commit: concludeSignIn })),

  loginCaptcha: forAnyone(async (context, input) => {
    await passCode(context, input, 'login')
    return finishSignIn(context, input.phone)
  }),

  loginAffirm: forAnyone((context, input) => redeemTicket(context, input)),

  logout: async ({ tx, actor, now }) => {
    await endSession(tx, actor.sessionId, 'logout', now)
    return {}
  },
})
