import { address } from '@huanji/contract/calls/address'
import { auth } from '@huanji/contract/calls/auth'
import { employee, extEmployee } from '@huanji/contract/calls/employee'
import { merchant } from '@huanji/contract/calls/merchant'
import { role } from '@huanji/contract/calls/role'
import { extSession } from '@huanji/contract/calls/session'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { contextOf, granted, PASSWORD } from '@huanji/server/modules/auth/testing/account-gateway'
import type { CreatedMerchant } from '@huanji/server/modules/people/commands'
import { newId, randomToken } from '@huanji/server/platform/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addRole,
  addStaff,
  enter,
  enterByCode,
  envelopeIn,
  forgetFailures,
  forgetQuotas,
  type House,
  isGood,
  mixtures,
  openHouse,
  outcomeOf,
  phonesFrom,
  sendRaw,
  staffVersion,
  updateCode,
} from './house.ts'

const HOUR_MS = 3_600_000
const nextPhone = phonesFrom(13800134200)

let house: House
let shop: CreatedMerchant
let owner: LoginContext
let ownerPhone: string
let otherShop: CreatedMerchant
let strangerPhone: string
let stranger: LoginContext

beforeAll(async () => {
  house = await openHouse()
  ownerPhone = nextPhone()
  shop = await house.merchant(ownerPhone, '示例商家')
  strangerPhone = nextPhone()
  otherShop = await house.merchant(strangerPhone, '别的商家')
})
afterAll(() => house.close())

beforeEach(async () => {
  house.clock.advance(120_000)
  await forgetFailures(house)
  await forgetQuotas(house)
  owner = await enter(house, ownerPhone)
  stranger = await enter(house, strangerPhone)
})

interface Victim {
  readonly staffId: string
  readonly phone: string
  readonly login: LoginContext
}

async function victim(): Promise<Victim> {
  const phone = nextPhone()
  const staffId = await addStaff(house, owner, phone, [shop.roleIds.shipper])
  const login = await enter(house, phone)
  house.clock.advance(1000)
  return { staffId, phone, login }
}

const byOwner = () => ({ login: owner })
const sessionOf = ({ loginToken }: LoginContext) => loginToken.split('.')[2] ?? ''

async function resetPassword(phone: string, password: string): Promise<void> {
  await forgetQuotas(house)
  house.clock.advance(61_000)
  const captcha = await house.code(phone, 'resetPassword')
  granted(await house.call(merchant.resetPassword, { phone, captcha, password }))
}

/** What must end a session, and how it is done. */
const ENDINGS: [string, (of: Victim) => Promise<unknown>][] = [
  ['the sign-out', async ({ login }) => granted(await house.call(auth.logout, {}, { login }))],
  [
    'its own end from another device',
    async ({ phone, login }) => {
      const elsewhere = await enter(house, phone)
      granted(await house.call(extSession.end, { sessionId: sessionOf(login) }, { login: elsewhere }))
    },
  ],
  [
    'the end of all others',
    async ({ phone }) => granted(await house.call(extSession.endOthers, {}, { login: await enter(house, phone) })),
  ],
  [
    'its end by the owner',
    async ({ staffId }) => granted(await house.call(extEmployee.endSessions, { staffId }, byOwner())),
  ],
  [
    'the demand for a new password',
    async ({ staffId }) => granted(await house.call(extEmployee.requirePasswordReset, { staffId }, byOwner())),
  ],
  [
    'the employee’s being disabled, and for good',
    async ({ staffId }) => {
      granted(await house.call(employee.updateStatus, { staffId, status: 'disabled' }, byOwner()))
      granted(await house.call(employee.updateStatus, { staffId, status: 'active' }, byOwner()))
    },
  ],
  [
    'the employee’s removal, and for good',
    async ({ staffId, phone }) => {
      granted(await house.call(employee.del, { staffId }, byOwner()))
      await addStaff(house, owner, phone, [shop.roleIds.shipper])
    },
  ],
  [
    'a change of roles',
    async ({ staffId }) => {
      const version = await staffVersion(house, owner, staffId)
      const roleIds = [shop.roleIds.shipper, shop.roleIds.inspector]
      granted(await house.call(employee.edit, { staffId, version, name: '换岗', roleIds }, byOwner()))
    },
  ],
  [
    'a change of the password',
    async ({ login }) => {
      const captcha = await updateCode(house, login)
      granted(await house.call(merchant.updatePassword, { captcha, password: 'Veraendert27' }, { login }))
    },
  ],
  ['a reset of the password', ({ phone }) => resetPassword(phone, 'Vergessen2027')],
]

describe('a stolen token', () => {
  it.each(ENDINGS)('is worth nothing after %s', async (_name, end) => {
    const stolen = await victim()
    expect(await isGood(house, stolen.login)).toBe(true)
    await end(stolen)
    expect(await isGood(house, stolen.login)).toBe(false)
    const write = await house.call(address.edit, address.edit.example, { login: stolen.login })
    expect(outcomeOf(write)).toBe(ERR.sessionInvalid)
    expect(outcomeOf(await house.call(extSession.list, {}, { login: stolen.login }))).toBe(ERR.sessionInvalid)
    // the person can come back, and the old token does not come back with them
    expect(await isGood(house, await enter(house, stolen.phone))).toBe(true)
    expect(await isGood(house, stolen.login)).toBe(false)
  })

  it('loses at the next call what a role loses, without a new sign-in', async () => {
    const grants = ['/merchant', '/merchant/address', '/api/address/list', '/api/address/edit']
    const roleId = await addRole(house, owner, '临时地址员', grants)
    const phone = nextPhone()
    await addStaff(house, owner, phone, [roleId])
    const login = await enter(house, phone)
    granted(await house.call(address.list, {}, { login }))
    const { role: row } = granted(await house.call(role.info, { roleId }, byOwner()))
    const narrowed = {
      roleId,
      version: row?.version ?? 0,
      name: '临时地址员',
      grants: ['/merchant'],
      refundLimitFen: 0,
    }
    granted(await house.call(role.edit, narrowed, byOwner()))
    expect(outcomeOf(await house.call(address.list, {}, { login }))).not.toBe('ok')
    expect(outcomeOf(await house.call(address.edit, address.edit.example, { login }))).not.toBe('ok')
  })

  it('ends after twelve idle hours, and after seven busy days', async () => {
    const { login: idle } = await victim()
    const { login: busy } = await victim()
    house.clock.advance(12 * HOUR_MS - 2000)
    expect(await isGood(house, busy)).toBe(true)
    house.clock.advance(2000)
    expect(await isGood(house, idle)).toBe(false)
    for (let hours = 12; hours < 7 * 24 - 11; hours += 11) {
      expect([hours, await isGood(house, busy)]).toEqual([hours, true])
      house.clock.advance(11 * HOUR_MS)
    }
    house.clock.advance(8 * HOUR_MS)
    expect(await isGood(house, busy)).toBe(false)
  })

  it('opens nothing beside any other context, in part or as a whole', async () => {
    const { login } = await victim()
    const colleague = await victim()
    for (const theirs of [colleague.login, stranger, owner])
      for (const context of mixtures(login, theirs))
        expect([context, await isGood(house, context)]).toEqual([context, false])
    expect(await isGood(house, login)).toBe(true)
  })

  it('opens no other merchant, whether its id stands in the token, beside it or in both', async () => {
    const { login } = await victim()
    const { merchantId } = otherShop
    const swapped = login.loginToken.replace(login.merchantId, merchantId)
    expect(await isGood(house, { ...login, merchantId })).toBe(false)
    expect(await isGood(house, { ...login, loginToken: swapped })).toBe(false)
    expect(await isGood(house, { ...login, loginToken: swapped, merchantId })).toBe(false)
    expect(await isGood(house, { ...stranger, loginToken: swapped })).toBe(false)
  })

  it('is not read from a header, a cookie or the address', async () => {
    const { login } = await victim()
    const { loginToken, ...rest } = login
    const body = JSON.stringify(rest)
    const headers = {
      authorization: `Bearer ${loginToken}`,
      cookie: `loginToken=${loginToken}`,
      'x-login-token': loginToken,
      logintoken: loginToken,
    }
    expect(outcomeOf(envelopeIn(await sendRaw(house, merchant.menu.path, body, headers)))).toBe(ERR.sessionInvalid)
    const inAddress = `${merchant.menu.path}?loginToken=${encodeURIComponent(loginToken)}`
    expect(outcomeOf(envelopeIn(await sendRaw(house, inAddress, body)))).toBe(ERR.sessionInvalid)
  })
})

describe('a forged token', () => {
  it('is refused for each character that was changed, dropped or put in', async () => {
    const { login } = await victim()
    const { loginToken } = login
    const forged = new Set<string>()
    for (let place = 0; place < loginToken.length; place += 1) {
      const code = loginToken.charCodeAt(place)
      const flipped = [1, 2, 4, 8, 16, 32].map((bit) => String.fromCharCode(code ^ bit))
      const letter = flipped[place % flipped.length] ?? ''
      forged.add(loginToken.slice(0, place) + letter + loginToken.slice(place + 1))
      forged.add(loginToken.slice(0, place))
      forged.add(loginToken.slice(0, place) + loginToken.slice(place + 1))
    }
    // the last letter of 43 carries two bits that no byte of the secret has
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=')
      forged.add(loginToken.slice(0, -1) + last)
    for (const text of [
      loginToken.toUpperCase(),
      ` ${loginToken}`,
      `${loginToken} `,
      `${loginToken}\n`,
      `${loginToken}=`,
    ])
      forged.add(text)
    forged.delete(loginToken)
    const opened: string[] = []
    for (const text of forged) if (await isGood(house, { ...login, loginToken: text })) opened.push(text)
    expect(opened).toEqual([])
    expect(await isGood(house, login)).toBe(true)
  })

  it('is not made from what the database keeps', async () => {
    const { login } = await victim()
    const [version, merchantId, sessionId] = login.loginToken.split('.')
    const [row] = await house.query('select secret_hash as hash from session where id = $1', [sessionId])
    const hash = row?.hash
    if (!(hash instanceof Uint8Array)) throw new Error('a session without a digest')
    const bytes = Buffer.from(hash)
    for (const secret of [bytes.toString('base64url'), bytes.toString('hex').slice(0, 43), bytes.toString('base64')])
      expect(await isGood(house, { ...login, loginToken: [version, merchantId, sessionId, secret].join('.') })).toBe(
        false,
      )
  })

  it('is not taken because it was there before the sign-in', async () => {
    const phone = nextPhone()
    await addStaff(house, owner, phone, [shop.roleIds.shipper])
    const planted = `v1.${shop.merchantId}.${newId()}.${randomToken(32)}`
    const captcha = await house.code(phone, 'login')
    const body = JSON.stringify({ loginToken: planted, merchantId: shop.merchantId, phone, captcha })
    const answer = envelopeIn(await sendRaw(house, auth.loginCaptcha.path, body))
    const login = contextOf(granted(answer) as Parameters<typeof contextOf>[0])
    expect(login.loginToken).not.toBe(planted)
    expect(await isGood(house, { ...login, loginToken: planted })).toBe(false)
    expect(await isGood(house, login)).toBe(true)
  })

  it('is never the same twice', async () => {
    const { phone } = await victim()
    const tokens = [await enter(house, phone), await enter(house, phone)].map(({ loginToken }) => loginToken.split('.'))
    expect(tokens[0]?.[3]).not.toBe(tokens[1]?.[3])
    expect(Buffer.from(tokens[0]?.[3] ?? '', 'base64url')).toHaveLength(32)
  })
})

describe('another person’s session', () => {
  it('cannot be ended or seen by a colleague, let alone a stranger', async () => {
    const { login } = await victim()
    const colleague = await victim()
    for (const thief of [colleague.login, owner, stranger]) {
      const ended = await house.call(extSession.end, { sessionId: sessionOf(login) }, { login: thief })
      expect(outcomeOf(ended)).toBe('NOT_FOUND')
      const unknown = await house.call(extSession.end, { sessionId: newId() }, { login: thief })
      expect(ended).toEqual(unknown)
      const { sessions } = granted(await house.call(extSession.list, {}, { login: thief }))
      expect(sessions.map(({ sessionId }) => sessionId)).not.toContain(sessionOf(login))
      granted(await house.call(extSession.endOthers, {}, { login: thief }))
    }
    expect(await isGood(house, login)).toBe(true)
  })

  it('is not shown by the list in a form that could be used', async () => {
    const { login } = await victim()
    const text = JSON.stringify(granted(await house.call(extSession.list, {}, { login })))
    expect(text).not.toContain(login.loginToken.split('.')[3])
  })
})

describe('a ticket', () => {
  let phone: string
  let ids: readonly [string, string]

  beforeEach(async () => {
    phone = nextPhone()
    ids = [await house.employee(shop, phone, 'shipper'), await house.employee(otherShop, phone, 'shipper')]
    house.clock.advance(1000)
  })

  async function byCode(): Promise<string> {
    const answer = await enterByCode(house, phone)
    if (!('ticket' in answer)) throw new Error('a session, not a choice')
    expect(answer.candidates.map(({ employeeId }) => employeeId).sort()).toEqual([...ids].sort())
    return answer.ticket
  }

  async function byPassword(): Promise<string> {
    const answer = granted(await house.call(auth.login, { phone, password: PASSWORD }))
    if (!('ticket' in answer)) throw new Error('a session, not a choice')
    return answer.ticket
  }

  const redeem = (ticket: string, employeeId: string) => house.call(auth.loginAffirm, { ticket, employeeId })

  it('opens one session, however often and for whomever it comes', async () => {
    const ticket = await byCode()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, turn) => redeem(ticket, ids[turn % 2] ?? '')))
    expect(answers.filter((answer) => outcomeOf(answer) === 'ok')).toHaveLength(1)
    expect(outcomeOf(await redeem(ticket, ids[0]))).toBe('TICKET_EXPIRED')
  })

  it('opens nobody else: neither the owner, nor a colleague, nor another phone’s employee', async () => {
    const colleague = await victim()
    for (const employeeId of [shop.employeeId, otherShop.employeeId, colleague.staffId, newId(), shop.merchantId])
      expect(outcomeOf(await redeem(await byCode(), employeeId))).toBe('TICKET_EXPIRED')
  })

  it('is no session, and a session is no ticket', async () => {
    const ticket = await byCode()
    const login = { loginToken: ticket, loginPhone: phone, employeeId: ids[0], merchantId: shop.merchantId }
    expect(await isGood(house, login)).toBe(false)
    const session = contextOf(granted(await redeem(ticket, ids[0])))
    expect(outcomeOf(await redeem(session.loginToken, ids[1]))).toBe('TICKET_EXPIRED')
    expect(outcomeOf(await redeem(session.loginToken.split('.')[3] ?? '', ids[1]))).toBe('TICKET_EXPIRED')
  })

  it('ends with the password it is older than, and with the employee who left', async () => {
    const before = await byCode()
    await resetPassword(phone, 'Inzwischen27')
    expect(outcomeOf(await redeem(before, ids[0]))).toBe('TICKET_EXPIRED')
    const ticket = await byCode()
    granted(await house.call(employee.del, { staffId: ids[0] }, byOwner()))
    expect(outcomeOf(await redeem(ticket, ids[0]))).toBe('TICKET_EXPIRED')
  })

  it('of an old password does not open a merchant that wants a new one; one of a code does', async () => {
    granted(await house.call(extEmployee.requirePasswordReset, { staffId: ids[0] }, byOwner()))
    house.clock.advance(1000)
    expect(outcomeOf(await redeem(await byPassword(), ids[0]))).toBe('PASSWORD_RESET_REQUIRED')
    granted(await redeem(await byCode(), ids[0]))
    granted(await redeem(await byPassword(), ids[1]))
  })

  it('made in a session of an old password does not go round the demand for a new one', async () => {
    const session = contextOf(granted(await redeem(await byPassword(), ids[1])))
    granted(await house.call(extEmployee.requirePasswordReset, { staffId: ids[0] }, byOwner()))
    house.clock.advance(1000)
    const { ticket } = granted(await house.call(extSession.switchMerchant, {}, { login: session }))
    expect(outcomeOf(await redeem(ticket, ids[0]))).toBe('PASSWORD_RESET_REQUIRED')
  })

  it('for another merchant keeps the two sessions apart', async () => {
    const here = contextOf(granted(await redeem(await byCode(), ids[0])))
    const { ticket, candidates } = granted(await house.call(extSession.switchMerchant, {}, { login: here }))
    expect(candidates.map(({ employeeId }) => employeeId).sort()).toEqual([...ids].sort())
    const there = contextOf(granted(await redeem(ticket, ids[1])))
    expect(await isGood(house, there)).toBe(true)
    for (const context of mixtures(here, there))
      expect([context, await isGood(house, context)]).toEqual([context, false])
  })

  it('of a session that has ended in between opens nothing', async () => {
    const here = contextOf(granted(await redeem(await byCode(), ids[0])))
    granted(await house.call(auth.logout, {}, { login: here }))
    expect(outcomeOf(await house.call(extSession.switchMerchant, {}, { login: here }))).toBe(ERR.sessionInvalid)
  })
})
