import type { OutputOf } from '@huanji/contract/call'
import type { Envelope, LoginContext } from '@huanji/contract/envelope'
import { auth } from '@huanji/contract/features/auth/calls'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { type AccountGateway, granted, startAccountGateway } from '@huanji/server/modules/auth/testing/account-gateway'
import type { CreatedMerchant } from '@huanji/server/modules/people/commands'
import { randomDigits } from '@huanji/server/platform/ids'
import type { Log } from '@huanji/server/platform/log'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clearFailures,
  clearQuotas,
  outcomeOf,
  phonesFrom,
  sendRaw,
  signInByCode,
  updateCode,
  wrongCode,
} from './gateway.ts'

/** Every line that the server would have written. */
const logged: string[] = []
vi.mock(import('@huanji/server/platform/log'), async (original) => {
  const real = await original()
  const note = (fields: object, message: string) => void logged.push(JSON.stringify([fields, message]))
  return { ...real, createLog: () => ({ debug: note, info: note, warn: note, error: note }) satisfies Log }
})

/** Codes are what is guessed here: no password is ever compared, and each hash need only be another one. */
vi.mock(import('@huanji/server/platform/passwords'), async (original) => {
  let hashes = 0
  const hashPassword = async () => {
    hashes += 1
    return `hash ${hashes}`
  }
  return { ...(await original()), hashPassword }
})

const MINUTE_MS = 60_000
const NEW_PASSWORD = 'Geraten2027'
const nextPhone = phonesFrom(13800136000)

let gateway: AccountGateway
let shop: CreatedMerchant

beforeAll(async () => {
  gateway = await startAccountGateway()
  shop = await gateway.merchant(nextPhone(), '示例商家')
})
afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(2 * MINUTE_MS)
  await clearFailures(gateway)
  await clearQuotas(gateway)
})

/** A phone that is waiting for a code of a scene. */
interface Target {
  readonly phone: string
  /** The session that a change of password needs. */
  readonly login: LoginContext | null
}

interface Scene {
  readonly name: string
  readonly send: (target: Target) => Promise<string>
  readonly open: (target: Target, captcha: string, ip?: string, password?: string) => Promise<Envelope<unknown>>
}

const byPhone = (scene: 'login' | 'signUp' | 'resetPassword') => async (target: Target) => {
  await clearQuotas(gateway)
  return gateway.code(target.phone, scene)
}

const signedIn = ({ login }: Target): LoginContext => {
  if (!login) throw new Error('nobody is signed in')
  return login
}

const SCENES: readonly Scene[] = [
  {
    name: 'login',
    send: byPhone('login'),
    open: ({ phone }, captcha, ip = '203.0.113.1') => gateway.call(auth.loginCaptcha, { phone, captcha }, { ip }),
  },
  {
    name: 'signUp',
    send: byPhone('signUp'),
    open: ({ phone }, captcha, ip = '203.0.113.1', password = NEW_PASSWORD) =>
      gateway.call(auth.signUp, { phone, captcha, password, merchantName: '冒名商家', agreed: true }, { ip }),
  },
  {
    name: 'resetPassword',
    send: byPhone('resetPassword'),
    open: ({ phone }, captcha, ip = '203.0.113.1', password = NEW_PASSWORD) =>
      gateway.call(merchant.resetPassword, { phone, captcha, password }, { ip }),
  },
  {
    name: 'updatePassword',
    send: (target) => updateCode(gateway, signedIn(target)),
    open: (target, captcha, ip = '203.0.113.1', password = NEW_PASSWORD) =>
      gateway.call(merchant.updatePassword, { captcha, password }, { ip, login: signedIn(target) }),
  },
]

/** Somebody who works for the merchant and is signed in. */
async function target(): Promise<Target> {
  const phone = nextPhone()
  await gateway.employee(shop, phone, 'shipper', false)
  const login = await signInByCode(gateway, phone)
  gateway.clock.advance(MINUTE_MS)
  return { phone, login }
}

describe.each(SCENES)('a code of the scene $name', (scene) => {
  it('dies of five wrong guesses, so that the right one comes too late', async () => {
    const victim = await target()
    const code = await scene.send(victim)
    for (let guess = 1; guess <= 5; guess += 1)
      expect(outcomeOf(await scene.open(victim, wrongCode(code, guess)))).toBe('CODE_WRONG')
    expect(outcomeOf(await scene.open(victim, code))).toBe('CODE_EXPIRED')
    expect(outcomeOf(await scene.open(victim, wrongCode(code)))).toBe('CODE_EXPIRED')
  })

  it('does one thing when it comes twice at once', async () => {
    const victim = await target()
    const code = await scene.send(victim)
    const [one, other] = await Promise.all([
      scene.open(victim, code, '203.0.113.1', 'Zugleich1a'),
      scene.open(victim, code, '203.0.113.2', 'Zugleich1b'),
    ])
    expect([one, other].map(outcomeOf).filter((outcome) => outcome === 'ok')).toHaveLength(1)
    expect(outcomeOf(await scene.open(victim, code))).not.toBe('ok')
  })

  it('is worth nothing after five minutes', async () => {
    const victim = await target()
    const code = await scene.send(victim)
    gateway.clock.advance(5 * MINUTE_MS)
    expect(outcomeOf(await scene.open(victim, code))).toBe('CODE_EXPIRED')
  })

  it('opens no other scene and no other phone', async () => {
    const victim = await target()
    const bystander = await target()
    const code = await scene.send(victim)
    for (const other of SCENES.filter(({ name }) => name !== scene.name))
      expect([other.name, outcomeOf(await other.open(victim, code))]).toEqual([other.name, 'CODE_EXPIRED'])
    expect(outcomeOf(await scene.open(bystander, code))).toBe('CODE_EXPIRED')
    expect(outcomeOf(await scene.open(victim, code))).toBe('ok')
  })

  it('ends with the next one that is sent', async () => {
    const victim = await target()
    const first = await scene.send(victim)
    gateway.clock.advance(MINUTE_MS)
    const second = await scene.send(victim)
    if (first !== second) expect(outcomeOf(await scene.open(victim, first))).toBe('CODE_WRONG')
    expect(outcomeOf(await scene.open(victim, second))).toBe('ok')
  })
})

const login = (phone: string, captcha: string, ip: string) =>
  gateway.call(auth.loginCaptcha, { phone, captcha }, { ip })

describe('many guesses', () => {
  it('made at once from thirty addresses learn of five codes that they are wrong', async () => {
    const { phone } = await target()
    const code = await gateway.code(phone, 'login')
    const guesses = Array.from({ length: 30 }, (_, index) =>
      login(phone, wrongCode(code, index + 1), `198.51.100.${index + 1}`),
    )
    const outcomes = (await Promise.all(guesses)).map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome === 'CODE_WRONG')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'CODE_EXPIRED')).toHaveLength(25)
    expect(outcomeOf(await login(phone, code, '198.51.100.99'))).toBe('CODE_EXPIRED')
  })

  it('come to fifty tries of a phone’s codes a day, over all scenes and from however many addresses', async () => {
    const victim = await target()
    await clearQuotas(gateway)
    gateway.clock.set('2026-12-01T16:00:00.000Z')
    let tries = 0
    let sent = 0
    let address = 0
    const nextAddress = () => {
      address += 1
      return `198.51.${Math.floor(address / 250)}.${(address % 250) + 1}`
    }
    for (let minute = 0; minute < 24 * 60; minute += minute < 30 ? 1 : 70) {
      const scene = minute === 3 ? 'resetPassword' : 'login'
      const payload = { phone: victim.phone, scene, ...(await gateway.captcha()) } as const
      const answer = await gateway.call(auth.captchaSend, payload, { ip: nextAddress() })
      if (outcomeOf(answer) === 'ok') sent += 1
      const [kind] = SCENES.filter(({ name }) => name === scene)
      const code = await gateway.lastCode(victim.phone)
      const guesses = scene === 'login' ? 8 : 6
      for (let guess = 1; guess <= guesses; guess += 1) {
        const outcome = outcomeOf((await kind?.open(victim, wrongCode(code, guess), nextAddress())) ?? answer)
        if (outcome === 'CODE_WRONG') tries += 1
        else if (outcome !== 'CODE_EXPIRED') throw new Error(outcome)
      }
      gateway.clock.advance((minute < 30 ? 1 : 70) * MINUTE_MS)
    }
    expect(sent).toBe(10)
    expect(tries).toBeGreaterThan(40)
    expect(tries).toBeLessThanOrEqual(50)
  })

  it('at the codes of many phones are slowed down after fifty from one address, the right one like the wrong ones', async () => {
    const { phone } = await target()
    const code = await gateway.code(phone, 'login')
    const guesser = '203.0.113.50'
    for (let guess = 0; guess < 50; guess += 1)
      expect(outcomeOf(await login(nextPhone(), '123456', guesser))).toBe('CODE_EXPIRED')
    const right = await login(phone, code, guesser)
    expect(outcomeOf(right)).toBe('SLOWED_DOWN')
    expect(await login(phone, wrongCode(code), guesser)).toEqual(right)
    expect(outcomeOf(await login(phone, code, '203.0.113.51'))).toBe('ok')
  })

  it('are not helped by an address of the same line or by an address within another', async () => {
    for (let guess = 0; guess < 50; guess += 1)
      await login(nextPhone(), '123456', guess % 2 === 0 ? `2001:db8:1:2::${guess + 1}` : `2001:DB8:1:2:${guess}:0:0:1`)
    expect(outcomeOf(await login(nextPhone(), '123456', '2001:db8:1:2:ffff::1'))).toBe('SLOWED_DOWN')
    for (let guess = 0; guess < 50; guess += 1)
      await login(nextPhone(), '123456', guess % 2 === 0 ? '203.0.113.60' : '::ffff:203.0.113.60')
    expect(outcomeOf(await login(nextPhone(), '123456', '203.0.113.60'))).toBe('SLOWED_DOWN')
  })

  it('are not preferred: each digit is as likely at each place', () => {
    const codes = Array.from({ length: 20_000 }, () => randomDigits(6))
    for (let place = 0; place < 6; place += 1) {
      const counts = new Array<number>(10).fill(0)
      for (const code of codes) {
        const digit = Number(code[place])
        counts[digit] = (counts[digit] ?? 0) + 1
      }
      // chi square with 9 degrees of freedom: beyond 70 once in 10^11
      const surprise = counts.reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0)
      expect(surprise).toBeLessThan(70)
    }
  })
})

describe('asking for codes', () => {
  const ask = async (phone: string, scene: 'login' | 'signUp', ip: string) =>
    gateway.call(auth.captchaSend, { phone, scene, ...(await gateway.captcha()) }, { ip })

  it('twenty times at once sends one', async () => {
    const phone = nextPhone()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(phone, 'login', `198.51.100.${index}`)),
    )
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'ok')).toHaveLength(1)
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'CODE_TOO_SOON')).toHaveLength(19)
  })

  it('for another scene does not go round the minute', async () => {
    const phone = nextPhone()
    expect(outcomeOf(await ask(phone, 'login', '198.51.100.1'))).toBe('ok')
    expect(outcomeOf(await ask(phone, 'signUp', '198.51.100.2'))).toBe('CODE_TOO_SOON')
  })

  it('needs a captcha that was not used before', async () => {
    const captcha = await gateway.captcha()
    const send = (phone: string) => gateway.call(auth.captchaSend, { phone, scene: 'login', ...captcha })
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(nextPhone())))
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'ok')).toHaveLength(1)
  })
})

describe('what a code is kept as', () => {
  it('no answer, no log line and no table shows it', async () => {
    logged.length = 0
    const victim = await target()
    gateway.clock.advance(MINUTE_MS)
    await clearQuotas(gateway)
    const body = JSON.stringify({ phone: victim.phone, scene: 'login', ...(await gateway.captcha()) })
    const sent = await sendRaw(gateway, auth.captchaSend.path, body)
    const code = await gateway.lastCode(victim.phone)
    const wrong = await sendRaw(
      gateway,
      auth.loginCaptcha.path,
      JSON.stringify({ phone: victim.phone, captcha: wrongCode(code) }),
    )
    const right: OutputOf<typeof auth.loginCaptcha> = granted(await login(victim.phone, code, '203.0.113.1'))
    const alone = new RegExp(`(?<![0-9a-fA-F])${code}(?![0-9a-fA-F])`)
    expect(JSON.parse(sent.text)).toMatchObject({ _errCode: '0', _data: { resendAfter: 60 } })
    for (const text of [sent.text, wrong.text, JSON.stringify(right), logged.join('\n')])
      expect(text).not.toMatch(alone)
    const tables = await gateway.query(
      "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace",
    )
    expect(tables.map(({ name }) => name)).toContain('sms_code')
    for (const { name } of tables) {
      const rows = await gateway.query(`select t::text as row from ${String(name)} t`)
      for (const { row } of rows) expect(row).not.toMatch(alone)
    }
  })
})
