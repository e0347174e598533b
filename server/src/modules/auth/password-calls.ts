import type { merchant } from '@huanji/contract/features/merchant/calls'
import { forAnyone, type Implementations, twoSteps } from '../../gateway/handler.ts'
import { accountOf } from '../account/store.ts'
import { concludeChange, prepareChange } from './password-change.ts'
import { concludeReset, prepareReset } from './password-reset.ts'
import { RESEND_AFTER_SECONDS, sendCode } from './sms-code.ts'

type PasswordCalls = Pick<typeof merchant, 'existPassword' | 'captchaSend' | 'updatePassword' | 'resetPassword'>

/** The calls about a person's own password (docs/specification.md §7). */
export const passwordCalls: Implementations<PasswordCalls> = {
  existPassword: async ({ tx, actor }) => {
    const account = await accountOf(tx, actor.phone)
    return { exists: account !== null && account.passwordHash !== null }
  },

  captchaSend: async ({ tx, services, now, request, actor }) => {
    await sendCode(tx, services, { phone: actor.phone, scene: 'updatePassword', ip: request.ip, now })
    return { resendAfter: RESEND_AFTER_SECONDS }
  },

  updatePassword: twoSteps({
    prepare: prepareChange,
    commit: async (context, _input, change) => {
      await concludeChange(context, change)
      return {}
    },
  }),

  resetPassword: forAnyone(
    twoSteps({
      prepare: prepareReset,
      commit: async (context, input, newHash) => {
        await concludeReset(context, input, newHash)
        return {}
      },
    }),
  ),
}
