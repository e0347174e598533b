import type { LoginContext } from '@huanji/contract/envelope'
import { auth } from '@huanji/contract/features/auth/calls'
import { merchant as merchantCalls } from '@huanji/contract/features/merchant/calls'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '../../database/database.ts'
import { type EndReason, endSessionsOf } from '../account/session-store.ts'
import { setPassword } from '../account/store.ts'
import { type CreatedMerchant, setEmployeeStatus } from '../people/commands.ts'
import { authSchedules } from './jobs.ts'
import { sessionReader } from './session.ts'
import { type AccountGateway, contextOf, granted, PASSWORD, startAccountGateway } from './testing/account-gateway.ts'

const OWNER = '13800132001'
const SHIPPER = '13800132002'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SESSION_INVALID = '80017101'

let gateway: AccountGateway
let merchant: CreatedMerchant
let shipperId: string
let login: LoginContext

beforeAll(async () => {
  gateway = await startAccountGateway()
  merchant = await gateway.merchant(OWNER, '示例商家')
  shipperId = await gateway.employee(merchant, SHIPPER, 'shipper')
})

afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(1000)
  login = await gateway.signIn(SHIPPER)
})

const menu = (context: LoginContext) => gateway.call(merchantCalls.menu, { needMenu: 1 }, { login: context })

const isGood = async (context: LoginContext): Promise<boolean> => {
  const answer = await menu(context)
  expect(['0', SESSION_INVALID]).toContain(answer._errCode)
  return answer._errCode === '0'
}

describe('a session', () => {
  it('gives the employee with the union of the roles', async () => {
    const read = () => gateway.db.tenant(merchant.merchantId, (tx) => sessionReader(tx, login, gateway.clock.now()))
    const shipper = ROLE_PRESETS.find(({ key }) => key === 'shipper')?.grants ?? []
    const finance = ROLE_PRESETS.find(({ key }) => key === 'finance')?.grants ?? []
    expect((await read())?.grants).toEqual(new Set(shipper))
    await gateway.query('insert into employee_role values ($1, $2, $3)', [
      merchant.merchantId,
      shipperId,
      merchant.roleIds.finance,
    ])
    const actor = await read()
    expect(actor?.grants).toEqual(new Set([...shipper, ...finance]))
    expect(actor).toMatchObject({ employeeId: shipperId, employeeName: '员工2002', phone: SHIPPER, isOwner: false })
    await gateway.query('delete from employee_role where role_id = $1', [merchant.roleIds.finance])
    expect((await read())?.grants).toEqual(new Set(shipper))
  })

  it.each([
    ['without 保持登录', false, 12, 24],
    ['with 保持登录', true, 7 * 24, 30 * 24],
  ])('defect: %s it lived as long as with any other tick', async (_, keep, idleHours, mostHours) => {
    const open = async () =>
      contextOf(granted(await gateway.call(auth.login, { phone: SHIPPER, password: PASSWORD, keep })))
    const idle = await open()
    gateway.clock.advance(idleHours * HOUR_MS - 1)
    expect(await isGood(idle)).toBe(true)
    gateway.clock.advance(idleHours * HOUR_MS)
    expect(await isGood(idle)).toBe(false)

    const busy = await open()
    const stepHours = idleHours - 2
    for (let hours = stepHours; hours < mostHours; hours += stepHours) {
      gateway.clock.advance(stepHours * HOUR_MS)
      expect(await isGood(busy)).toBe(true)
    }
    gateway.clock.advance((mostHours % stepHours || stepHours) * HOUR_MS)
    expect(await isGood(busy)).toBe(false)
  })

  it('notes its last use at most once a minute', async () => {
    const sessionId = login.loginToken.split('.')[2]
    const lastSeen = async () => {
      const [row] = await gateway.query('select last_seen_at as at from session where id = $1', [sessionId])
      return row?.at
    }
    const atSignIn = await lastSeen()
    gateway.clock.advance(MINUTE_MS - 1)
    await menu(login)
    expect(await lastSeen()).toBe(atSignIn)
    gateway.clock.advance(1)
    await menu(login)
    expect(await lastSeen()).toBe(gateway.clock.now().toISOString())
  })

  it('ends with the sign-out, and no other session with it', async () => {
    gateway.clock.advance(1000)
    const other = await gateway.signIn(SHIPPER)
    expect(granted(await gateway.call(auth.logout, {}, { login }))).toEqual({})
    expect(await isGood(login)).toBe(false)
    expect(await isGood(other)).toBe(true)
  })

  it('ends when the employee is disabled and does not come back with them', async () => {
    const setStatus = (status: 'active' | 'disabled') =>
      gateway.db.tenant(merchant.merchantId, (tx) => setEmployeeStatus(tx, shipperId, status, gateway.clock.now()))
    await setStatus('disabled')
    expect(await isGood(login)).toBe(false)
    await setStatus('active')
    expect(await isGood(login)).toBe(false)
    expect(await isGood(await gateway.signIn(SHIPPER))).toBe(true)
  })

  it('ends when the password changes', async () => {
    const [account] = await gateway.query('select password_hash as hash from account where phone = $1', [SHIPPER])
    gateway.clock.advance(1)
    await gateway.db.global((tx) => setPassword(tx, SHIPPER, String(account?.hash), gateway.clock.now()))
    expect(await isGood(login)).toBe(false)
    expect(await isGood(await gateway.signIn(SHIPPER))).toBe(true)
  })

  it('defect: whoever was put out did not hear why; whoever does not hold the secret still does not', async () => {
    const inTx = (work: (tx: Tx) => Promise<unknown>) => gateway.db.tenant(merchant.merchantId, work)
    const now = () => gateway.clock.now()
    const signIn = () => gateway.signIn(SHIPPER)
    const why = async (context: LoginContext) => (await menu(context))._errStr
    const end = async (reason: EndReason) => {
      const ended = await signIn()
      await inTx((tx) => endSessionsOf(tx, shipperId, reason, now()))
      return why(ended)
    }
    expect(await end('ended')).toBe('登录已在另一台设备上被结束，请重新登录')
    expect(await end('roleChanged')).toBe('您的角色有变动，请重新登录')
    expect(await end('logout')).toBe('已退出登录，请重新登录')
    const disabled = await signIn()
    await inTx((tx) => setEmployeeStatus(tx, shipperId, 'disabled', now()))
    expect(await why(disabled)).toBe('账号已停用，请重新登录')
    await inTx((tx) => setEmployeeStatus(tx, shipperId, 'active', now()))
    const before = await signIn()
    gateway.clock.advance(1)
    const [account] = await gateway.query('select password_hash as hash from account where phone = $1', [SHIPPER])
    await gateway.db.global((tx) => setPassword(tx, SHIPPER, String(account?.hash), now()))
    expect(await why(before)).toBe('密码已修改，请重新登录')
    const idle = await signIn()
    gateway.clock.advance(25 * HOUR_MS)
    expect(await why(idle)).toBe('登录已过期，请重新登录')
    const [version, merchantId, sessionId] = idle.loginToken.split('.')
    const guessed = { ...idle, loginToken: [version, merchantId, sessionId, 'A'.repeat(43)].join('.') }
    expect(await why(guessed)).toBe('登录已失效，请重新登录')
  })

  it('does not stand in the database in clear', async () => {
    const [row] = await gateway.query("select string_agg(s::text, ' ') as text from session s")
    const secret = login.loginToken.split('.')[3] ?? ''
    expect(secret).toHaveLength(43)
    expect(row?.text).not.toContain(secret)
    expect(row?.text).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    expect(row?.text).not.toContain(Buffer.from(secret).toString('hex'))
  })

  it('holds only together with its merchant, employee and phone', async () => {
    const other = await gateway.merchant(`138001321${String(gateway.clock.now().getTime()).slice(-2)}`, '别的商家')
    const [version, merchantId, sessionId, secret = ''] = login.loginToken.split('.')
    // 43 letters of 6 bits hold 256: the last one has two to spare, which A and E both leave at zero
    const other256 = secret.slice(0, -1) + (secret.endsWith('A') ? 'E' : 'A')
    const token = (...parts: (string | undefined)[]) => ({ ...login, loginToken: parts.join('.') })
    const broken: LoginContext[] = [
      { ...login, loginPhone: OWNER },
      { ...login, loginPhone: '' },
      { ...login, employeeId: merchant.employeeId },
      { ...login, employeeId: '' },
      { ...login, merchantId: other.merchantId },
      { ...login, merchantId: '' },
      { ...token(version, other.merchantId, sessionId, secret), merchantId: other.merchantId },
      token(version, merchantId, sessionId, other256),
      token(version, merchantId, merchantId, secret),
      token('v2', merchantId, sessionId, secret),
      token(version, merchantId, sessionId, secret, 'more'),
      token(version, merchantId, sessionId),
      { ...login, loginToken: '' },
    ]
    for (const context of broken) expect((await menu(context))._errCode).toBe(SESSION_INVALID)
    expect(await isGood(login)).toBe(true)
  })

  it('is read while another request of it is at work', async () => {
    gateway.clock.advance(2 * MINUTE_MS)
    const answers = await Promise.all(Array.from({ length: 20 }, () => menu(login)))
    expect(answers.every(({ _errCode }) => _errCode === '0')).toBe(true)
  })
})

describe('housekeeping', () => {
  it('removes what sign-in no longer needs and nothing that is still good', async () => {
    await gateway.call(auth.login, { phone: SHIPPER, password: 'Wrong2026x' })
    await gateway.code('13800132500', 'login')
    gateway.clock.advance(43 * 24 * HOUR_MS)
    const fresh = await gateway.signIn(OWNER)
    await authSchedules.find(({ name }) => name === 'auth.prune')?.run(gateway.services)
    expect(await isGood(fresh)).toBe(true)
    const counts = await gateway.query(`
      select (select count(*) from session) as sessions, (select count(*) from sms_code) as codes,
        (select count(*) from sms_outbox) as messages, (select count(*) from login_place) as places,
        (select count(*) from image_captcha) as captchas`)
    expect(counts).toEqual([{ sessions: 1, codes: 0, messages: 0, places: 1, captchas: 0 }])
  })
})
