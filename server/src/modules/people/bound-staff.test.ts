import type { LoginContext } from '@huanji/contract/envelope'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { granted } from '../auth/testing/account-gateway.ts'
import { type StaffGateway, startStaffGateway } from './testing/staff-gateway.ts'

let staff: StaffGateway
const [first, second] = [newId(), newId()]
let authorizeId = 0

async function addShop(merchantId: string, shopId: string, name: string): Promise<void> {
  authorizeId += 1
  await staff.gateway.query(
    `insert into shop_account (merchant_id, id, authorize_id, user_identity, user_name, nick, shop_name,
       is_valid, is_pro, deposit_enough, item_biz_types, created_at, refreshed_at)
     values ($1, $2, $5, $4, $4, $3, $3, true, false, true, '{}', now(), now())`,
    [merchantId, shopId, name, `u${shopId}`, authorizeId],
  )
}

beforeAll(async () => {
  staff = await startStaffGateway()
  await addShop(staff.merchant.merchantId, first, '一店')
  await addShop(staff.merchant.merchantId, second, '二店')
})
afterAll(() => staff.gateway.close())
beforeEach(() => {
  staff.gateway.clock.advance(1000)
})

async function bind(staffId: string, shopIds: string[] | null, login: LoginContext = staff.owner) {
  const { version, name, roles } = await staff.row(staffId)
  return staff.edit({ staffId, version, name, roleIds: roles.map(({ roleId }) => roleId), shopIds }, login)
}

describe('binding an employee to shops', () => {
  it('is kept, said in the log, and taken back by null or none; left out it stays', async () => {
    const { staffId } = await staff.add()
    expect(await staff.row(staffId)).toMatchObject({ shopIds: null })
    granted(await bind(staffId, [second]))
    expect(await staff.row(staffId)).toMatchObject({ shopIds: [second] })
    granted(await staff.edit({ ...(await staff.giving(staffId, [staff.merchant.roleIds.shipper])), name: '改名' }))
    expect(await staff.row(staffId)).toMatchObject({ name: '改名', shopIds: [second] })
    granted(await bind(staffId, []))
    expect(await staff.row(staffId)).toMatchObject({ shopIds: null })
    const said = (await staff.logged(staffId)).map(({ before, after }) => ({ before, after }))
    expect(said).toContainEqual({ before: { 店铺: '所有店铺' }, after: { 店铺: '二店' } })
    expect(said).toContainEqual({ before: { 店铺: '二店' }, after: { 店铺: '所有店铺' } })
  })

  it('takes the merchant’s shops alone', async () => {
    const { staffId } = await staff.add()
    const theirs = newId()
    await addShop(staff.stranger.merchantId, theirs, '别家店')
    for (const shopId of [theirs, newId()]) {
      expect(await bind(staffId, [first, shopId])).toMatchObject({ _bizErrCode: 'NOT_FOUND' })
    }
  })

  it('is not for owners, and whoever becomes one is free', async () => {
    expect(await bind(staff.merchant.employeeId, [first])).toMatchObject({ _bizErrCode: 'OWNER_HAS_ALL_SHOPS' })
    const { staffId } = await staff.add()
    granted(await bind(staffId, [first]))
    await staff.prove()
    granted(await staff.edit(await staff.giving(staffId, [staff.merchant.roleIds.owner])))
    expect(await staff.row(staffId)).toMatchObject({ isOwner: true, shopIds: null })
  })
})

describe('somebody who is bound and adds people', () => {
  it('gives no shops but their own, and reaches nobody who has more', async () => {
    const { clerk, clerkRoleId } = staff
    granted(await bind(clerk.employeeId, [first]))
    const roleIds = [staff.merchant.roleIds.inspector]
    const added = granted(await staff.edit({ name: '小二', phone: staff.phone(), roleIds }, clerk))
    expect(await staff.row(added.staffId)).toMatchObject({ shopIds: [first] })
    for (const shopIds of [null, [], [first, second]]) {
      const answer = await staff.edit({ name: '小三', phone: staff.phone(), roleIds, shopIds }, clerk)
      expect(['SHOPS_NOT_HELD', 'NOT_FOUND']).toContain(answer._bizErrCode)
      expect(['SHOPS_NOT_HELD', 'NOT_FOUND']).toContain((await bind(added.staffId, shopIds, clerk))._bizErrCode)
    }
    expect(['SHOPS_NOT_HELD', 'NOT_FOUND']).toContain((await bind(clerk.employeeId, null, clerk))._bizErrCode)
    const free = await staff.add('inspector')
    expect(await bind(free.staffId, [first], clerk)).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
    expect(await staff.setStatus(free.staffId, 'disabled', clerk)).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
    expect(granted(await staff.info(free.staffId, clerk)).allowedActions).toEqual([])
    const other = await staff.add('inspector')
    granted(await bind(other.staffId, [second]))
    expect(granted(await staff.info(other.staffId, clerk)).shopIds).toEqual([])
    expect(clerkRoleId).not.toBe('')
  })
})
