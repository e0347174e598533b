import { auth } from '@huanji/contract/features/auth/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { hashPassword } from '../../platform/passwords.ts'
import {
  type AccountGateway,
  granted,
  outcomes,
  PASSWORD,
  startAccountGateway,
} from '../auth/testing/account-gateway.ts'
import { eachMerchant } from '../tenant/each-merchant.ts'
import { addEmployee, type CreatedMerchant, createMerchant, setEmployeeStatus } from './commands.ts'

let gateway: AccountGateway
let merchant: CreatedMerchant

beforeAll(async () => {
  gateway = await startAccountGateway()
  merchant = await gateway.merchant('13800133001', '示例商家')
})

afterAll(() => gateway.close())

describe('making a merchant', () => {
  it('gives each its own number on the marketplace, also when several are made at once', async () => {
    const phones = ['13800133101', '13800133102', '13800133103', '13800133104']
    const made = await Promise.all(phones.map((phone) => gateway.merchant(phone, `商家${phone.slice(-3)}`)))
    const sellerIds = made.map(({ sellerId }) => sellerId)
    expect(new Set(sellerIds).size).toBe(phones.length)
    const seen: number[] = []
    await eachMerchant(gateway.db, async ({ sellerId }) => {
      seen.push(sellerId)
    })
    expect(seen).toEqual([...seen].sort((one, other) => one - other))
    expect(seen).toEqual(expect.arrayContaining(sellerIds))
  })

  it('lets one phone own one merchant, whoever is first of many', async () => {
    const passwordHash = await hashPassword(PASSWORD)
    const now = gateway.clock.now()
    const attempts = Array.from({ length: 5 }, () =>
      gateway.db
        .global((tx) => createMerchant(tx, { name: '抢注', phone: '13800133200', passwordHash, now }))
        .then(
          () => ({ _errCode: '0', _errStr: '', _bizErrCode: '', _data: null }),
          (error: Error & { code?: string }) => ({
            _errCode: '80060001',
            _errStr: '',
            _bizErrCode: error.code ?? error.message,
            _data: null,
          }),
        ),
    )
    expect(outcomes(await Promise.all(attempts))).toEqual({ ok: 1, PHONE_TAKEN: 4 })
    expect(await gateway.query("select 1 from merchant where name = '抢注'")).toHaveLength(1)
  })
})

describe('adding an employee', () => {
  const add = (phone: string, extra: { passwordHash?: string; isOwner?: boolean; isFounder?: boolean } = {}) =>
    gateway.db.tenant(merchant.merchantId, (tx) =>
      addEmployee(tx, {
        phone,
        name: '新人',
        roleIds: [merchant.roleIds.inspector],
        isOwner: false,
        now: gateway.clock.now(),
        ...extra,
      }),
    )

  it('lets the phone sign in with its password', async () => {
    await add('13800133300', { passwordHash: await hashPassword('Vogel7788x') })
    const session = granted(await gateway.call(auth.login, { phone: '13800133300', password: 'Vogel7788x' }))
    expect(session).toMatchObject({ loginInfo: { employeeName: '新人', roleNames: ['质检员'], isOwner: false } })
  })

  it('leaves the password of a phone that has one', async () => {
    await gateway.merchant('13800133301', '别处')
    await add('13800133301')
    const answer = granted(await gateway.call(auth.login, { phone: '13800133301', password: PASSWORD }))
    expect('candidates' in answer && answer.candidates).toHaveLength(2)
  })

  it('lets a phone register one merchant, and own others beside it', async () => {
    await gateway.merchant('13800133302', '已有商家')
    const founding = add('13800133302', { isOwner: true, isFounder: true })
    await expect(founding).rejects.toMatchObject({ code: 'PHONE_TAKEN' })
    await add('13800133302', { isOwner: true })
    const rows = await gateway.query("select is_founder from phone_directory where phone = '13800133302'")
    expect(rows.map((row) => row.is_founder).sort()).toEqual([false, true])
  })

  it('fails for a phone that works here already, and changes nothing', async () => {
    await add('13800133303')
    await expect(add('13800133303')).rejects.toMatchObject({ code: '23505' })
    expect(await gateway.query("select 1 from employee where phone = '13800133303'")).toHaveLength(1)
  })

  it('fails for a role of another merchant', async () => {
    const other = await gateway.merchant('13800133304', '另一家')
    const attempt = gateway.db.tenant(merchant.merchantId, (tx) =>
      addEmployee(tx, {
        phone: '13800133305',
        name: '新人',
        roleIds: [other.roleIds.owner],
        isOwner: false,
        now: gateway.clock.now(),
      }),
    )
    await expect(attempt).rejects.toMatchObject({ code: '23503' })
    expect(await gateway.query("select 1 from account where phone = '13800133305'")).toEqual([])
  })
})

describe('the status of an employee', () => {
  it('cannot be set from another merchant: the id might as well not exist', async () => {
    const other = await gateway.merchant('13800133400', '外人')
    const set = (employeeId: string) =>
      gateway.db.tenant(other.merchantId, (tx) => setEmployeeStatus(tx, employeeId, 'disabled', gateway.clock.now()))
    await expect(set(merchant.employeeId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(set(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    granted(await gateway.call(auth.login, { phone: '13800133001', password: PASSWORD }))
  })
})
