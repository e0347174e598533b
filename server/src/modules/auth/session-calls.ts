import { ownSessions } from '@huanji/contract/features/auth/session'
import { refuse } from '../../errors/refusal.ts'
import { TransportRefusal } from '../../errors/transport-refusal.ts'
import { type CallContext, handlers, twoSteps } from '../../gateway/handler.ts'
import { directoryOf } from '../account/directory-store.ts'
import {
  endOtherSessions,
  endSession,
  hasSession,
  liveSessionsOf,
  type SessionOwner,
  signInOf,
} from '../account/session-store.ts'
import { holdAccount } from '../account/store.ts'
import { changeOwnPhone } from '../people/phone-change.ts'
import { prepareOwnProof } from './own-proof.ts'
import { keepProof } from './self-proof.ts'
import { offerChoice } from './sign-in.ts'
import { RESEND_AFTER_SECONDS, sendCode } from './sms-code.ts'

const ownerOf = ({ actor: { employeeId, phone }, now }: CallContext): SessionOwner => ({
  employeeId,
  phone,
  now,
})

/** A person's own sessions at this merchant, and the way to another merchant. */
export const sessionGroup = handlers(ownSessions, {
  list: async (context) => {
    const { sessionId: current } = context.actor
    const sessions = (await liveSessionsOf(context.tx, ownerOf(context))).map((session) => ({
      ...session,
      isCurrent: session.sessionId === current,
    }))
    return { sessions: [...sessions.filter((one) => one.isCurrent), ...sessions.filter((one) => !one.isCurrent)] }
  },

  // a session that is over already stays so: asking twice is asking once
  end: async ({ tx, actor, now }, { sessionId }) => {
    if (!(await hasSession(tx, actor.employeeId, sessionId))) return refuse('NOT_FOUND')
    await endSession(tx, sessionId, sessionId === actor.sessionId ? 'logout' : 'ended', now)
    return {}
  },

  endOthers: async (context) => ({
    ended: await endOtherSessions(context.tx, context.actor.sessionId, ownerOf(context)),
  }),

  switchMerchant: async (context) => {
    const { tx, now, actor } = context
    const { phone } = actor
    // a password that is being changed ends this session; a ticket made after that would outlive it
    await holdAccount(tx, phone)
    const signedIn = await signInOf(tx, actor.sessionId, ownerOf(context))
    if (signedIn === null) throw new TransportRefusal('sessionInvalid')
    const rows = (await directoryOf(tx, phone)).filter((row) => row.isActive)
    return offerChoice({ tx, now }, { phone, ...signedIn }, rows)
  },

  sendProofCode: async ({ tx, services, now, request, actor }) => {
    await sendCode(tx, services, { phone: actor.phone, scene: 'confirmSelf', ip: request.ip, now })
    return { resendAfter: RESEND_AFTER_SECONDS }
  },

  prove: twoSteps({
    prepare: (context, { password, captcha }) => prepareOwnProof(context, { password, captcha }, 'PROOF_MISSING'),
    commit: (context, _input, prepared) => keepProof(context, prepared),
  }),

  sendPhoneCode: async ({ tx, services, now, request, actor }, { phone = actor.phone }) => {
    await sendCode(tx, services, { phone, scene: 'changePhone', ip: request.ip, now })
    return { resendAfter: RESEND_AFTER_SECONDS }
  },

  changePhone: async (context, input) => {
    await changeOwnPhone(context, input)
    return {}
  },
})
