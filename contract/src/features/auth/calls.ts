import {
  PASSWORD_MESSAGE,
  PASSWORD_PATTERN,
  PHONE_MESSAGE,
  PHONE_PATTERN,
  SMS_CODE_MESSAGE,
  SMS_CODE_PATTERN,
} from '@huanji/domain/validation'
import * as z from 'zod'
import { read, write } from '../../call.ts'
import { id, nameText, nothing } from '../../shapes.ts'

export const phone = z.string().regex(PHONE_PATTERN, PHONE_MESSAGE)
export const password = z.string().regex(PASSWORD_PATTERN, PASSWORD_MESSAGE)
export const smsCode = z.string().regex(SMS_CODE_PATTERN, SMS_CODE_MESSAGE)
export const smsScene = z.enum(['login', 'signUp', 'resetPassword'])
/**
 * 保持登录: the session lives 30 days and may stay unused for 7; otherwise 24 hours, and 12 unused. The ticket of a choice
 * remembers it, and a session that switches merchants hands it on.
 */
const keep = z.boolean().optional()
const captchaAnswer = z.string().trim().min(1).max(8)

/** What a person holds after signing in; the four keys are stored by the browser under these names. */
export const session = z.strictObject({
  loginToken: z.string(),
  loginPhone: z.string(),
  employeeId: id,
  merchantId: id,
  loginInfo: z.strictObject({
    employeeName: z.string(),
    merchantName: z.string(),
    roleNames: z.array(z.string()),
    isOwner: z.boolean(),
  }),
})

/** Answered instead of a session when the phone works for several merchants. */
export const choice = z.strictObject({
  ticket: z.string(),
  candidates: z.array(
    z.strictObject({
      employeeId: id,
      employeeName: z.string(),
      merchantId: id,
      merchantName: z.string(),
      /** As what the person works there, which tells one merchant from another better than their own name. */
      roleNames: z.array(z.string()),
    }),
  ),
})

const signedIn = z.union([session, choice])

/** The calls of sign-up, sign-in and sign-out (docs/specification.md §7). */
export const auth = {
  imgCaptcha: read({
    path: '/api_auth/imgCaptcha',
    title: '获取图形验证码',
    access: 'public',
    rate: 'code',
    input: z.strictObject({}),
    output: z.strictObject({ captchaId: z.string(), image: z.string() }),
    example: {},
  }),
  captchaSend: write({
    path: '/api_auth/captchaSend',
    title: '发送短信验证码',
    access: 'public',
    rate: 'code',
    input: z.strictObject({ phone, scene: smsScene, captchaId: z.string().max(80), captchaCode: captchaAnswer }),
    output: z.strictObject({ resendAfter: z.int() }),
    refusals: ['CAPTCHA_WRONG', 'CODE_TOO_SOON', 'CODE_DAY_LIMIT'],
    example: { phone: '13800138000', scene: 'login', captchaId: 'none', captchaCode: 'abcd' },
  }),
  signUp: write({
    path: '/api_auth/signUp',
    title: '注册商家',
    access: 'public',
    rate: 'signIn',
    input: z.strictObject({
      phone,
      captcha: smsCode,
      password,
      merchantName: nameText(40),
      agreed: z.literal(true),
      /** What the person is called; without it 老板 until somebody changes it. */
      employeeName: nameText(20).optional(),
    }),
    output: session,
    refusals: ['CODE_WRONG', 'CODE_EXPIRED', 'PHONE_TAKEN', 'SLOWED_DOWN'],
    answerIsSecret: true,
    example: {
      phone: '13800138009',
      captcha: '000000',
      password: 'Huanji2026',
      merchantName: '示例商家',
      agreed: true,
    },
  }),
  login: write({
    path: '/api_auth/login',
    title: '密码登录',
    access: 'public',
    rate: 'signIn',
    input: z.strictObject({
      phone,
      password: z.string().min(1).max(64),
      captchaId: z.string().max(80).optional(),
      captchaCode: captchaAnswer.optional(),
      keep,
    }),
    output: signedIn,
    refusals: [
      'CREDENTIALS_WRONG',
      'CAPTCHA_REQUIRED',
      'CAPTCHA_WRONG',
      'SLOWED_DOWN',
      'EMPLOYEE_DISABLED',
      'PHONE_WITHOUT_EMPLOYEE',
      'PASSWORD_RESET_REQUIRED',
    ],
    answerIsSecret: true,
    example: { phone: '13800138000', password: 'Wrong2026x' },
  }),
  loginCaptcha: write({
    path: '/api_auth/loginCaptcha',
    title: '验证码登录',
    access: 'public',
    rate: 'signIn',
    input: z.strictObject({ phone, captcha: smsCode, keep }),
    output: signedIn,
    refusals: ['CODE_WRONG', 'CODE_EXPIRED', 'EMPLOYEE_DISABLED', 'PHONE_WITHOUT_EMPLOYEE', 'SLOWED_DOWN'],
    answerIsSecret: true,
    example: { phone: '13800138000', captcha: '000000' },
  }),
  loginAffirm: write({
    path: '/api_auth/loginAffirm',
    title: '选择商家',
    access: 'public',
    rate: 'signIn',
    /** `employeeId` is the chosen candidate’s, not the login context’s: nobody is signed in yet whom that could mean. */
    input: z.strictObject({ ticket: z.string().min(1).max(200), employeeId: id }),
    output: session,
    refusals: ['TICKET_EXPIRED', 'EMPLOYEE_DISABLED', 'PASSWORD_RESET_REQUIRED'],
    answerIsSecret: true,
    example: { ticket: 'none', employeeId: '01890000-0000-7000-8000-000000000000' },
  }),
  logout: write({
    path: '/api_auth/logout',
    title: '退出登录',
    access: 'signedIn',
    input: z.strictObject({}),
    output: nothing,
    example: {},
  }),
} as const
