import type { Envelope, LoginContext } from '@huanji/contract/envelope'
import { auth } from '@huanji/contract/features/auth/calls'
import { merchant } from '@huanji/contract/features/merchant/calls'
import {
  type AccountGateway,
  granted,
  PASSWORD,
  startAccountGateway,
} from '@huanji/server/modules/auth/testing/account-gateway'
import type { CreatedMerchant } from '@huanji/server/modules/people/commands'
import * as passwords from '@huanji/server/platform/passwords'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestGateway } from '../../support/gateway.ts'
import { answerOfCodeSignIn, clearFailures, outcomeOf, phonesFrom, rawCall, sendRaw, signInByCode } from './gateway.ts'

vi.mock(import('@huanji/server/platform/passwords'), async (original) => {
  const real = await original()
  return { ...real, verifyPassword: vi.fn(real.verifyPassword), hashPassword: vi.fn(real.hashPassword) }
})

const MINUTE_MS = 60_000
const WRONG = 'Wrong2026x'
const STRANGER = '203.0.113.7'
const HOME = '198.51.100.20'
const nextPhone = phonesFrom(13800137000)

let gateway: AccountGateway
let shop: CreatedMerchant

beforeAll(async () => {
  gateway = await startAccountGateway()
  shop = await gateway.merchant(nextPhone(), '示例商家')
})
afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(20 * MINUTE_MS)
  await clearFailures(gateway)
})
afterEach(() => {
  vi.mocked(passwords.verifyPassword).mockReset()
  vi.mocked(passwords.hashPassword).mockReset()
})

/** Where attempts are counted by the hundred, what is compared is the text: the hashes would only take time. */
const compareTexts = () => {
  vi.mocked(passwords.hashPassword).mockResolvedValue('never stored')
  vi.mocked(passwords.verifyPassword).mockImplementation(
    async (password, hash) => hash !== null && password === PASSWORD,
  )
}

async function victim(): Promise<string> {
  const phone = nextPhone()
  await gateway.employee(shop, phone, 'shipper')
  return phone
}

/** One guess, with a captcha read by whoever guesses. */
const guess = async (phone: string, password: string, ip: string): Promise<Envelope<unknown>> =>
  gateway.call(auth.login, { phone, password, ...(await gateway.captcha()) }, { ip })

const count = (answers: readonly Envelope<unknown>[], outcome: string): number =>
  answers.filter((answer) => outcomeOf(answer) === outcome).length

describe('guessing one person’s password', () => {
  beforeEach(compareTexts)

  it('goes on ten times in a quarter of an hour, whoever shares the work', async () => {
    const phone = await victim()
    const answers = []
    for (let turn = 0; turn < 25; turn += 1) answers.push(await guess(phone, WRONG, `198.51.100.${turn + 1}`))
    expect(count(answers, 'CREDENTIALS_WRONG')).toBe(10)
    expect(count(answers, 'SLOWED_DOWN')).toBe(15)
  })

  it('comes to forty guesses an hour', async () => {
    const phone = await victim()
    const answers = []
    for (let minute = 0; minute < 60; minute += 1) {
      for (let turn = 0; turn < 2; turn += 1) answers.push(await guess(phone, WRONG, `198.51.100.${turn + 1}`))
      gateway.clock.advance(MINUTE_MS)
    }
    expect(count(answers, 'CREDENTIALS_WRONG')).toBeLessThanOrEqual(40)
    expect(count(answers, 'CREDENTIALS_WRONG')).toBeGreaterThan(20)
  })

  it('does not go on at double the pace where one quarter of an hour ends and the next begins', async () => {
    const phone = await victim()
    const guessAround = async (times: number) => {
      const answers = []
      for (let turn = 0; turn < times; turn += 1) answers.push(await guess(phone, WRONG, `198.51.100.${turn + 1}`))
      return count(answers, 'CREDENTIALS_WRONG')
    }
    await guessAround(1)
    gateway.clock.advance(15 * MINUTE_MS - 1000)
    const before = await guessAround(12)
    gateway.clock.advance(2000)
    expect(before + (await guessAround(12))).toBeLessThanOrEqual(10)
  })

  it('is told nothing of the right password once it is slowed down', async () => {
    const phone = await victim()
    for (let turn = 0; turn < 10; turn += 1) await guess(phone, WRONG, STRANGER)
    const wrong = await rawCall(gateway, auth.login, { phone, password: WRONG, ...(await gateway.captcha()) })
    const right = await rawCall(gateway, auth.login, { phone, password: PASSWORD, ...(await gateway.captcha()) })
    expect(outcomeOf(JSON.parse(right.text))).toBe('SLOWED_DOWN')
    expect(right.text).toBe(wrong.text)
    expect(right.status).toBe(wrong.status)
  })

  it('needs a captcha after three, and a wrong captcha tells nothing of the right password', async () => {
    const phone = await victim()
    for (let turn = 0; turn < 3; turn += 1) await guess(phone, WRONG, STRANGER)
    const without = (password: string) => rawCall(gateway, auth.login, { phone, password })
    expect((await without(PASSWORD)).text).toBe((await without(WRONG)).text)
    const misread = async (password: string) =>
      rawCall(gateway, auth.login, { phone, password, ...(await gateway.captcha('XXXX')) })
    const [right, wrong] = [await misread(PASSWORD), await misread(WRONG)]
    expect(outcomeOf(JSON.parse(right.text))).toBe('CAPTCHA_WRONG')
    expect(right.text).toBe(wrong.text)
  })

  it('is not restarted by a right password at another place', async () => {
    const phone = await victim()
    granted(await gateway.call(auth.login, { phone, password: PASSWORD }, { ip: HOME }))
    for (let turn = 0; turn < 10; turn += 1) await guess(phone, WRONG, STRANGER)
    granted(await gateway.call(auth.login, { phone, password: PASSWORD }, { ip: HOME }))
    expect(outcomeOf(await guess(phone, WRONG, STRANGER))).toBe('SLOWED_DOWN')
  })
})

describe('guessing all at once', () => {
  it('thirty times without a captcha learns of three at most', async () => {
    const phone = await victim()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => gateway.call(auth.login, { phone, password: WRONG }, { ip: STRANGER })),
    )
    expect(count(answers, 'CREDENTIALS_WRONG')).toBe(3)
    expect(count(answers, 'CAPTCHA_REQUIRED')).toBe(27)
  })

  it('thirty times with captchas learns of ten at most, and lets in nobody whose turn is later', async () => {
    compareTexts()
    const phone = await victim()
    const captchas = await Promise.all(Array.from({ length: 31 }, () => gateway.captcha()))
    const answers = await Promise.all(
      captchas.map((captcha, turn) =>
        gateway.call(auth.login, { phone, password: WRONG, ...captcha }, { ip: `198.51.100.${turn + 1}` }),
      ),
    )
    expect(count(answers, 'CREDENTIALS_WRONG')).toBe(10)
    expect(count(answers, 'SLOWED_DOWN')).toBe(21)
    expect(outcomeOf(await guess(phone, PASSWORD, '198.51.100.200'))).toBe('SLOWED_DOWN')
  })
})

describe('locking a person out', () => {
  beforeEach(compareTexts)

  it('fails at a place the person signed in from before', async () => {
    const phone = await victim()
    granted(await gateway.call(auth.login, { phone, password: PASSWORD }, { ip: HOME }))
    for (let turn = 0; turn < 14; turn += 1) await guess(phone, WRONG, `203.0.113.${turn + 1}`)
    granted(await gateway.call(auth.login, { phone, password: PASSWORD }, { ip: HOME }))
  })

  it('fails elsewhere too, because a code still opens', async () => {
    const phone = await victim()
    for (let turn = 0; turn < 14; turn += 1) await guess(phone, WRONG, `203.0.113.${turn + 1}`)
    expect(outcomeOf(await guess(phone, PASSWORD, '192.0.2.1'))).toBe('SLOWED_DOWN')
    const captcha = await gateway.code(phone, 'login', '192.0.2.1')
    granted(await gateway.call(auth.loginCaptcha, { phone, captcha }, { ip: '192.0.2.1' }))
  })

  it('fails by asking for all codes of the day, because a place the person signed in from before still gets one', async () => {
    const phone = await victim()
    granted(await gateway.call(auth.login, { phone, password: PASSWORD }, { ip: HOME }))
    for (let turn = 0; turn < 10; turn += 1) {
      await gateway.code(phone, 'resetPassword', `203.0.113.${turn + 1}`)
      gateway.clock.advance(MINUTE_MS)
    }
    const answer = await gateway.call(
      auth.captchaSend,
      { phone, scene: 'resetPassword', ...(await gateway.captcha()) },
      { ip: HOME },
    )
    expect(outcomeOf(answer)).toBe('ok')
  })

  it('fails by guessing codes, because each new one has five tries of its own', async () => {
    const phone = await victim()
    await gateway.code(phone, 'login', STRANGER)
    for (let turn = 0; turn < 6; turn += 1)
      await gateway.call(auth.loginCaptcha, { phone, captcha: '000000' }, { ip: STRANGER })
    gateway.clock.advance(MINUTE_MS)
    const captcha = await gateway.code(phone, 'login', HOME)
    granted(await gateway.call(auth.loginCaptcha, { phone, captcha }, { ip: HOME }))
  })
})

describe('crowding a person out', () => {
  it('fails: fifty strangers who employ the phone do not hide the merchant that really does', async () => {
    const strangers: CreatedMerchant[] = []
    for (let turn = 0; turn < 50; turn += 1) strangers.push(await gateway.merchant(nextPhone(), `陌生商家${turn}`))
    const phone = nextPhone()
    const real = await gateway.merchant(nextPhone(), '真正的商家')
    const employeeId = await gateway.employee(real, phone, 'shipper', false)
    gateway.clock.advance(MINUTE_MS)
    for (const stranger of strangers) await gateway.employee(stranger, phone, 'shipper', false)
    const answer = await answerOfCodeSignIn(gateway, phone)
    expect('candidates' in answer && answer.candidates.map((candidate) => candidate.employeeId)).toContain(employeeId)
  })
})

describe('one password for many phones', () => {
  beforeEach(compareTexts)

  it('stops after fifty from one address', async () => {
    const answers = []
    for (let turn = 0; turn < 60; turn += 1) answers.push(await guess(nextPhone(), PASSWORD, STRANGER))
    expect(count(answers, 'CREDENTIALS_WRONG')).toBe(50)
    expect(count(answers, 'SLOWED_DOWN')).toBe(10)
  })

  it('is not started anew by signing in to an account of one’s own in between', async () => {
    const own = await victim()
    const answers = []
    for (let turn = 0; turn < 60; turn += 1) {
      if (turn % 10 === 9 && turn < 50)
        granted(await gateway.call(auth.login, { phone: own, password: PASSWORD }, { ip: STRANGER }))
      answers.push(await guess(nextPhone(), WRONG, STRANGER))
    }
    expect(count(answers, 'CREDENTIALS_WRONG')).toBe(50)
  })

  it('is not started anew by what the caller writes before the proxy’s own words about the address', async () => {
    const answers: Envelope<unknown>[] = []
    for (let turn = 0; turn < 55; turn += 1) {
      const from = `198.51.100.${turn + 1}, ${STRANGER}`
      answers.push(await guess(nextPhone(), WRONG, from))
    }
    expect(count(answers, 'CREDENTIALS_WRONG')).toBe(50)
  })

  it('is not started anew by any word about the address where no proxy is trusted', async () => {
    const bare = await startTestGateway({ clock: gateway.clock, database: gateway.database })
    try {
      const outcomes = []
      for (let turn = 0; turn < 55; turn += 1) {
        const address = `198.51.100.${turn + 1}`
        const body = JSON.stringify({ phone: nextPhone(), password: WRONG })
        const headers = {
          'x-forwarded-for': address,
          'x-real-ip': address,
          forwarded: `for=${address}`,
          'x-client-ip': address,
          'cf-connecting-ip': address,
        }
        outcomes.push(outcomeOf(JSON.parse((await sendRaw(bare, auth.login.path, body, headers)).text)))
      }
      expect(outcomes.filter((outcome) => outcome === 'CREDENTIALS_WRONG')).toHaveLength(50)
      expect(outcomes.at(-1)).toBe('SLOWED_DOWN')
    } finally {
      await bare.close()
    }
  })
})

describe('guessing the old password with a stolen session', () => {
  beforeEach(compareTexts)

  const tryOld = (login: LoginContext, oldPassword: string, ip: string) =>
    gateway.call(merchant.updatePassword, { oldPassword, password: 'Gestohlen27' }, { login, ip })

  it('goes on ten times in a quarter of an hour, and the right one is then refused like the wrong ones', async () => {
    const phone = await victim()
    const login = await signInByCode(gateway, phone)
    const answers = []
    for (let turn = 0; turn < 14; turn += 1) answers.push(await tryOld(login, WRONG, `203.0.113.${turn + 1}`))
    expect(count(answers, 'OLD_PASSWORD_WRONG')).toBeLessThanOrEqual(10)
    const wrong = await tryOld(login, WRONG, '203.0.113.99')
    expect(outcomeOf(wrong)).toBe('SLOWED_DOWN')
    expect(await tryOld(login, PASSWORD, '203.0.113.99')).toEqual(wrong)
  })

  it('all at once learns of ten at most', async () => {
    const phone = await victim()
    const login = await signInByCode(gateway, phone)
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryOld(login, WRONG, STRANGER)))
    expect(count(answers, 'OLD_PASSWORD_WRONG')).toBeLessThanOrEqual(10)
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'ok')).toEqual([])
  })

  it('shares its ten with the sign-in', async () => {
    const phone = await victim()
    const login = await signInByCode(gateway, phone)
    const answers = []
    for (let turn = 0; turn < 8; turn += 1) {
      answers.push(await guess(phone, WRONG, STRANGER))
      answers.push(await tryOld(login, WRONG, STRANGER))
    }
    expect(count(answers, 'CREDENTIALS_WRONG') + count(answers, 'OLD_PASSWORD_WRONG')).toBeLessThanOrEqual(10)
  })

  it('counts against the address as well', async () => {
    for (let turn = 0; turn < 50; turn += 1) await guess(nextPhone(), WRONG, STRANGER)
    const login = await signInByCode(gateway, await victim())
    expect(outcomeOf(await tryOld(login, PASSWORD, STRANGER))).toBe('SLOWED_DOWN')
  })
})
