import type { CallSpec, InputOf } from '@huanji/contract/call'
import type { Envelope, LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { programKeys } from '@huanji/contract/features/api-key/calls'
import { auditTrail } from '@huanji/contract/features/audit/calls'
import { auth } from '@huanji/contract/features/auth/calls'
import { employee } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AccountGateway, granted, startAccountGateway } from '../auth/testing/account-gateway.ts'

const LIST = address.list.path
const EDIT = address.edit.path
const DAY_MS = 86_400_000
const ADDRESS = {
  kind: 'ship',
  contactName: '张三',
  contactPhone: '13800130776',
  regionCode: '440305',
  detail: '科技园路7号',
  isDefault: false,
} as const

let gateway: AccountGateway
let merchant: Awaited<ReturnType<AccountGateway['merchant']>>
let owner: LoginContext
let stranger: LoginContext
let phones = 13_800_139_000

beforeAll(async () => {
  gateway = await startAccountGateway()
  merchant = await gateway.merchant('13800138001', '示例商家')
  await gateway.merchant('13800138002', '别的商家')
  stranger = await gateway.signIn('13800138002')
})
beforeEach(async () => {
  owner = await gateway.signIn('13800138001')
})
afterAll(() => gateway.close())

const as = <S extends CallSpec>(login: LoginContext, spec: S, input: InputOf<S>) =>
  gateway.call(spec, input, { login }).then((answer) => granted(answer))

const make = (given: Partial<InputOf<typeof programKeys.create>> = {}, login = owner) =>
  gateway.call(
    programKeys.create,
    { name: '仓库系统', grants: [LIST], ratePerMinute: 600, places: [], expiresAt: null, ...given },
    { login },
  )
const made = async (given: Partial<InputOf<typeof programKeys.create>> = {}, login = owner) =>
  granted(await make(given, login))

/** A call as a program makes it. */
async function use(secret: string, spec: CallSpec, input: object = {}, headers: Record<string, string> = {}) {
  const response = await gateway.post(spec.path, JSON.stringify(input), {
    'content-type': 'application/json',
    authorization: `Bearer ${secret}`,
    ...headers,
  })
  return { status: response.status, ...((await response.json()) as Envelope<Record<string, unknown>>) }
}
const code = async (...given: Parameters<typeof use>) => (await use(...given))._errCode
const row = async (keyId: string) => {
  const { key, usage } = await as(owner, programKeys.info, { keyId })
  return { ...key, usage }
}
const newest = async () => (await as(owner, auditTrail.list, { pageSize: 1 })).list[0]

/** Somebody who holds these grants. */
async function colleague(grants: string[]) {
  const { roleId } = await as(owner, role.edit, { name: `岗位${++phones}`, grants, refundLimitFen: 0 })
  const phone = String(++phones)
  const staffId = await gateway.employee(merchant, phone, 'inspector')
  const { version, name } = await as(owner, employee.info, { staffId })
  await as(owner, employee.edit, { staffId, version, name, roleIds: [roleId] })
  return { staffId, login: await gateway.signIn(phone) }
}

describe('a key', () => {
  it('does what it was given, and nothing else', async () => {
    const { secret } = await made()
    expect((await use(secret, address.list))._data).toMatchObject({ total: 0 })
    const refused = await use(secret, address.edit, ADDRESS)
    expect(refused).toMatchObject({ status: 403, _errCode: ERR.apiKeyNotGranted })
    expect(refused._errStr).toBe('接口密钥“仓库系统”没有“添加、编辑地址”的权限，请老板在接口密钥里勾上')
  })

  it('is shown once: what is kept is a digest and a beginning', async () => {
    const { keyId, secret } = await made()
    expect(secret).toMatch(/^hj_live_[0-9A-Za-z]{71}$/)
    expect(await row(keyId)).toMatchObject({ hint: secret.slice(0, 14), state: 'active', grants: [LIST] })
    const stored = await gateway.query('select row_to_json(k)::text as all from api_key k where id = $1', [keyId])
    expect(stored[0]?.all).not.toContain(secret.slice(14, 40))
  })

  it('never signs in, manages people or manages keys, whatever it was given', async () => {
    expect((await make({ grants: [LIST, employee.list.path] }))._bizErrCode).toBe('API_KEY_GRANT_CLOSED')
    const { secret } = await made()
    for (const [spec, input] of [
      [auth.login, { phone: '13800138001', password: 'x' }],
      [auth.logout, {}],
      [employee.list, {}],
      [role.list, {}],
      [programKeys.list, {}],
    ] as const) {
      expect(await use(secret, spec, input), spec.path).toMatchObject({ status: 403, _errCode: ERR.apiKeyClosed })
    }
  })

  it('brings no login context beside it', async () => {
    const { secret } = await made()
    expect(await use(secret, address.list, { ...owner })).toMatchObject({ status: 400, _errCode: ERR.malformed })
    expect(await use(secret, address.list, { loginToken: '', merchantId: '' })).toMatchObject({ status: 200 })
  })

  it.each([
    ['nothing', ''],
    ['another word', 'secret'],
    ['a session token', 'v1.a.b.c'],
  ])('is not %s', async (_what, text) => {
    expect(await use(text, address.list)).toMatchObject({ status: 401, _errCode: ERR.apiKeyInvalid })
  })

  it('is not one of another merchant, or a changed one', async () => {
    const { secret } = await made()
    const changed = secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a')
    const guessed = (await made({}, stranger)).secret
    expect(await code(changed, address.list)).toBe(ERR.apiKeyInvalid)
    expect((await use(guessed, address.list))._data).toMatchObject({ total: 0 })
    const { keyId } = await made()
    for (const spec of [programKeys.info, programKeys.revoke])
      expect((await gateway.call(spec, { keyId }, { login: stranger }))._bizErrCode).toBe('NOT_FOUND')
  })

  it('writes under its own name, and repeats its own answers', async () => {
    const { keyId, secret } = await made({ grants: [LIST, EDIT] })
    const key = { 'idempotency-key': 'one-key' }
    const first = await use(secret, address.edit, ADDRESS, key)
    expect(await use(secret, address.edit, ADDRESS, key)).toEqual(first)
    const ofThePerson = await gateway.post(EDIT, JSON.stringify({ ...owner, ...ADDRESS }), {
      'content-type': 'application/json',
      ...key,
    })
    const { _data } = (await ofThePerson.json()) as Envelope<{ addressId: string }>
    expect(_data?.addressId).not.toBe(first._data?.addressId)
    const history = await gateway.query(
      `select who, employee_id from history where subject = 'address' and subject_id = $1`,
      [first._data?.addressId],
    )
    expect(history).toEqual([{ who: '接口密钥 仓库系统', employee_id: owner.employeeId }])
    const log = await gateway.query('select who, employee_id from audit_log where action = $1 order by sequence', [
      EDIT,
    ])
    expect(log[0]).toEqual({ who: '接口密钥 仓库系统', employee_id: keyId })
    expect((await as(owner, auditTrail.list, { actorId: keyId })).list).toHaveLength(1)
  })
})

describe('whoever made it', () => {
  it('gives nothing that they do not hold', async () => {
    const { login } = await colleague(['/account/apikey', programKeys.edit.path, LIST])
    expect((await make({ grants: [LIST, EDIT] }, login))._bizErrCode).toBe('GRANT_NOT_HELD')
    expect((await make({ grants: ['/api/nobody'] }, login))._bizErrCode).toBe('GRANT_UNKNOWN')
  })

  it('takes from the key what is taken from them, at once', async () => {
    const { staffId, login } = await colleague(['/account/apikey', programKeys.edit.path, LIST])
    const { keyId, secret } = await made({}, login)
    expect(await code(secret, address.list)).toBe(ERR.ok)
    const { version, name } = await as(owner, employee.info, { staffId })
    await as(owner, employee.edit, { staffId, version, name, roleIds: [merchant.roleIds.finance] })
    expect(await code(secret, address.list)).toBe(ERR.apiKeyNotGranted)
    await as(owner, employee.updateStatus, { staffId, status: 'disabled' })
    const refused = await use(secret, address.list)
    expect(refused).toMatchObject({ status: 401, _errCode: ERR.apiKeyInvalid })
    expect(refused._errStr).toContain('创建人已停用或离职')
    expect((await row(keyId)).state).toBe('suspended')
  })

  it('is the only one below the owner who may change or renew a key with rights that others lack', async () => {
    const { keyId } = await made({ grants: [LIST, EDIT] })
    const { login } = await colleague(['/account/apikey', programKeys.list.path, programKeys.edit.path, LIST])
    const { key } = await as(login, programKeys.info, { keyId })
    expect(key?.allowedActions).toEqual([])
    const content = { name: '改', grants: [LIST], ratePerMinute: 1, places: [], expiresAt: null }
    const edited = await gateway.call(programKeys.edit, { keyId, version: 1, ...content }, { login })
    expect(edited._bizErrCode).toBe('GRANT_NOT_HELD')
    const rotated = await gateway.call(programKeys.rotate, { keyId, keepHours: 0 }, { login })
    expect(rotated._bizErrCode).toBe('GRANT_NOT_HELD')
  })
})

describe('a key ends', () => {
  it('when it is stopped, at once and for good', async () => {
    const { keyId, secret } = await made({ name: '看板' })
    expect(await code(secret, address.list)).toBe(ERR.ok)
    await as(owner, programKeys.revoke, { keyId })
    const refused = await use(secret, address.list)
    expect(refused).toMatchObject({ status: 401, _errCode: ERR.apiKeyInvalid })
    expect(refused._errStr).toBe('接口密钥“看板”已停用，请老板新建一个')
    expect(await newest()).toMatchObject({ actionLabel: '停用接口密钥', subjectLabel: '看板', after: null })
    const again = await gateway.call(programKeys.revoke, { keyId }, { login: owner })
    expect(again).toMatchObject({ _bizErrCode: 'API_KEY_ENDED', _errStr: '接口密钥“看板”已停用，不能停用' })
    expect((await row(keyId)).allowedActions).toEqual([])
  })

  it('when its time is over, and goes on when it is given more', async () => {
    const expiresAt = new Date(gateway.clock.now().getTime() + DAY_MS).toISOString()
    const { keyId, secret } = await made({ name: '临时', expiresAt })
    gateway.clock.advance(DAY_MS)
    owner = await gateway.signIn('13800138001')
    expect((await use(secret, address.list))._errStr).toMatch(/^接口密钥“临时”已于\d{4}-\d{2}-\d{2} \d{2}:\d{2}到期/)
    const content = { name: '临时', grants: [LIST], ratePerMinute: 600, places: [] }
    const past = await gateway.call(programKeys.edit, { keyId, version: 1, ...content, expiresAt }, { login: owner })
    expect(past._bizErrCode).toBe('API_KEY_EXPIRY_PAST')
    await as(owner, programKeys.edit, { keyId, version: 1, ...content, expiresAt: null })
    expect(await code(secret, address.list)).toBe(ERR.ok)
  })

  it('some hours after another one took its place', async () => {
    const { keyId, secret } = await made({ name: '旧的' })
    const next = await as(owner, programKeys.rotate, { keyId, keepHours: 2 })
    expect(next.secret).not.toBe(secret)
    expect([await code(secret, address.list), await code(next.secret, address.list)]).toEqual([ERR.ok, ERR.ok])
    gateway.clock.advance(2 * 3_600_000)
    expect(await code(secret, address.list)).toBe(ERR.apiKeyInvalid)
    expect(await code(next.secret, address.list)).toBe(ERR.ok)
    owner = await gateway.signIn('13800138001')
    const last = await as(owner, programKeys.rotate, { keyId: next.keyId, keepHours: 0 })
    expect(await code(next.secret, address.list)).toBe(ERR.apiKeyInvalid)
    expect(await row(last.keyId)).toMatchObject({ name: '旧的', grants: [LIST], state: 'active' })
  })
})

describe('the limits of a key', () => {
  it('are the addresses it is for', async () => {
    const { secret } = await made({ places: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'] })
    const from = (ip: string) => code(secret, address.list, {}, { 'x-forwarded-for': ip })
    expect(await from('203.0.113.9')).toBe(ERR.ok)
    expect(await from('2001:db8::7')).toBe(ERR.ok)
    expect(await from('198.51.100.7')).toBe(ERR.ok)
    expect(await from('198.51.100.8')).toBe(ERR.apiKeyElsewhere)
    expect(await use(secret, address.list)).toMatchObject({
      status: 403,
      _errStr: expect.stringContaining('127.0.0.1'),
    })
    expect((await make({ places: ['203.0.113.0/33'] }))._bizErrCode).toBe('API_KEY_PLACE_INVALID')
    expect((await make({ places: ['1.2.3'] }))._bizErrCode).toBe('API_KEY_PLACE_INVALID')
  })

  it('are so many keys of a merchant, of which ended ones do not count', async () => {
    const other = await gateway.merchant(String(++phones), '多钥匙商家')
    const login = await gateway.signIn(String(phones))
    expect(other.merchantId).toBe(login.merchantId)
    const all = []
    for (let count = 0; count < 20; count += 1) all.push(await made({}, login))
    expect((await make({}, login))._bizErrCode).toBe('API_KEY_LIMIT')
    const [first] = all
    expect(
      (await gateway.call(programKeys.rotate, { keyId: first?.keyId ?? '', keepHours: 1 }, { login }))._bizErrCode,
    ).toBe('API_KEY_LIMIT')
    await as(login, programKeys.rotate, { keyId: first?.keyId ?? '', keepHours: 0 })
    await as(login, programKeys.revoke, { keyId: all[1]?.keyId ?? '' })
    await made({}, login)
  })

  it('are so many calls a minute, with the time to wait', async () => {
    const limited = await startAccountGateway({ settings: { rateFactor: 1 } })
    try {
      await limited.merchant('13800138009', '限速商家')
      const login = await limited.signIn('13800138009')
      const { secret } = granted(
        await limited.call(
          programKeys.create,
          { name: '快', grants: [LIST], ratePerMinute: 3, places: [], expiresAt: null },
          { login },
        ),
      )
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
      const once = () => limited.post(LIST, '{}', headers)
      expect([(await once()).status, (await once()).status, (await once()).status]).toEqual([200, 200, 200])
      const refused = await once()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '20'])
      limited.clock.advance(20_000)
      expect((await once()).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('what is told of a key', () => {
  it('is how often it was used, and how often it was refused', async () => {
    const { keyId, secret } = await made()
    await use(secret, address.list)
    await use(secret, address.list)
    await use(secret, address.edit, ADDRESS)
    const today = { callsToday: 3, refusedToday: 1, lastUsedIp: '127.0.0.1' }
    await expect.poll(() => row(keyId), { timeout: 10_000 }).toMatchObject(today)
    await use(secret, employee.list)
    await expect
      .poll(async () => (await row(keyId)).usage, { timeout: 10_000 })
      .toEqual([{ day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), calls: 4, refused: 2 }])
  })

  it('is what was set and what was changed', async () => {
    const { keyId } = await made({ name: '报表' })
    expect(await newest()).toMatchObject({
      who: '老板',
      actionLabel: '创建接口密钥',
      subject: 'apiKey',
      after: { 名称: '报表', 每分钟上限: '600次', IP限制: '不限', 到期时间: '长期有效' },
    })
    const content = { name: '报表', grants: [LIST], ratePerMinute: 60, places: ['10.0.0.1'], expiresAt: null }
    expect(await as(owner, programKeys.edit, { keyId, version: 1, ...content })).toEqual({ version: 2 })
    expect(await newest()).toMatchObject({
      before: { 每分钟上限: '600次', IP限制: '不限' },
      after: { 每分钟上限: '60次', IP限制: '10.0.0.1' },
    })
    expect(await as(owner, programKeys.edit, { keyId, version: 2, ...content })).toEqual({ version: 2 })
    const late = await gateway.call(programKeys.edit, { keyId, version: 1, ...content }, { login: owner })
    expect(late).toMatchObject({ _bizErrCode: 'VERSION_CONFLICT', _errStr: expect.stringContaining('老板') })
  })

  it('is found by name and state', async () => {
    const { keyId } = await made({ name: '独此一家' })
    const found = async (filter: InputOf<typeof programKeys.list>) =>
      (await as(owner, programKeys.list, filter)).list.map((one) => one.keyId)
    expect(await found({ keyword: '独此' })).toEqual([keyId])
    expect(await found({ keyword: '独此', state: 'revoked' })).toEqual([])
    await as(owner, programKeys.revoke, { keyId })
    expect(await found({ keyword: '独此', state: 'revoked' })).toEqual([keyId])
  })
})
