import { auth } from '@huanji/contract/calls/auth'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authGroup } from './calls.ts'
import { isCommonPassword } from './common-passwords.ts'
import { deliverSms, demoInbox } from './sms.ts'
import type { OutgoingSms, SmsSender } from './sms-sender.ts'
import { atOnce, contextOf, granted, outcomes, PASSWORD, type People, startPeople } from './testing/account-gateway.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let people: People
let nextPhone = 13800131000

beforeAll(async () => {
  people = await startPeople([authGroup])
})

afterAll(() => people.close())

beforeEach(async () => {
  people.clock.advance(25 * HOUR_MS)
  await people.query('delete from login_attempt')
  await people.query('delete from sms_quota')
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
    const captcha = await people.code(phone, 'signUp')
    const session = granted(await people.call(auth.signUp, signUp(phone, captcha, '  小城数码 ')))
    expect(session.loginInfo).toEqual({
      employeeName: '主账号',
      merchantName: '小城数码',
      roleNames: ['老板'],
      isOwner: true,
    })
    const rows = await people.query('select name, preset, grants from role where merchant_id = $1', [
      session.merchantId,
    ])
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(ROLE_PRESETS.map(({ name }) => name)))
    const owner = rows.find(({ preset }) => preset === 'owner')
    expect(owner).toMatchObject({ preset: 'owner', grants: null })
    const [seller] = await people.query('select seller_id from seller_directory where merchant_id = $1', [
      session.merchantId,
    ])
    expect(seller?.seller_id).toBeGreaterThanOrEqual(800001)
    granted(await people.call(auth.logout, {}, { login: contextOf(session) }))
    granted(await people.call(auth.login, { phone, password: PASSWORD }))
  })

  it('has the shops of the new merchant fetched by a job', async () => {
    const phone = newPhone()
    const session = granted(await people.call(auth.signUp, signUp(phone, await people.code(phone, 'signUp'))))
    const effects = await people.query('select kind, state from outbox where merchant_id = $1', [session.merchantId])
    expect(effects).toEqual([{ kind: 'shop.refresh', state: 'pending' }])
  })

  it('makes one merchant when the same form is sent ten times at once', async () => {
    const phone = newPhone()
    const captcha = await people.code(phone, 'signUp')
    const answers = await atOnce(people, 10, auth.signUp, signUp(phone, captcha))
    expect(outcomes(answers)).toEqual({ ok: 1, CODE_EXPIRED: 9 })
    expect(await people.query('select 1 from phone_directory where phone = $1', [phone])).toHaveLength(1)
  })

  it('refuses a phone that owns a merchant, and leaves its code and password alone', async () => {
    const phone = newPhone()
    await people.merchant(phone, '老商家')
    const captcha = await people.code(phone, 'signUp')
    const answer = await people.call(auth.signUp, { ...signUp(phone, captcha), password: 'Andere2027' })
    expect(answer).toMatchObject({ _bizErrCode: 'PHONE_TAKEN', _errStr: '该手机号已注册商家，请直接登录' })
    granted(await people.call(auth.login, { phone, password: PASSWORD }))
  })

  it('lets an employee of another merchant sign up; the new password ends the sessions of the old one', async () => {
    const phone = newPhone()
    const employer = await people.merchant(newPhone(), '雇主')
    await people.employee(employer, phone, 'inspector')
    const before = await people.signIn(phone)
    people.clock.advance(1000)
    const captcha = await people.code(phone, 'signUp')
    granted(await people.call(auth.signUp, { ...signUp(phone, captcha), password: 'Andere2027' }))
    expect((await people.call(auth.logout, {}, { login: before }))._errCode).toBe('80017101')
    const answer = granted(await people.call(auth.login, { phone, password: 'Andere2027' }))
    expect('candidates' in answer && answer.candidates.map(({ merchantName }) => merchantName)).toEqual([
      '雇主',
      '新商家',
    ])
  })

  it('refuses a password that anyone would guess', async () => {
    const phone = newPhone()
    const answer = await people.call(auth.signUp, { ...signUp(phone, '000000'), password: 'Password123' })
    expect(answer).toMatchObject({ _bizErrCode: 'PASSWORD_COMMON', _data: { field: 'password' } })
    expect(isCommonPassword('qwer1234')).toBe(true)
    expect(isCommonPassword('ABC12345!')).toBe(true)
    expect(isCommonPassword('v7kq-Rm2')).toBe(false)
    expect(isCommonPassword(PASSWORD)).toBe(false)
  })

  it.each([
    ['phone', { phone: '23800131000' }],
    ['captcha', { captcha: '12345' }],
    ['password', { password: 'onlyletters' }],
    ['merchantName', { merchantName: '   ' }],
    ['agreed', { agreed: false as unknown as true }],
  ])('refuses a form whose %s is not valid', async (field, fault) => {
    const answer = await people.call(auth.signUp, { ...signUp('13800131999', '000000'), ...fault })
    expect(answer).toMatchObject({ _errCode: '80020001', _data: { field } })
  })
})

describe('codes by SMS', () => {
  it('are six digits, kept as a digest, and shown by the demo inbox', async () => {
    const phone = newPhone()
    const code = await people.code(phone, 'login')
    expect(code).toMatch(/^\d{6}$/)
    const [message] = await demoInbox(people.services)
    expect(message).toMatchObject({ phone, code, text: expect.stringContaining(`登录验证码是${code}`) })
    const [stored] = await people.query(`
      select (select string_agg(c::text, ' ') from sms_code c) || (select string_agg(o::text, ' ') from sms_outbox o)
        as text`)
    // digests and ids hold the same six digits now and then
    expect(stored?.text).not.toMatch(new RegExp(`(?<![0-9a-fA-F])${code}(?![0-9a-fA-F])`))
    expect(stored?.text).not.toContain(Buffer.from(code).toString('hex'))
  })

  it('answer how long to wait for the next one', async () => {
    const answer = await people.call(auth.captchaSend, {
      phone: newPhone(),
      scene: 'login',
      ...(await people.captcha()),
    })
    expect(granted(answer)).toEqual({ resendAfter: 60 })
  })

  it('are sent one a minute', async () => {
    const phone = newPhone()
    await people.code(phone, 'login')
    people.clock.advance(20_000)
    const early = await people.call(auth.captchaSend, { phone, scene: 'signUp', ...(await people.captcha()) })
    expect(early).toMatchObject({ _bizErrCode: 'CODE_TOO_SOON', _errStr: '验证码发送过于频繁，请40秒后再试' })
    people.clock.advance(40_000)
    await people.code(phone, 'login')
  })

  it('are sent one a minute across midnight as well', async () => {
    const phone = newPhone()
    people.clock.set('2027-06-01T15:59:50.000Z')
    await people.code(phone, 'login')
    people.clock.advance(20_000)
    const early = await people.call(auth.captchaSend, { phone, scene: 'login', ...(await people.captcha()) })
    expect(early._bizErrCode).toBe('CODE_TOO_SOON')
  })

  it('are sent ten a day of Shanghai', async () => {
    const phone = newPhone()
    people.clock.set('2027-07-01T00:00:00.000Z')
    for (let index = 0; index < 10; index += 1) {
      await people.code(phone, 'login')
      people.clock.advance(MINUTE_MS)
    }
    const eleventh = await people.call(auth.captchaSend, { phone, scene: 'login', ...(await people.captcha()) })
    expect(eleventh._bizErrCode).toBe('CODE_DAY_LIMIT')
    people.clock.set('2027-07-01T16:00:00.000Z')
    await people.code(phone, 'login')
  })

  it('are not sent without the right captcha, which each request uses up', async () => {
    const phone = newPhone()
    const send = (captcha: { captchaId: string; captchaCode: string }) =>
      people.call(auth.captchaSend, { phone, scene: 'login', ...captcha })
    expect((await send({ captchaId: 'none', captchaCode: 'AC34' }))._bizErrCode).toBe('CAPTCHA_WRONG')
    expect((await send(await people.captcha('ZZZZ')))._bizErrCode).toBe('CAPTCHA_WRONG')
    const captcha = await people.captcha()
    granted(await send(captcha))
    people.clock.advance(MINUTE_MS)
    expect((await send(captcha))._bizErrCode).toBe('CAPTCHA_WRONG')
  })

  it('go out once when they are asked for ten times at once', async () => {
    const phone = newPhone()
    const captchas = await Promise.all(Array.from({ length: 10 }, () => people.captcha()))
    const answers = await Promise.all(
      captchas.map((captcha) => people.call(auth.captchaSend, { phone, scene: 'login', ...captcha })),
    )
    expect(outcomes(answers)).toEqual({ ok: 1, CODE_TOO_SOON: 9 })
  })

  it('are sent to a phone that nobody has as to any other', async () => {
    const owner = newPhone()
    await people.merchant(owner, '某商家')
    const known = await people.call(auth.captchaSend, { phone: owner, scene: 'login', ...(await people.captcha()) })
    const unknown = await people.call(auth.captchaSend, {
      phone: newPhone(),
      scene: 'login',
      ...(await people.captcha()),
    })
    expect(unknown).toEqual(known)
  })

  it('do not sign in or up for another scene', async () => {
    const phone = newPhone()
    const captcha = await people.code(phone, 'login')
    expect((await people.call(auth.signUp, signUp(phone, captcha)))._bizErrCode).toBe('CODE_EXPIRED')
  })
})

describe('signing in with a code', () => {
  const wrongFor = (code: string) => (code === '123456' ? '654321' : '123456')

  it('answers a session, once a code', async () => {
    const phone = newPhone()
    await people.merchant(phone, '短信商家')
    const captcha = await people.code(phone, 'login')
    const answers = await atOnce(people, 10, auth.loginCaptcha, { phone, captcha })
    expect(outcomes(answers)).toEqual({ ok: 1, CODE_EXPIRED: 9 })
  })

  it('takes the newest code only', async () => {
    const phone = newPhone()
    await people.merchant(phone, '短信商家')
    const first = await people.code(phone, 'login')
    people.clock.advance(MINUTE_MS)
    const second = await people.code(phone, 'login')
    if (first !== second) {
      expect((await people.call(auth.loginCaptcha, { phone, captcha: first }))._bizErrCode).toBe('CODE_WRONG')
    }
    granted(await people.call(auth.loginCaptcha, { phone, captcha: second }))
  })

  it('gives a code five tries', async () => {
    const phone = newPhone()
    await people.merchant(phone, '短信商家')
    const captcha = await people.code(phone, 'login')
    const answers = await atOnce(people, 7, auth.loginCaptcha, { phone, captcha: wrongFor(captcha) })
    expect(outcomes(answers)).toEqual({ CODE_WRONG: 5, CODE_EXPIRED: 2 })
    expect((await people.call(auth.loginCaptcha, { phone, captcha }))._bizErrCode).toBe('CODE_EXPIRED')
  })

  it('refuses a code after five minutes, and one that was never sent', async () => {
    const phone = newPhone()
    await people.merchant(phone, '短信商家')
    const never = await people.call(auth.loginCaptcha, { phone, captcha: '000000' })
    expect(never._bizErrCode).toBe('CODE_EXPIRED')
    const captcha = await people.code(phone, 'login')
    people.clock.advance(5 * MINUTE_MS)
    expect((await people.call(auth.loginCaptcha, { phone, captcha }))._bizErrCode).toBe('CODE_EXPIRED')
  })

  it('tells a phone without an employee so, once it has proved itself', async () => {
    const phone = newPhone()
    const captcha = await people.code(phone, 'login')
    const wrong = await people.call(auth.loginCaptcha, { phone, captcha: wrongFor(captcha) })
    expect(wrong._bizErrCode).toBe('CODE_WRONG')
    const right = await people.call(auth.loginCaptcha, { phone, captcha })
    expect(right._bizErrCode).toBe('PHONE_WITHOUT_EMPLOYEE')
  })

  it('slows an address down that guesses at the codes of many phones', async () => {
    const ip = '203.0.113.50'
    for (let index = 0; index < 50; index += 1) {
      const answer = await people.call(
        auth.loginCaptcha,
        { phone: `138001360${10 + index}`, captcha: '000000' },
        { ip },
      )
      expect(answer._bizErrCode).toBe('CODE_EXPIRED')
    }
    const next = await people.call(auth.loginCaptcha, { phone: '13800136099', captcha: '000000' }, { ip })
    expect(next._bizErrCode).toBe('SLOWED_DOWN')
  })
})

describe('the image captcha', () => {
  it('is a picture, a new one each time, whose answer stands nowhere in clear', async () => {
    const first = granted(await people.call(auth.imgCaptcha, {}))
    const second = granted(await people.call(auth.imgCaptcha, {}))
    const png = Buffer.from(first.image.replace('data:image/png;base64,', ''), 'base64')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(second.captchaId).not.toBe(first.captchaId)
    expect(second.image).not.toBe(first.image)
    const rows = await people.query('select length(answer_hash) as bytes from image_captcha where id = any ($1)', [
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
    await deliverSms(people.services, sentBy().sender)
    const phone = newPhone()
    const code = await people.code(phone, 'login')
    const refusing: SmsSender = { send: () => Promise.reject(new Error('the provider is down')) }
    await deliverSms(people.services, refusing)
    const { sent, sender } = sentBy()
    await deliverSms(people.services, sender)
    expect(sent).toEqual([])
    people.clock.advance(15_000)
    await deliverSms(people.services, sender)
    await deliverSms(people.services, sender)
    expect(sent).toEqual([{ phone, scene: 'login', params: { code }, text: expect.stringContaining(code) }])
    await people.code(newPhone(), 'login')
    people.clock.advance(5 * MINUTE_MS)
    await deliverSms(people.services, sender)
    expect(sent).toHaveLength(1)
  })

  it('keeps no text of a delivered message outside the demo', async () => {
    const phone = newPhone()
    await people.code(phone, 'login')
    const settings = { ...people.services.settings, mode: 'production' as const }
    await deliverSms({ ...people.services, settings }, sentBy().sender)
    const rows = await people.query('select state, sealed_text from sms_outbox where phone = $1', [phone])
    expect(rows).toEqual([{ state: 'delivered', sealed_text: null }])
  })
})
