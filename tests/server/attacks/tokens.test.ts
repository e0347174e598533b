import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { auth } from '@huanji/contract/features/auth/calls'
import { ownSessions } from '@huanji/contract/features/auth/session'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { employee, employeeSignIn } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import {
  type AccountGateway,
  contextOf,
  granted,
  PASSWORD,
  startAccountGateway,
} from '@huanji/server/modules/auth/testing/account-gateway'
import type { CreatedMerchant } from '@huanji/server/modules/people/commands'
import { newId, randomToken } from '@huanji/server/platform/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addRole,
  addStaff,
  answerOfCodeSignIn,
  clearFailures,
  clearQuotas,
  envelopeIn,
  isGood,
  mixtures,
  outcomeOf,
  phonesFrom,
  sendRaw,
  signInByCode,
  staffVersion,
  updateCode,
} from './gateway.ts'

const HOUR_MS = 3_600_000
const nextPhone = phonesFrom(13800134200)

let gateway: AccountGateway
let shop: CreatedMerchant
let owner: LoginContext
let ownerPhone: string
let otherShop: CreatedMerchant
let strangerPhone: string
let stranger: LoginContext

beforeAll(async () => {
  gateway = await startAccountGateway()
  ownerPhone = nextPhone()
  shop = await gateway.merchant(ownerPhone, '示例商家')
  strangerPhone = nextPhone()
  otherShop = await gateway.merchant(strangerPhone, '别的商家')
})
afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(120_000)
  await clearFailures(gateway)
  await clearQuotas(gateway)
  owner = await signInByCode(gateway, ownerPhone)
  stranger = await signInByCode(gateway, strangerPhone)
})

interface Victim {
  readonly staffId: string
  readonly phone: string
  readonly login: LoginContext
}

async function victim(): Promise<Victim> {
  const phone = nextPhone()
  const staffId = await addStaff(gateway, owner, phone, [shop.roleIds.shipper])
  const login = await signInByCode(gateway, phone)
  gateway.clock.advance(1000)
  return { staffId, phone, login }
}

const byOwner = () => ({ login: owner })
const sessionOf = ({ loginToken }: LoginContext) => loginToken.split('.')[2] ?? ''

async function resetPassword(phone: string, password: string): Promise<void> {
  await clearQuotas(gateway)
  gateway.clock.advance(61_000)
  const captcha = await gateway.code(phone, 'resetPassword')
  granted(await gateway.call(merchant.resetPassword, { phone, captcha, password }))
}

/** What must end a session, and how it is done. */
const ENDINGS: [string, (of: Victim) => Promise<unknown>][] = [
  ['the sign-out', async ({ login }) => granted(await gateway.call(auth.logout, {}, { login }))],
  [
    'its own end from another device',
    async ({ phone, login }) => {
      const elsewhere = await signInByCode(gateway, phone)
      granted(await gateway.call(ownSessions.end, { sessionId: sessionOf(login) }, { login: elsewhere }))
    },
  ],
  [
    'the end of all others',
    async ({ phone }) =>
      granted(await gateway.call(ownSessions.endOthers, {}, { login: await signInByCode(gateway, phone) })),
  ],
  [
    'its end by the owner',
    async ({ staffId }) => granted(await gateway.call(employeeSignIn.endSessions, { staffId }, byOwner())),
  ],
  [
    'the demand for a new password',
    async ({ staffId }) => granted(await gateway.call(employeeSignIn.requirePasswordReset, { staffId }, byOwner())),
  ],
  [
    'the employee’s being disabled, and for good',
    async ({ staffId }) => {
      granted(await gateway.call(employee.updateStatus, { staffId, status: 'disabled' }, byOwner()))
      granted(await gateway.call(employee.updateStatus, { staffId, status: 'active' }, byOwner()))
    },
  ],
  [
    'the employee’s removal, and for good',
    async ({ staffId, phone }) => {
      granted(await gateway.call(employee.del, { staffId }, byOwner()))
      await addStaff(gateway, owner, phone, [shop.roleIds.shipper])
    },
  ],
  [
    'a change of roles',
    async ({ staffId }) => {
      const version = await staffVersion(gateway, owner, staffId)
      const roleIds = [shop.roleIds.shipper, shop.roleIds.inspector]
      granted(await gateway.call(employee.edit, { staffId, version, name: '换岗', roleIds }, byOwner()))
    },
  ],
  [
    'a change of the password',
    async ({ login }) => {
      const captcha = await updateCode(gateway, login)
      granted(await gateway.call(merchant.updatePassword, { captcha, password: 'Veraendert27' }, { login }))
    },
  ],
  ['a reset of the password', ({ phone }) => resetPassword(phone, 'Vergessen2027')],
]

describe('a stolen token', () => {
  it.each(ENDINGS)('is worth nothing after %s', async (_name, end) => {
    const stolen = await victim()
    expect(await isGood(gateway, stolen.login)).toBe(true)
    await end(stolen)
    expect(await isGood(gateway, stolen.login)).toBe(false)
    const write = await gateway.call(address.edit, address.edit.example, { login: stolen.login })
    expect(outcomeOf(write)).toBe(ERR.sessionInvalid)
    expect(outcomeOf(await gateway.call(ownSessions.list, {}, { login: stolen.login }))).toBe(ERR.sessionInvalid)
    // the person can come back, and the old token does not come back with them
    expect(await isGood(gateway, await signInByCode(gateway, stolen.phone))).toBe(true)
    expect(await isGood(gateway, stolen.login)).toBe(false)
  })

  it('loses at the next call what a role loses, without a new sign-in', async () => {
    const grants = ['/merchant', '/merchant/address', '/api/address/list', '/api/address/edit']
    const roleId = await addRole(gateway, owner, '临时地址员', grants)
    const phone = nextPhone()
    await addStaff(gateway, owner, phone, [roleId])
    const login = await signInByCode(gateway, phone)
    granted(await gateway.call(address.list, {}, { login }))
    const { role: row } = granted(await gateway.call(role.info, { roleId }, byOwner()))
    const narrowed = {
      roleId,
      version: row?.version ?? 0,
      name: '临时地址员',
      grants: ['/merchant'],
      refundLimitFen: 0,
    }
    granted(await gateway.call(role.edit, narrowed, byOwner()))
    expect(outcomeOf(await gateway.call(address.list, {}, { login }))).not.toBe('ok')
    expect(outcomeOf(await gateway.call(address.edit, address.edit.example, { login }))).not.toBe('ok')
  })

  it('ends after twelve idle hours, and after one busy day', async () => {
    const { login: idle } = await victim()
    const { login: busy } = await victim()
    gateway.clock.advance(12 * HOUR_MS - 2000)
    expect(await isGood(gateway, busy)).toBe(true)
    gateway.clock.advance(2000)
    expect(await isGood(gateway, idle)).toBe(false)
    gateway.clock.advance(11 * HOUR_MS)
    expect(await isGood(gateway, busy)).toBe(true)
    gateway.clock.advance(HOUR_MS)
    expect(await isGood(gateway, busy)).toBe(false)
  })

  it('opens nothing beside any other context, in part or as a whole', async () => {
    const { login } = await victim()
    const colleague = await victim()
    for (const theirs of [colleague.login, stranger, owner])
      for (const context of mixtures(login, theirs))
        expect([context, await isGood(gateway, context)]).toEqual([context, false])
    expect(await isGood(gateway, login)).toBe(true)
  })

  it('opens no other merchant, whether its id stands in the token, beside it or in both', async () => {
    const { login } = await victim()
    const { merchantId } = otherShop
    const swapped = login.loginToken.replace(login.merchantId, merchantId)
    expect(await isGood(gateway, { ...login, merchantId })).toBe(false)
    expect(await isGood(gateway, { ...login, loginToken: swapped })).toBe(false)
    expect(await isGood(gateway, { ...login, loginToken: swapped, merchantId })).toBe(false)
    expect(await isGood(gateway, { ...stranger, loginToken: swapped })).toBe(false)
  })

  it('is not read from a header, a cookie or the address', async () => {
    const { login } = await victim()
    const { loginToken, ...rest } = login
    const body = JSON.stringify(rest)
    const headers = {
      cookie: `loginToken=${loginToken}`,
      'x-login-token': loginToken,
      logintoken: loginToken,
    }
    expect(outcomeOf(envelopeIn(await sendRaw(gateway, merchant.menu.path, body, headers)))).toBe(ERR.sessionInvalid)
    // there API keys stand, and nothing else
    const asKey = { authorization: `Bearer ${loginToken}` }
    expect(outcomeOf(envelopeIn(await sendRaw(gateway, merchant.menu.path, '{}', asKey)))).toBe(ERR.apiKeyInvalid)
    const inAddress = `${merchant.menu.path}?loginToken=${encodeURIComponent(loginToken)}`
    expect(outcomeOf(envelopeIn(await sendRaw(gateway, inAddress, body)))).toBe(ERR.sessionInvalid)
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
    for (const text of forged) if (await isGood(gateway, { ...login, loginToken: text })) opened.push(text)
    expect(opened).toEqual([])
    expect(await isGood(gateway, login)).toBe(true)
  })

  it('is not made from what the database keeps', async () => {
    const { login } = await victim()
    const [version, merchantId, sessionId] = login.loginToken.split('.')
    const [row] = await gateway.query('select secret_hash as hash from session where id = $1', [sessionId])
    const hash = row?.hash
    if (!(hash instanceof Uint8Array)) throw new Error('a session without a digest')
    const bytes = Buffer.from(hash)
    for (const secret of [bytes.toString('base64url'), bytes.toString('hex').slice(0, 43), bytes.toString('base64')])
      expect(await isGood(gateway, { ...login, loginToken: [version, merchantId, sessionId, secret].join('.') })).toBe(
        false,
      )
  })

  it('is not taken because it was there before the sign-in', async () => {
    const phone = nextPhone()
    await addStaff(gateway, owner, phone, [shop.roleIds.shipper])
    const planted = `v1.${shop.merchantId}.${newId()}.${randomToken(32)}`
    const captcha = await gateway.code(phone, 'login')
    const body = JSON.stringify({ loginToken: planted, merchantId: shop.merchantId, phone, captcha })
    const answer = envelopeIn(await sendRaw(gateway, auth.loginCaptcha.path, body))
    const login = contextOf(granted(answer) as Parameters<typeof contextOf>[0])
    expect(login.loginToken).not.toBe(planted)
    expect(await isGood(gateway, { ...login, loginToken: planted })).toBe(false)
    expect(await isGood(gateway, login)).toBe(true)
  })

  it('is never the same twice', async () => {
    const { phone } = await victim()
    const tokens = [await signInByCode(gateway, phone), await signInByCode(gateway, phone)].map(({ loginToken }) =>
      loginToken.split('.'),
    )
    expect(tokens[0]?.[3]).not.toBe(tokens[1]?.[3])
    expect(Buffer.from(tokens[0]?.[3] ?? '', 'base64url')).toHaveLength(32)
  })
})

describe('another person’s session', () => {
  it('cannot be ended or seen by a colleague, let alone a stranger', async () => {
    const { login } = await victim()
    const colleague = await victim()
    for (const thief of [colleague.login, owner, stranger]) {
      const ended = await gateway.call(ownSessions.end, { sessionId: sessionOf(login) }, { login: thief })
      expect(outcomeOf(ended)).toBe('NOT_FOUND')
      const unknown = await gateway.call(ownSessions.end, { sessionId: newId() }, { login: thief })
      expect(ended).toEqual(unknown)
      const { sessions } = granted(await gateway.call(ownSessions.list, {}, { login: thief }))
      expect(sessions.map(({ sessionId }) => sessionId)).not.toContain(sessionOf(login))
      granted(await gateway.call(ownSessions.endOthers, {}, { login: thief }))
    }
    expect(await isGood(gateway, login)).toBe(true)
  })

  it('is not shown by the list in a form that could be used', async () => {
    const { login } = await victim()
    const text = JSON.stringify(granted(await gateway.call(ownSessions.list, {}, { login })))
    expect(text).not.toContain(login.loginToken.split('.')[3])
  })
})

describe('a ticket', () => {
  let phone: string
  let ids: readonly [string, string]

  beforeEach(async () => {
    phone = nextPhone()
    ids = [await gateway.employee(shop, phone, 'shipper'), await gateway.employee(otherShop, phone, 'shipper')]
    gateway.clock.advance(1000)
  })

  async function byCode(): Promise<string> {
    const answer = await answerOfCodeSignIn(gateway, phone)
    if (!('ticket' in answer)) throw new Error('a session, not a choice')
    expect(answer.candidates.map(({ employeeId }) => employeeId).sort()).toEqual([...ids].sort())
    return answer.ticket
  }

  async function byPassword(): Promise<string> {
    const answer = granted(await gateway.call(auth.login, { phone, password: PASSWORD }))
    if (!('ticket' in answer)) throw new Error('a session, not a choice')
    return answer.ticket
  }

  const redeem = (ticket: string, employeeId: string) => gateway.call(auth.loginAffirm, { ticket, employeeId })

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
    expect(await isGood(gateway, login)).toBe(false)
    const session = contextOf(granted(await redeem(ticket, ids[0])))
    expect(outcomeOf(await redeem(session.loginToken, ids[1]))).toBe('TICKET_EXPIRED')
    expect(outcomeOf(await redeem(session.loginToken.split('.')[3] ?? '', ids[1]))).toBe('TICKET_EXPIRED')
  })

  it('ends with the password it is older than, and with the employee who left', async () => {
    const before = await byCode()
    await resetPassword(phone, 'Inzwischen27')
    expect(outcomeOf(await redeem(before, ids[0]))).toBe('TICKET_EXPIRED')
    const ticket = await byCode()
    granted(await gateway.call(employee.del, { staffId: ids[0] }, byOwner()))
    expect(outcomeOf(await redeem(ticket, ids[0]))).toBe('TICKET_EXPIRED')
  })

  it('of an old password does not open a merchant that wants a new one; one of a code does', async () => {
    granted(await gateway.call(employeeSignIn.requirePasswordReset, { staffId: ids[0] }, byOwner()))
    gateway.clock.advance(1000)
    expect(outcomeOf(await redeem(await byPassword(), ids[0]))).toBe('PASSWORD_RESET_REQUIRED')
    granted(await redeem(await byCode(), ids[0]))
    granted(await redeem(await byPassword(), ids[1]))
  })

  it('made in a session of an old password does not go round the demand for a new one', async () => {
    const session = contextOf(granted(await redeem(await byPassword(), ids[1])))
    granted(await gateway.call(employeeSignIn.requirePasswordReset, { staffId: ids[0] }, byOwner()))
    gateway.clock.advance(1000)
    const { ticket } = granted(await gateway.call(ownSessions.switchMerchant, {}, { login: session }))
    expect(outcomeOf(await redeem(ticket, ids[0]))).toBe('PASSWORD_RESET_REQUIRED')
  })

  it('for another merchant keeps the two sessions apart', async () => {
    const here = contextOf(granted(await redeem(await byCode(), ids[0])))
    const { ticket, candidates } = granted(await gateway.call(ownSessions.switchMerchant, {}, { login: here }))
    expect(candidates.map(({ employeeId }) => employeeId).sort()).toEqual([...ids].sort())
    const there = contextOf(granted(await redeem(ticket, ids[1])))
    expect(await isGood(gateway, there)).toBe(true)
    for (const context of mixtures(here, there))
      expect([context, await isGood(gateway, context)]).toEqual([context, false])
  })

  it('of a session that has ended in between opens nothing', async () => {
    const here = contextOf(granted(await redeem(await byCode(), ids[0])))
    granted(await gateway.call(auth.logout, {}, { login: here }))
    expect(outcomeOf(await gateway.call(ownSessions.switchMerchant, {}, { login: here }))).toBe(ERR.sessionInvalid)
  })
})
