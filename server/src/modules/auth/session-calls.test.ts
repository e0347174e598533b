import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { auth } from '@huanji/contract/features/auth/calls'
import { ownSessions } from '@huanji/contract/features/auth/session'
import { merchant as merchantCalls } from '@huanji/contract/features/merchant/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { setPassword } from '../account/store.ts'
import { addEmployee, type CreatedMerchant, setEmployeeStatus } from '../people/commands.ts'
import { type AccountGateway, contextOf, granted, PASSWORD, startAccountGateway } from './testing/account-gateway.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SESSION_INVALID = '80017101'

let gateway: AccountGateway
let merchant: CreatedMerchant
let phone = ''
let nextPhone = 13800139100

beforeAll(async () => {
  gateway = await startAccountGateway()
  merchant = await gateway.merchant('13800139099', '示例商家')
})

afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(HOUR_MS)
  phone = String(nextPhone++)
  await gateway.employee(merchant, phone, 'inspector')
})

const idOf = (login: LoginContext) => login.loginToken.split('.')[2] ?? ''

/** Signs in from an address; each sign-in a second after the one before. */
async function signInFrom(ip: string): Promise<LoginContext> {
  gateway.clock.advance(1000)
  return contextOf(granted(await gateway.call(auth.login, { phone, password: PASSWORD }, { ip })))
}

const list = async (login: LoginContext) => granted(await gateway.call(ownSessions.list, {}, { login })).sessions

const isGood = async (login: LoginContext): Promise<boolean> =>
  (await gateway.call(merchantCalls.menu, {}, { login }))._errCode === '0'

describe('the list of one’s own sessions', () => {
  it('has the current one first, then the last used', async () => {
    const [first, second, third] = [
      await signInFrom('198.51.100.1'),
      await signInFrom('198.51.100.2'),
      await signInFrom('198.51.100.3'),
    ]
    const startedAt = gateway.clock.now().toISOString()
    gateway.clock.advance(2 * MINUTE_MS)
    expect(await isGood(first)).toBe(true)
    gateway.clock.advance(2 * MINUTE_MS)
    const sessions = await list(second)
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([idOf(second), idOf(first), idOf(third)])
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
    expect(sessions[2]).toMatchObject({ ip: '198.51.100.3', createdAt: startedAt, lastSeenAt: startedAt })
    expect(Date.parse(sessions[2]?.expiresAt ?? '') - Date.parse(startedAt)).toBe(24 * HOUR_MS)
    expect(JSON.stringify(sessions)).not.toContain(second.loginToken.split('.')[3])
  })

  it('leaves out what is over, another’s, and another merchant’s', async () => {
    const idle = await signInFrom('198.51.100.4')
    gateway.clock.advance(6 * HOUR_MS)
    const ended = await signInFrom('198.51.100.5')
    gateway.clock.advance(6 * HOUR_MS)
    const current = await signInFrom('198.51.100.6')
    granted(await gateway.call(auth.logout, {}, { login: ended }))
    await gateway.signIn('13800139099')
    const other = await gateway.merchant(String(nextPhone++), '第二商家')
    await gateway.db.tenant(other.merchantId, (tx) =>
      addEmployee(tx, { phone, name: '兼职', roleIds: [], isOwner: false, now: gateway.clock.now() }),
    )
    const choice = granted(await gateway.call(ownSessions.switchMerchant, {}, { login: current }))
    const there = contextOf(
      granted(
        await gateway.call(auth.loginAffirm, {
          ticket: choice.ticket,
          employeeId: choice.candidates.at(-1)?.employeeId ?? '',
        }),
      ),
    )
    expect((await list(current)).map(({ sessionId }) => sessionId)).toEqual([idOf(current)])
    expect((await list(there)).map(({ sessionId }) => sessionId)).toEqual([idOf(there)])
    expect(await isGood(idle)).toBe(false)
  })

  it('leaves out what an older password opened', async () => {
    const old = await signInFrom('198.51.100.7')
    gateway.clock.advance(1)
    const [account] = await gateway.query('select password_hash as hash from account where phone = $1', [phone])
    await gateway.db.global((tx) => setPassword(tx, phone, String(account?.hash), gateway.clock.now()))
    const current = await signInFrom('198.51.100.8')
    expect((await list(current)).map(({ sessionId }) => sessionId)).not.toContain(idOf(old))
  })
})

describe('ending sessions', () => {
  it('ends one device, once and for good', async () => {
    const [here, there] = [await signInFrom('198.51.100.1'), await signInFrom('198.51.100.2')]
    const end = () => gateway.call(ownSessions.end, { sessionId: idOf(there) }, { login: here })
    expect(granted(await end())).toEqual({})
    expect(await isGood(there)).toBe(false)
    expect(await isGood(here)).toBe(true)
    expect(granted(await end())).toEqual({})
  })

  it('ends the current one like a sign-out', async () => {
    const login = await signInFrom('198.51.100.1')
    granted(await gateway.call(ownSessions.end, { sessionId: idOf(login) }, { login }))
    expect(await isGood(login)).toBe(false)
    const [row] = await gateway.query('select end_reason as reason from session where id = $1', [idOf(login)])
    expect(row).toEqual({ reason: 'logout' })
  })

  it('tells another’s session, another merchant’s and an unknown one not apart, and ends none', async () => {
    const login = await signInFrom('198.51.100.1')
    const colleague = await gateway.signIn('13800139099')
    await gateway.merchant('13900139055', '外人')
    const outsider = await gateway.signIn('13900139055')
    const answers = []
    for (const sessionId of [idOf(colleague), idOf(outsider), newId()]) {
      answers.push(await gateway.call(ownSessions.end, { sessionId }, { login }))
    }
    expect(answers[0]).toMatchObject({ _bizErrCode: 'NOT_FOUND' })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await isGood(colleague)).toBe(true)
    expect(await isGood(outsider)).toBe(true)
  })

  it('ends all others and says how many they were', async () => {
    const others = [await signInFrom('198.51.100.1'), await signInFrom('198.51.100.2')]
    const login = await signInFrom('198.51.100.3')
    const colleague = await gateway.signIn('13800139099')
    const endOthers = async () => granted(await gateway.call(ownSessions.endOthers, {}, { login }))
    expect(await endOthers()).toEqual({ ended: 2 })
    for (const other of others) expect(await isGood(other)).toBe(false)
    expect(await isGood(login)).toBe(true)
    expect(await isGood(colleague)).toBe(true)
    expect(await endOthers()).toEqual({ ended: 0 })
  })

  it('needs a session', async () => {
    for (const spec of Object.values(ownSessions)) {
      expect(await gateway.call<CallSpec>(spec, spec.example)).toMatchObject({ _errCode: SESSION_INVALID })
    }
  })
})

describe('switching to another merchant', () => {
  let other: CreatedMerchant

  beforeEach(async () => {
    other = await gateway.merchant(String(nextPhone++), '第二商家')
  })

  const joinOther = () =>
    gateway.db.tenant(other.merchantId, (tx) =>
      addEmployee(tx, { phone, name: '兼职', roleIds: [], isOwner: false, now: gateway.clock.now() }),
    )

  const switchFrom = (login: LoginContext) => gateway.call(ownSessions.switchMerchant, {}, { login })

  it('gives a ticket for the choice, with which the session there is opened and the one here goes on', async () => {
    const login = await signInFrom('198.51.100.1')
    const employeeId = await joinOther()
    const { ticket, candidates } = granted(await switchFrom(login))
    expect(candidates).toEqual([
      {
        employeeId: login.employeeId,
        employeeName: `员工${phone.slice(-4)}`,
        merchantId: login.merchantId,
        merchantName: '示例商家',
        roleNames: ['质检员'],
      },
      { employeeId, employeeName: '兼职', merchantId: other.merchantId, merchantName: '第二商家', roleNames: [] },
    ])
    const there = contextOf(granted(await gateway.call(auth.loginAffirm, { ticket, employeeId })))
    expect(there.merchantId).toBe(other.merchantId)
    expect(await isGood(login)).toBe(true)
    expect(await isGood(there)).toBe(true)
    expect((await gateway.call(auth.loginAffirm, { ticket, employeeId }))._bizErrCode).toBe('TICKET_EXPIRED')
  })

  it('defect: the choice of a merchant forgot 保持登录, and so did going on to another one', async () => {
    const employeeId = await joinOther()
    const chosen = async (ticket: string) =>
      contextOf(granted(await gateway.call(auth.loginAffirm, { ticket, employeeId })))
    const ticketOf = async (keep: boolean) => {
      const answer = granted(await gateway.call(auth.login, { phone, password: PASSWORD, keep }))
      if (!('ticket' in answer)) throw new Error('no choice')
      return answer.ticket
    }
    const kept = await chosen(await ticketOf(true))
    const brief = await chosen(await ticketOf(false))
    const keptOn = await chosen(granted(await switchFrom(kept)).ticket)
    const briefOn = await chosen(granted(await switchFrom(brief)).ticket)
    gateway.clock.advance(13 * 3_600_000)
    expect([await isGood(kept), await isGood(keptOn)]).toEqual([true, true])
    expect([await isGood(brief), await isGood(briefOn)]).toEqual([false, false])
  })

  it('offers only where the person may work', async () => {
    const login = await signInFrom('198.51.100.1')
    const employeeId = await joinOther()
    await gateway.db.tenant(other.merchantId, (tx) =>
      setEmployeeStatus(tx, employeeId, 'disabled', gateway.clock.now()),
    )
    const { candidates } = granted(await switchFrom(login))
    expect(candidates.map(({ merchantName }) => merchantName)).toEqual(['示例商家'])
  })

  it.each(['password', 'code'] as const)('carries how the session was proved: %s', async (proof) => {
    const login =
      proof === 'password'
        ? await signInFrom('198.51.100.1')
        : contextOf(
            granted(await gateway.call(auth.loginCaptcha, { phone, captcha: await gateway.code(phone, 'login') })),
          )
    const employeeId = await joinOther()
    await gateway.query('update phone_directory set password_wanted_since = $1 where employee_id = $2', [
      gateway.clock.now(),
      employeeId,
    ])
    const { ticket } = granted(await switchFrom(login))
    const answer = await gateway.call(auth.loginAffirm, { ticket, employeeId })
    expect(answer._bizErrCode).toBe(proof === 'password' ? 'PASSWORD_RESET_REQUIRED' : '')
  })
})
