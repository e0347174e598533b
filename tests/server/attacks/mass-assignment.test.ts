import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { auth } from '@huanji/contract/features/auth/calls'
import { ownSessions } from '@huanji/contract/features/auth/session'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { employee, employeeSignIn } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import { type AccountGateway, granted, startAccountGateway } from '@huanji/server/modules/auth/testing/account-gateway'
import type { CreatedMerchant } from '@huanji/server/modules/people/commands'
import { newId } from '@huanji/server/platform/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addRole,
  addStaff,
  clearQuotas,
  envelopeIn,
  outcomeOf,
  peopleRows,
  phonesFrom,
  sendRaw,
  signInByCode,
} from './gateway.ts'

const nextPhone = phonesFrom(13800132600)

let gateway: AccountGateway
let shop: CreatedMerchant
let owner: LoginContext
let staffPhone: string
let staffId: string
let roleId: string
let addressId: string
let otherMerchantId: string

beforeAll(async () => {
  gateway = await startAccountGateway()
  const phone = nextPhone()
  shop = await gateway.merchant(phone, '示例商家')
  otherMerchantId = (await gateway.merchant(nextPhone(), '别的商家')).merchantId
  owner = await signInByCode(gateway, phone)
  staffPhone = nextPhone()
  staffId = await addStaff(gateway, owner, staffPhone, [shop.roleIds.shipper])
  roleId = await addRole(gateway, owner, '自建岗位', ['/sale', '/sale/order'])
  addressId = granted(await gateway.call(address.edit, address.edit.example, { login: owner })).addressId
})
afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(61_000)
  await clearQuotas(gateway)
})

/** Payloads that would do something if it were not for the field beside them. */
const goodPayloads = (): [CallSpec, Record<string, unknown>][] => [
  [employee.edit, { staffId, version: 1, name: '员工改名', roleIds: [shop.roleIds.shipper] }],
  [employee.edit, { name: '新员工', phone: '13800132999', roleIds: [shop.roleIds.shipper] }],
  [employee.updateStatus, { staffId, status: 'disabled' }],
  [employee.del, { staffId }],
  [employeeSignIn.requirePasswordReset, { staffId }],
  [employeeSignIn.endSessions, { staffId }],
  [role.edit, { roleId, version: 1, name: '改名岗位', grants: ['/sale'], refundLimitFen: 0 }],
  [role.edit, { name: '新岗位', grants: ['/sale'], refundLimitFen: 0 }],
  [role.del, { roleId }],
  [address.edit, { ...address.edit.example, addressId, version: 1, detail: '改过的地方' }],
  [address.edit, { ...address.edit.example, detail: '新的地方' }],
  [address.del, { addressId }],
  [merchant.updatePassword, { oldPassword: 'Huanji2026', password: 'Geschenkt27' }],
  [merchant.captchaSend, {}],
  [ownSessions.endOthers, {}],
  [ownSessions.switchMerchant, {}],
]

/** What a careless server would write into its rows or believe about the caller. */
const SURPLUS: Record<string, unknown>[] = [
  { isOwner: true },
  { is_owner: true },
  { isFounder: true },
  { status: 'active' },
  { presetKey: 'owner' },
  { preset: 'owner' },
  { followsPreset: true },
  { isProtected: true },
  { roles: [{ roleId: 'x' }] },
  { grantCount: 1 },
  { memberCount: 0 },
  { refundLimit: null },
  { mustResetPassword: false },
  { passwordWantedSince: null },
  { passwordHash: '$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA' },
  { deletedAt: null },
  { createdAt: '2020-01-01T00:00:00.000Z' },
  { id: '01890000-0000-7000-8000-000000000000' },
  { merchant_id: '01890000-0000-7000-8000-000000000000' },
  { lastSignInAt: null },
  { agreed: true },
  { constructor: { prototype: { isOwner: true } } },
  { $set: { isOwner: true } },
  { 'roleIds[]': 'x' },
  { 'employee.isOwner': true },
  { '': true },
]

describe('a field that nobody asked for', () => {
  it('is refused with the whole call, whichever it is and whatever the call does', async () => {
    const before = await peopleRows(gateway)
    const accepted: unknown[] = []
    for (const [spec, payload] of goodPayloads())
      for (const surplus of SURPLUS) {
        const [name = ''] = Object.keys(surplus)
        if (name in payload) continue
        const answer = await sendRaw(gateway, spec.path, JSON.stringify({ ...owner, ...payload, ...surplus }))
        if (envelopeIn(answer)._errCode !== ERR.malformed) accepted.push([spec.path, surplus, answer.text])
      }
    expect(accepted).toEqual([])
    expect(await peopleRows(gateway)).toBe(before)
  })

  it('is refused as a prototype as well, however it is spelled', async () => {
    const before = await peopleRows(gateway)
    for (const [spec, payload] of goodPayloads())
      for (const key of ['"__proto__"', '"\\u005f_proto__"', '"constructor"']) {
        const body = `{${key}:{"isOwner":true,"prototype":{"isOwner":true}},${JSON.stringify({ ...owner, ...payload }).slice(1)}`
        const answer = await sendRaw(gateway, spec.path, body)
        expect([spec.path, key, envelopeIn(answer)._errCode]).toEqual([spec.path, key, ERR.malformed])
      }
    expect(await peopleRows(gateway)).toBe(before)
    expect(({} as Record<string, unknown>).isOwner).toBeUndefined()
  })

  it('is refused at sign-up and reset, and the code stays unused', async () => {
    const before = await peopleRows(gateway)
    const phone = nextPhone()
    const captcha = await gateway.code(phone, 'signUp')
    const signUp = { phone, captcha, password: 'Angemeldet27', merchantName: '新商家', agreed: true }
    for (const surplus of [
      { isOwner: true },
      { sellerId: 1 },
      { roleIds: [] },
      { status: 'active' },
      { merchantName2: '' },
    ]) {
      const answer = await sendRaw(gateway, auth.signUp.path, JSON.stringify({ ...signUp, ...surplus }))
      expect([surplus, envelopeIn(answer)._errCode]).toEqual([surplus, ERR.malformed])
    }
    expect(await peopleRows(gateway)).toBe(before)
    granted(await gateway.call(auth.signUp, { ...signUp, agreed: true }))
  })

  it('is refused in a merchant’s name: the one of the session counts', async () => {
    const before = await peopleRows(gateway)
    for (const [spec, payload] of goodPayloads()) {
      const body = JSON.stringify({ ...owner, ...payload, merchantId: otherMerchantId })
      expect([spec.path, envelopeIn(await sendRaw(gateway, spec.path, body))._errCode]).toEqual([
        spec.path,
        ERR.sessionInvalid,
      ])
    }
    expect(await peopleRows(gateway)).toBe(before)
  })
})

describe('a field of the wrong kind', () => {
  it.each<[string, CallSpec, () => Record<string, unknown>]>([
    [
      'a version as text',
      employee.edit,
      () => ({ staffId, version: '1', name: '改', roleIds: [shop.roleIds.shipper] }),
    ],
    ['a version as a list', role.edit, () => ({ roleId, version: [1], name: '改', grants: [], refundLimitFen: 0 })],
    ['a version with a fraction', address.edit, () => ({ ...address.edit.example, addressId, version: 1.5 })],
    ['a limit as text', role.edit, () => ({ roleId, version: 1, name: '改', grants: [], refundLimitFen: '0' })],
    ['a limit below nothing', role.edit, () => ({ roleId, version: 1, name: '改', grants: [], refundLimitFen: -1 })],
    ['a limit left out', role.edit, () => ({ roleId, version: 1, name: '改', grants: [] })],
    [
      'grants as an object',
      role.edit,
      () => ({ roleId, version: 1, name: '改', grants: { 0: '/sale' }, refundLimitFen: 0 }),
    ],
    ['grants in grants', role.edit, () => ({ roleId, version: 1, name: '改', grants: [['/sale']], refundLimitFen: 0 })],
    ['an id as an object', employee.updateStatus, () => ({ staffId: { ne: null }, status: 'active' })],
    ['an id as a list', employee.del, () => ({ staffId: [staffId] })],
    ['a status nobody knows', employee.updateStatus, () => ({ staffId, status: 'owner' })],
    ['roles as text', employee.edit, () => ({ staffId, version: 1, name: '改', roleIds: shop.roleIds.owner })],
    ['no roles', employee.edit, () => ({ staffId, version: 1, name: '改', roleIds: [] })],
    ['yes for true', address.edit, () => ({ ...address.edit.example, isDefault: 'yes' })],
  ])('%s changes nothing', async (_name, spec, payload) => {
    const before = await peopleRows(gateway)
    const answer = await sendRaw(gateway, spec.path, JSON.stringify({ ...owner, ...payload() }))
    expect(envelopeIn(answer)._errCode).toBe(ERR.malformed)
    expect(await peopleRows(gateway)).toBe(before)
  })
})

describe('a field that is declared but not for this', () => {
  it('does not move an employee to another phone', async () => {
    const before = await peopleRows(gateway)
    const [row] = await gateway.query('select version from employee where id = $1', [staffId])
    const payload = {
      staffId,
      version: Number(row?.version),
      name: '改名',
      phone: nextPhone(),
      roleIds: [shop.roleIds.shipper],
    }
    expect(outcomeOf(await gateway.call(employee.edit, payload, { login: owner }))).toBe('PHONE_FIXED')
    expect(await peopleRows(gateway)).toBe(before)
  })

  it('makes no employee or role under an id of one’s own choice', async () => {
    const before = await peopleRows(gateway)
    const id = newId()
    const edits = [
      await gateway.call(
        employee.edit,
        { staffId: id, version: 1, name: '自选', phone: nextPhone(), roleIds: [shop.roleIds.shipper] },
        { login: owner },
      ),
      await gateway.call(
        role.edit,
        { roleId: id, version: 1, name: '自选', grants: [], refundLimitFen: 0 },
        { login: owner },
      ),
      await gateway.call(address.edit, { ...address.edit.example, addressId: id, version: 1 }, { login: owner }),
    ]
    expect(edits.map(outcomeOf)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    expect(await peopleRows(gateway)).toBe(before)
  })

  it('overwrites nothing when the version is left out or is an old one', async () => {
    const before = await peopleRows(gateway)
    const versions = [{}, { version: 2_000_000_000 }]
    for (const version of versions) {
      const answers = [
        await gateway.call(
          employee.edit,
          { staffId, name: '盲改', roleIds: [shop.roleIds.manager], ...version },
          { login: owner },
        ),
        await gateway.call(
          role.edit,
          { roleId, name: '盲改', grants: [], refundLimitFen: 0, ...version },
          { login: owner },
        ),
        await gateway.call(
          address.edit,
          { ...address.edit.example, addressId, detail: '盲改', ...version },
          { login: owner },
        ),
      ]
      for (const answer of answers) expect(['VERSION_CONFLICT', ERR.malformed]).toContain(outcomeOf(answer))
    }
    expect(await peopleRows(gateway)).toBe(before)
  })
})
