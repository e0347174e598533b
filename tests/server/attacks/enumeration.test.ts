import type { InputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { auth } from '@huanji/contract/features/auth/calls'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { employee, employeeSignIn } from '@huanji/contract/features/people/employee'
import { type AccountGateway, granted, startAccountGateway } from '@huanji/server/modules/auth/testing/account-gateway'
import type { CreatedMerchant } from '@huanji/server/modules/people/commands'
import * as passwords from '@huanji/server/platform/passwords'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clearFailures,
  clearQuotas,
  comparable,
  outcomeOf,
  phonesFrom,
  rawCall,
  signInByCode,
  wrongCode,
} from './gateway.ts'

// the time of an answer is that of the product's own hashes
vi.unmock('@huanji/server/platform/hash-threads')
vi.mock(import('@huanji/server/platform/passwords'), async (original) => {
  const real = await original()
  return { ...real, verifyPassword: vi.fn(real.verifyPassword), hashPassword: vi.fn(real.hashPassword) }
})

const WRONG = 'Wrong2026x'
const NEW_PASSWORD = 'Geraten2027'
const nextPhone = phonesFrom(13800138200)

let gateway: AccountGateway
let shop: CreatedMerchant
let owner: LoginContext
/** What a phone is here, and a phone that is so. The first one is the stranger that all others must look like. */
let phones: [string, string][]

beforeAll(async () => {
  gateway = await startAccountGateway()
  const ownerPhone = nextPhone()
  shop = await gateway.merchant(ownerPhone, '示例商家')
  owner = await signInByCode(gateway, ownerPhone)
  const [known, silent, disabled, deleted] = [nextPhone(), nextPhone(), nextPhone(), nextPhone()]
  await gateway.employee(shop, known, 'shipper')
  await gateway.employee(shop, silent, 'shipper', false)
  const disabledId = await gateway.employee(shop, disabled, 'shipper')
  granted(await gateway.call(employee.updateStatus, { staffId: disabledId, status: 'disabled' }, { login: owner }))
  const deletedId = await gateway.employee(shop, deleted, 'shipper')
  granted(await gateway.call(employee.del, { staffId: deletedId }, { login: owner }))
  phones = [
    ['unknown', nextPhone()],
    ['known', known],
    ['an owner’s', ownerPhone],
    ['without a password', silent],
    ['disabled', disabled],
    ['deleted', deleted],
  ]
})
afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(120_000)
  await clearFailures(gateway)
  await clearQuotas(gateway)
})

/** The same thing done with each phone: all answers are the unknown one's, byte by byte. */
async function expectAlike(ask: (phone: string) => Promise<{ status: number; headers: Headers; text: string }>) {
  const seen: [string, string][] = []
  for (const [what, phone] of phones) seen.push([what, comparable(await ask(phone))])
  const stranger = seen[0]?.[1]
  expect(seen).toEqual(seen.map(([what]) => [what, stranger]))
  return stranger ?? ''
}

describe('who works here, by the answer', () => {
  // only what is answered counts here; how long it takes is measured below, with real hashes
  beforeEach(() => {
    vi.mocked(passwords.verifyPassword).mockResolvedValue(false)
    vi.mocked(passwords.hashPassword).mockResolvedValue('never stored')
  })
  afterEach(() => {
    vi.mocked(passwords.verifyPassword).mockReset()
    vi.mocked(passwords.hashPassword).mockReset()
  })

  it('is not told by a wrong password, from the first to the one that is slowed down', async () => {
    for (let turn = 1; turn <= 12; turn += 1) {
      const captchas = new Map(
        await Promise.all(phones.map(async ([, phone]) => [phone, await gateway.captcha()] as const)),
      )
      const answer = await expectAlike((phone) =>
        rawCall(gateway, auth.login, { phone, password: WRONG, ...(turn > 3 ? captchas.get(phone) : {}) }),
      )
      expect(answer).toContain(turn > 10 ? 'SLOWED_DOWN' : 'CREDENTIALS_WRONG')
      // the address has its own count, which is not what this is about
      await gateway.query("delete from login_attempt where subject like 'place:%'")
    }
  })

  it('is not told by the call for a captcha at sign-in', async () => {
    for (let turn = 0; turn < 3; turn += 1)
      for (const [, phone] of phones) await rawCall(gateway, auth.login, { phone, password: WRONG })
    expect(await expectAlike((phone) => rawCall(gateway, auth.login, { phone, password: WRONG }))).toContain(
      'CAPTCHA_REQUIRED',
    )
  })

  it.each(['login', 'signUp', 'resetPassword'] as const)(
    'is not told by asking for a code (%s), again at once, and eleven times a day',
    async (scene) => {
      const ask = async (phone: string) =>
        rawCall(gateway, auth.captchaSend, { phone, scene, ...(await gateway.captcha()) })
      for (let turn = 1; turn <= 10; turn += 1) {
        expect(await expectAlike(ask)).toContain('resendAfter')
        if (turn === 1) expect(await expectAlike(ask)).toContain('CODE_TOO_SOON')
        gateway.clock.advance(60_000)
      }
      expect(await expectAlike(ask)).toContain('CODE_DAY_LIMIT')
    },
  )

  const byCode: [
    string,
    (phone: string, captcha: string) => ReturnType<typeof rawCall>,
    'login' | 'signUp' | 'resetPassword',
  ][] = [
    ['loginCaptcha', (phone, captcha) => rawCall(gateway, auth.loginCaptcha, { phone, captcha }), 'login'],
    [
      'signUp',
      (phone, captcha) => {
        const payload: InputOf<typeof auth.signUp> = {
          phone,
          captcha,
          password: NEW_PASSWORD,
          merchantName: '新商家',
          agreed: true,
        }
        return rawCall(gateway, auth.signUp, payload)
      },
      'signUp',
    ],
    [
      'resetPassword',
      (phone, captcha) => rawCall(gateway, merchant.resetPassword, { phone, captcha, password: NEW_PASSWORD }),
      'resetPassword',
    ],
  ]

  it.each(byCode)('is not told by guessing at %s, whether a code was sent or not', async (_name, guess, scene) => {
    expect(await expectAlike((phone) => guess(phone, '123456'))).toContain('CODE_EXPIRED')
    for (const [, phone] of phones) await gateway.code(phone, scene)
    const wrong = await expectAlike(async (phone) => guess(phone, wrongCode(await gateway.lastCode(phone))))
    expect(wrong).toContain('CODE_WRONG')
  })

  it('is not told by a common password at sign-up or reset', async () => {
    const password = 'password1'
    await expectAlike((phone) => rawCall(gateway, merchant.resetPassword, { phone, captcha: '123456', password }))
    await expectAlike((phone) =>
      rawCall(gateway, auth.signUp, { phone, captcha: '123456', password, merchantName: '新商家', agreed: true }),
    )
  })
})

describe('who works elsewhere, by adding people to one’s own merchant', () => {
  let other: CreatedMerchant
  let otherOwner: LoginContext

  beforeAll(async () => {
    const phone = nextPhone()
    other = await gateway.merchant(phone, '好奇商家')
    otherOwner = await signInByCode(gateway, phone)
  })

  /** Everything that the curious owner is shown of an added phone, with what names it taken out. */
  async function shownOf(phone: string, after: (staffId: string) => Promise<void>): Promise<string> {
    const payload = { name: '试探', phone, roleIds: [other.roleIds.shipper] }
    const added = await rawCall(gateway, employee.edit, payload, otherOwner)
    const { staffId } = granted(JSON.parse(added.text) as Parameters<typeof granted<{ staffId: string }>>[0])
    await after(staffId)
    const info = await rawCall(gateway, employee.info, { staffId }, otherOwner)
    const list = await rawCall(gateway, employee.list, { keyword: phone }, otherOwner)
    granted(await gateway.call(employee.del, { staffId }, { login: otherOwner }))
    return [added, info, list].map(comparable).join('\n').replaceAll(staffId, '<id>').replaceAll(phone, '<phone>')
  }

  it('is not told by the answer or by the employee it makes', async () => {
    const seen: [string, string][] = []
    for (const [what, phone] of phones) seen.push([what, await shownOf(phone, async () => {})])
    expect(seen).toEqual(seen.map(([what]) => [what, seen[0]?.[1]]))
  })

  it('is not told by wanting the new employee’s password renewed', async () => {
    const renew = async (staffId: string) => {
      granted(await gateway.call(employeeSignIn.requirePasswordReset, { staffId }, { login: otherOwner }))
    }
    const seen: [string, string][] = []
    for (const [what, phone] of phones) seen.push([what, await shownOf(phone, renew)])
    expect(seen).toEqual(seen.map(([what]) => [what, seen[0]?.[1]]))
  })

  it('tells of one’s own merchant that the phone works there already', async () => {
    const [, phone] = phones[1] ?? ['', '']
    const again = await gateway.call(
      employee.edit,
      { name: '再加', phone, roleIds: [shop.roleIds.shipper] },
      { login: owner },
    )
    expect(outcomeOf(again)).toBe('EMPLOYEE_EXISTS')
  })
})

const PAIRS = 13

/**
 * How much longer a known phone takes than an unknown one: the median of the ratios of pairs measured next to each
 * other, in turns, so that whatever else the machine does falls on both.
 */
async function ratioOfTimes(known: () => Promise<unknown>, unknown: () => Promise<unknown>): Promise<number> {
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    await clearFailures(gateway)
    const startedMs = performance.now()
    await work()
    return performance.now() - startedMs
  }
  await timed(known)
  await timed(unknown)
  const ratios: number[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const isKnownFirst = pair % 2 === 0
    const first = await timed(isKnownFirst ? known : unknown)
    const second = await timed(isKnownFirst ? unknown : known)
    ratios.push(isKnownFirst ? first / second : second / first)
  }
  return ratios.sort((a, b) => a - b)[Math.floor(PAIRS / 2)] ?? Number.NaN
}

describe('who works here, by the time the answer takes', () => {
  const phoneOf = (what: string) => phones.find(([name]) => name === what)?.[1] ?? ''
  /** What tells does so each time; of three measurements a busy machine spoils one, not all. */
  const expectSameTime = async (known: () => Promise<unknown>, unknown: () => Promise<unknown>) => {
    const ratios: number[] = []
    for (let look = 0; look < 3; look += 1) {
      const ratio = await ratioOfTimes(known, unknown)
      if (ratio > 0.67 && ratio < 1.5) return
      ratios.push(ratio)
    }
    expect(ratios).toEqual([])
  }

  it.each(['known', 'without a password'])('is not told by a wrong password (%s)', async (what) => {
    const login = (phone: string) => () => rawCall(gateway, auth.login, { phone, password: WRONG })
    await expectSameTime(login(phoneOf(what)), login(phoneOf('unknown')))
  })

  it('is not told by a wrong code at resetPassword', async () => {
    const reset = (phone: string) => () =>
      rawCall(gateway, merchant.resetPassword, { phone, captcha: '123456', password: NEW_PASSWORD })
    await expectSameTime(reset(phoneOf('known')), reset(phoneOf('unknown')))
  })
})
