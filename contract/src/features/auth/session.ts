import * as z from 'zod'
import { read, write } from '../../call.ts'
import { id, moment, nothing } from '../../shapes.ts'
import { choice, phone, smsCode } from './calls.ts'

/** Beyond the specification: a person's own sessions at this merchant (登录设备), and the way to another merchant. */
export const ownSessions = {
  list: read({
    path: '/api/ext/session/list',
    title: '登录设备',
    beyond: "登录设备: one's own sessions",
    access: 'signedIn',
    input: z.strictObject({}),
    output: z.strictObject({
      sessions: z.array(
        z.strictObject({
          sessionId: id,
          isCurrent: z.boolean(),
          createdAt: moment,
          lastSeenAt: moment,
          expiresAt: moment,
          ip: z.string(),
          userAgent: z.string(),
        }),
      ),
    }),
    example: {},
  }),
  end: write({
    path: '/api/ext/session/end',
    title: '退出某台设备',
    beyond: "登录设备: one's own sessions",
    access: 'signedIn',
    input: z.strictObject({ sessionId: id }),
    output: nothing,
    refusals: ['NOT_FOUND'],
    ids: ['sessionId'],
    example: { sessionId: '01890000-0000-7000-8000-000000000000' },
  }),
  endOthers: write({
    path: '/api/ext/session/endOthers',
    title: '退出其他设备',
    beyond: "登录设备: one's own sessions",
    access: 'signedIn',
    input: z.strictObject({}),
    output: z.strictObject({ ended: z.int() }),
    example: {},
  }),
  switchMerchant: write({
    path: '/api/ext/session/switchMerchant',
    title: '切换商家',
    beyond: 'one phone number, two merchants: from one to the other without signing in anew',
    access: 'signedIn',
    rate: 'signIn',
    /** Answers a ticket for `loginAffirm`; the session goes on until the choice is made. */
    input: z.strictObject({}),
    output: choice,
    answerIsSecret: true,
    example: {},
  }),
  sendProofCode: write({
    path: '/api/ext/session/sendProofCode',
    title: '发送本人确认验证码',
    beyond: 'a person proves who they are before owners and powers change',
    access: 'signedIn',
    rate: 'code',
    /** The code goes to the phone that is signed in. */
    input: z.strictObject({}),
    output: z.strictObject({ resendAfter: z.int() }),
    refusals: ['CODE_TOO_SOON', 'CODE_DAY_LIMIT'],
    example: {},
  }),
  prove: write({
    path: '/api/ext/session/prove',
    title: '确认是本人',
    beyond: 'a person proves who they are before owners and powers change',
    access: 'signedIn',
    rate: 'signIn',
    /**
     * One proof is needed: the phone's password, or a code that `sendProofCode` sent. It is this session's alone, for five
     * minutes and for one act that asks for it.
     */
    input: z.strictObject({ password: z.string().min(1).max(64).optional(), captcha: smsCode.optional() }),
    output: z.strictObject({ goodForSeconds: z.int() }),
    refusals: [
      'PROOF_MISSING',
      'PASSWORD_WRONG',
      'PASSWORD_RESET_REQUIRED',
      'CODE_WRONG',
      'CODE_EXPIRED',
      'SLOWED_DOWN',
    ],
    example: { password: 'Wrong2026x' },
  }),
  sendPhoneCode: write({
    path: '/api/ext/session/sendPhoneCode',
    title: '发送更换手机号验证码',
    beyond: '更换手机号',
    access: 'signedIn',
    rate: 'code',
    /** To the new number where `phone` names one, else to the one that is signed in. */
    input: z.strictObject({ phone: phone.optional() }),
    output: z.strictObject({ resendAfter: z.int() }),
    refusals: ['CODE_TOO_SOON', 'CODE_DAY_LIMIT'],
    example: {},
  }),
  changePhone: write({
    path: '/api/ext/session/changePhone',
    title: '更换手机号',
    beyond: '更换手机号',
    access: 'signedIn',
    rate: 'signIn',
    /**
     * One's own number at this merchant, with a code to each of the two. What the person did and may do stays; every
     * session of the person here ends, this one too. A number without a password takes over that of the old one.
     */
    input: z.strictObject({ phone, oldCaptcha: smsCode, newCaptcha: smsCode }),
    output: nothing,
    refusals: ['PHONE_SAME', 'PHONE_IN_USE', 'CODE_WRONG', 'CODE_EXPIRED', 'SLOWED_DOWN'],
    audit: '更换手机号',
    example: { phone: '13800138098', oldCaptcha: '000000', newCaptcha: '000000' },
  }),
} as const
