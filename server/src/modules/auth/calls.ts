import { auth } from '@huanji/contract/features/auth/calls'
import { forAnyone, handlers, twoSteps } from '../../gateway/handler.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { endSession } from '../account/session-store.ts'
import { lockAccount } from '../account/store.ts'
import { createMerchant } from '../people/commands.ts'
import { requestShopRefresh } from '../shop/jobs.ts'
import { previewPlace } from './attempts.ts'
import { openCaptcha, passCaptcha } from './captcha.ts'
import { captchaAnswer, drawCaptcha } from './captcha-image.ts'
import { passCode } from './code-proof.ts'
import { passwordMoment } from './password-change.ts'
import { concludeSignIn, verifySignIn } from './password-sign-in.ts'
import { openSession } from './session.ts'
import { finishSignIn, redeemTicket } from './sign-in.ts'
import { RESEND_AFTER_SECONDS, sendCode } from './sms-code.ts'

/** The calls of sign-up, sign-in and sign-out (docs/specification.md §7; docs/rules.md). */
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
      prepare: async ({ read, request, now }, { password }) => {
        await read((tx) => previewPlace(tx, request.ip, now))
        return hashPassword(password)
      },
      commit: async (context, input, passwordHash) => {
        await passCode(context, input, 'signUp')
        const { phone, merchantName: name, employeeName: ownerName } = input
        // the phone may work elsewhere already: its sessions there end with the old password
        const setAt = passwordMoment(await lockAccount(context.tx, phone), context.services.clock)
        const created = await createMerchant(context.tx, {
          name,
          phone,
          passwordHash,
          now: setAt,
          ...(ownerName === undefined ? {} : { ownerName }),
        })
        const { merchantId, employeeId } = created
        const { now } = context
        await requestShopRefresh(created.tx, now)
        return openSession(context, { merchantId, employeeId, phone, proof: 'code', isKept: false, isSignUp: true })
      },
    }),
  ),

  login: forAnyone(twoSteps({ prepare: verifySignIn, commit: concludeSignIn })),

  loginCaptcha: forAnyone(async (context, input) => {
    await passCode(context, input, 'login')
    return finishSignIn(context, { phone: input.phone, proof: 'code', isKept: input.keep ?? false })
  }),

  loginAffirm: forAnyone((context, input) => redeemTicket(context, input)),

  logout: async ({ tx, actor, now }) => {
    await endSession(tx, actor.sessionId, 'logout', now)
    return {}
  },
})
