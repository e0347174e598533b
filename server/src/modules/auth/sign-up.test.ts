import { auth } from '@huanji/contract/features/auth/calls'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverSms, demoInbox } from './sms.ts'
import type { OutgoingSms, SmsSender } from './sms-sender.ts'
import {
  type AccountGateway,
  atOnce,
  contextOf,
  granted,
  outcomes,
  PASSWORD,
  startAccountGateway,
} from './testing/account-gateway.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let gateway: AccountGateway
let nextPhone = 13800131000

beforeAll(async () => {
  gateway = await startAccountGateway()
})

afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(25 * HOUR_MS)
  await gateway.query('delete from login_attempt')
  await gateway.query('delete from sms_quota')
})

const newPhone = () => String(nextPhone++)

const signUp = (phone: string, captcha: string, merchantName = '新商家') => ({
  phone,
  captcha,
  password: PASSWORD,
  merchantName,
  agreed: true as const,
})

describe('signing up', () => {
  it('makes a merchant with its owner, the usual roles and a number on the marketplace, and signs the owner in', async () => {
    const phone = newPhone()
    const captcha = await gateway.code(phone, 'signUp')
    const session = granted(await gateway.call(auth.signUp, signUp(phone, captcha, '  小城数码 ')))
    expect(session.loginInfo).toEqual({
      employeeName: '老板',
      merchantName: '小城数码',
      roleNames: ['老板'],
      isOwner: true,
    })
    const rows = await gateway.query('select name, preset, grants from role where merchant_id = $1', [
      session.merchantId,
    ])
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(ROLE_PRESETS.map(({ name }) => name)))
    const owner = rows.find(({ preset }) => preset === 'owner')
    expect(owner).toMatchObject({ preset: 'owner', grants: null })
    const [seller] = await gateway.query('select seller_id from seller_directory where merchant_id = $1', [
      session.merchantId,
    ])
    expect(seller?.seller_id).toBeGreaterThanOrEqual(800001)
    granted(await gateway.call(auth.logout, {}, { login: contextOf(session) }))
    granted(await gateway.call(auth.login, { phone, password: PASSWORD }))
  })

  it('has the shops of the new merchant fetched by a job', async () => {
    const phone = newPhone()
    const session = granted(await gateway.call(auth.signUp, signUp(phone, await gateway.code(phone, 'signUp'))))
    const effects = await gateway.query('select kind, state from outbox where merchant_id = $1', [session.merchantId])
    expect(effects).toEqual([{ kind: 'shop.refresh', state: 'pending' }])
  })

  it('makes one merchant when the same form is sent ten times at once', async () => {
    const phone = newPhone()
    const captcha = await gateway.code(phone, 'signUp')
    const answers = await atOnce(gateway, 10, auth.signUp, signUp(phone, captcha))
    expect(outcomes(answers)).toEqual({ ok: 1, CODE_EXPIRED: 9 })
    expect(await gateway.query('select 1 from phone_directory where phone = $1', [phone])).toHaveLength(1)
  })

  it('refuses a phone that owns a merchant, and leaves its code and password alone', async () => {
    const phone = newPhone()
    await gateway.merchant(phone, '老商家')
    const captcha = await gateway.code(phone, 'signUp')
    const answer = await gateway.call(auth.signUp, { ...signUp(phone, captcha), password: 'Andere2027' })
    expect(answer).toMatchObject({ _bizErrCode: 'PHONE_TAKEN', _errStr: '该手机号已注册商家，请直接登录' })
    granted(await gateway.call(auth.login, { phone, password: PASSWORD }))
  })

  it('lets an employee of another merchant sign up; the new password ends the sessions of the old one', async () => {
    const phone = newPhone()
    const employer = await gateway.merchant(newPhone(), '雇主')
    await gateway.employee(employer, phone, 'inspector')
    const before = await gateway.signIn(phone)
    gateway.clock.advance(1000)
    const captcha = await gateway.code(phone, 'signUp')
    granted(await gateway.call(auth.signUp, { ...signUp(phone, captcha), password: 'Andere2027' }))
    expect((await gateway.call(auth.logout, {}, { login: before }))._errCode).toBe('80017101')
    const answer = granted(await gateway.call(auth.login, { phone, password: 'Andere2027' }))
    expect('candidates' in answer && answer.candidates.map(({ merchantName }) => merchantName)).toEqual([
      '雇主',
      '新商家',
    ])
  })

  it.each(['Password123', '密码密码密码1a'])(
    'defect: %s satisfies the rule, and was refused as common',
    async (password) => {
      const phone = newPhone()
      const answer = await gateway.call(auth.signUp, {
        ...signUp(phone, await gateway.code(phone, 'signUp')),
        password,
      })
      expect(granted(answer).loginPhone).toBe(phone)
    },
  )

  it.each([
    ['phone', { phone: '23800131000' }],
    ['captcha', { captcha: '12345' }],
    ['password', { password: 'onlyletters' }],
    ['merchantName', { merchantName: '   ' }],
    ['agreed', { agreed: false as unknown as true }],
  ])('refuses a form whose %s is not valid', async (field, fault) => {
    const answer = await gateway.call(auth.signUp, { ...signUp('13800131999', '000000'), ...fault })
    expect(answer).toMatchObject({ _errCode: '80020001', _data: { field } })
  })
})

describe('codes by SMS', () => {
  it('are six digits, kept as a digest, and shown by the demo inbox', async () => {
    const phone = newPhone()
    const code = await gateway.code(phone, 'login')
    expect(code).toMatch(/^\d{6}$/)
    const [message] = await demoInbox(gateway.services)
    expect(message).toMatchObject({ phone, code, text: expect.stringContaining(`登录验证码是${code}`) })
    const [stored] = await gateway.query(`
      select (select string_agg(c::text, ' ') from sms_code c) || (select string_agg(o::text, ' ') from sms_outbox o)
        as text`)
    // digests and ids hold the same six digits now and then
    expect(stored?.text).not.toMatch(new RegExp(`(?<![0-9a-fA-F])${code}(?![0-9a-fA-F])`))
    expect(stored?.text).not.toContain(Buffer.from(code).toString('hex'))
  })

  it('answer how long to wait for the next one', async () => {
    const answer = await gateway.call(auth.captchaSend, {
      phone: newPhone(),
      scene: 'login',
      ...(await gateway.captcha()),
    })
    expect(granted(answer)).toEqual({ resendAfter: 60 })
  })

  it('are sent one a minute', async () => {
    const phone = newPhone()
    await gateway.code(phone, 'login')
    gateway.clock.advance(20_000)
    const early = await gateway.call(auth.captchaSend, { phone, scene: 'signUp', ...(await gateway.captcha()) })
    expect(early).toMatchObject({ _bizErrCode: 'CODE_TOO_SOON', _errStr: '验证码发送过于频繁，请40秒后再试' })
    gateway.clock.advance(40_000)
    await gateway.code(phone, 'login')
  })

  it('are sent one a minute across midnight as well', async () => {
    const phone = newPhone()
    gateway.clock.set('2027-06-01T15:59:50.000Z')
    await gateway.code(phone, 'login')
    gateway.clock.advance(20_000)
    const early = await gateway.call(auth.captchaSend, { phone, scene: 'login', ...(await gateway.captcha()) })
    expect(early._bizErrCode).toBe('CODE_TOO_SOON')
  })

  it('are sent ten a day of Shanghai', async () => {
    const phone = newPhone()
    gateway.clock.set('2027-07-01T00:00:00.000Z')
    for (let index = 0; index < 10; index += 1) {
      await gateway.code(phone, 'login')
      gateway.clock.advance(MINUTE_MS)
    }
    const eleventh = await gateway.call(auth.captchaSend, { phone, scene: 'login', ...(await gateway.captcha()) })
    expect(eleventh._bizErrCode).toBe('CODE_DAY_LIMIT')
    gateway.clock.set('2027-07-01T16:00:00.000Z')
    await gateway.code(phone, 'login')
  })

  it('are not sent without the right captcha, which each request uses up', async () => {
    const phone = newPhone()
    const send = (captcha: { captchaId: string; captchaCode: string }) =>
      gateway.call(auth.captchaSend, { phone, scene: 'login', ...captcha })
    expect((await send({ captchaId: 'none', captchaCode: 'AC34' }))._bizErrCode).toBe('CAPTCHA_WRONG')
    expect((await send(await gateway.captcha('ZZZZ')))._bizErrCode).toBe('CAPTCHA_WRONG')
    const captcha = await gateway.captcha()
    granted(await send(captcha))
    gateway.clock.advance(MINUTE_MS)
    expect((await send(captcha))._bizErrCode).toBe('CAPTCHA_WRONG')
  })

  it('go out once when they are asked for ten times at once', async () => {
    const phone = newPhone()
    const captchas = await Promise.all(Array.from({ length: 10 }, () => gateway.captcha()))
    const answers = await Promise.all(
      captchas.map((captcha) => gateway.call(auth.captchaSend, { phone, scene: 'login', ...captcha })),
    )
    expect(outcomes(answers)).toEqual({ ok: 1, CODE_TOO_SOON: 9 })
  })

  it('are sent to a phone that nobody has as to any other', async () => {
    const owner = newPhone()
    await gateway.merchant(owner, '某商家')
    const known = await gateway.call(auth.captchaSend, { phone: owner, scene: 'login', ...(await gateway.captcha()) })
    const unknown = await gateway.call(auth.captchaSend, {
      phone: newPhone(),
      scene: 'login',
      ...(await gateway.captcha()),
    })
    expect(unknown).toEqual(known)
  })

  it('do not sign in or up for another scene', async () => {
    const phone = newPhone()
    const captcha = await gateway.code(phone, 'login')
    expect((await gateway.call(auth.signUp, signUp(phone, captcha)))._bizErrCode).toBe('CODE_EXPIRED')
  })
})

describe('signing in with a code', () => {
  const wrongFor = (code: string) => (code === '123456' ? '654321' : '123456')

  it('answers a session, once a code', async () => {
    const phone = newPhone()
    await gateway.merchant(phone, '短信商家')
    const captcha = await gateway.code(phone, 'login')
    const answers = await atOnce(gateway, 10, auth.loginCaptcha, { phone, captcha })
    expect(outcomes(answers)).toEqual({ ok: 1, CODE_EXPIRED: 9 })
  })

  it('takes the newest code only', async () => {
    const phone = newPhone()
    await gateway.merchant(phone, '短信商家')
    const first = await gateway.code(phone, 'login')
    gateway.clock.advance(MINUTE_MS)
    const second = await gateway.code(phone, 'login')
    if (first !== second) {
      expect((await gateway.call(auth.loginCaptcha, { phone, captcha: first }))._bizErrCode).toBe('CODE_WRONG')
    }
    granted(await gateway.call(auth.loginCaptcha, { phone, captcha: second }))
  })

  it('gives a code five tries', async () => {
    const phone = newPhone()
    await gateway.merchant(phone, '短信商家')
    const captcha = await gateway.code(phone, 'login')
    const answers = await atOnce(gateway, 7, auth.loginCaptcha, { phone, captcha: wrongFor(captcha) })
    expect(outcomes(answers)).toEqual({ CODE_WRONG: 5, CODE_EXPIRED: 2 })
    expect((await gateway.call(auth.loginCaptcha, { phone, captcha }))._bizErrCode).toBe('CODE_EXPIRED')
  })

  it('refuses a code after five minutes, and one that was never sent', async () => {
    const phone = newPhone()
    await gateway.merchant(phone, '短信商家')
    const never = await gateway.call(auth.loginCaptcha, { phone, captcha: '000000' })
    expect(never._bizErrCode).toBe('CODE_EXPIRED')
    const captcha = await gateway.code(phone, 'login')
    gateway.clock.advance(5 * MINUTE_MS)
    expect((await gateway.call(auth.loginCaptcha, { phone, captcha }))._bizErrCode).toBe('CODE_EXPIRED')
  })

  it('tells a phone without an employee so, once it has proved itself', async () => {
    const phone = newPhone()
    const captcha = await gateway.code(phone, 'login')
    const wrong = await gateway.call(auth.loginCaptcha, { phone, captcha: wrongFor(captcha) })
    expect(wrong._bizErrCode).toBe('CODE_WRONG')
    const right = await gateway.call(auth.loginCaptcha, { phone, captcha })
    expect(right._bizErrCode).toBe('PHONE_WITHOUT_EMPLOYEE')
  })

  it('slows an address down that guesses at the codes of many phones', async () => {
    const ip = '203.0.113.50'
    for (let index = 0; index < 50; index += 1) {
      const answer = await gateway.call(
        auth.loginCaptcha,
        { phone: `138001360${10 + index}`, captcha: '000000' },
        { ip },
      )
      expect(answer._bizErrCode).toBe('CODE_EXPIRED')
    }
    const next = await gateway.call(auth.loginCaptcha, { phone: '13800136099', captcha: '000000' }, { ip })
    expect(next._bizErrCode).toBe('SLOWED_DOWN')
  })
})

describe('the image captcha', () => {
  it('is a picture, a new one each time, whose answer stands nowhere in clear', async () => {
    const first = granted(await gateway.call(auth.imgCaptcha, {}))
    const second = granted(await gateway.call(auth.imgCaptcha, {}))
    const png = Buffer.from(first.image.replace('data:image/png;base64,', ''), 'base64')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(second.captchaId).not.toBe(first.captchaId)
    expect(second.image).not.toBe(first.image)
    const rows = await gateway.query('select length(answer_hash) as bytes from image_captcha where id = any ($1)', [
      [first.captchaId, second.captchaId],
    ])
    expect(rows).toEqual([{ bytes: 32 }, { bytes: 32 }])
  })
})

describe('delivering messages', () => {
  const sentBy = () => {
    const sent: OutgoingSms[] = []
    const sender: SmsSender = {
      send: async (message) => {
        sent.push(message)
      },
    }
    return { sent, sender }
  }

  it('hands each message over once and tries a failed one again until its code is worthless', async () => {
    await deliverSms(gateway.services, sentBy().sender)
    const phone = newPhone()
    const code = await gateway.code(phone, 'login')
    const refusing: SmsSender = { send: () => Promise.reject(new Error('the provider is down')) }
    await deliverSms(gateway.services, refusing)
    const { sent, sender } = sentBy()
    await deliverSms(gateway.services, sender)
    expect(sent).toEqual([])
    gateway.clock.advance(15_000)
    await deliverSms(gateway.services, sender)
    await deliverSms(gateway.services, sender)
    expect(sent).toEqual([{ phone, scene: 'login', params: { code }, text: expect.stringContaining(code) }])
    await gateway.code(newPhone(), 'login')
    gateway.clock.advance(5 * MINUTE_MS)
    await deliverSms(gateway.services, sender)
    expect(sent).toHaveLength(1)
  })

  it('keeps no text of a delivered message outside the demo', async () => {
    const phone = newPhone()
    await gateway.code(phone, 'login')
    const settings = { ...gateway.services.settings, mode: 'production' as const }
    await deliverSms({ ...gateway.services, settings }, sentBy().sender)
    const rows = await gateway.query('select state, sealed_text from sms_outbox where phone = $1', [phone])
    expect(rows).toEqual([{ state: 'delivered', sealed_text: null }])
  })
})
