import type { InputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { address } from '@huanji/contract/features/address/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { type AccountGateway, granted, outcomes, startAccountGateway } from '../auth/testing/account-gateway.ts'
import type { CreatedMerchant } from '../people/commands.ts'
import { addAddress, type NewAddress } from './commands.ts'

let gateway: AccountGateway
let login: LoginContext
let stranger: LoginContext
let merchant: CreatedMerchant
let merchantId: string
let strangerId: string

/** 南山区, Shenzhen. */
const NANSHAN = '440305'

async function add(changes: Partial<NewAddress> = {}): Promise<string> {
  gateway.clock.advance(1000)
  const standard: NewAddress = {
    kind: 'ship',
    contactName: '王师傅',
    contactPhone: '13800130010',
    regionCode: NANSHAN,
    detail: '科技园路1号',
    isDefault: false,
    now: gateway.clock.now(),
  }
  return gateway.db.tenant(merchantId, (tx) => addAddress(tx, { ...standard, ...changes }))
}

beforeAll(async () => {
  gateway = await startAccountGateway()
  merchant = await gateway.merchant('13800134001', '示例商家')
  merchantId = merchant.merchantId
  strangerId = (await gateway.merchant('13800134002', '别的商家')).merchantId
  login = await gateway.signIn('13800134001')
  stranger = await gateway.signIn('13800134002')
})

afterAll(() => gateway.close())

beforeEach(() => {
  gateway.clock.advance(1000)
})

type Edit = InputOf<typeof address.edit>

const SHOP: Edit = {
  kind: 'ship',
  contactName: '李掌柜',
  contactPhone: '13800130020',
  regionCode: NANSHAN,
  detail: '后海大道2号',
  isDefault: false,
}

const edit = (changes: Partial<Edit> = {}, context = login) =>
  gateway.call(address.edit, { ...SHOP, ...changes }, { login: context })
const make = async (changes: Partial<Edit> = {}) => {
  gateway.clock.advance(1000)
  return granted(await edit(changes)).addressId
}
const del = (addressId: string, context = login) => gateway.call(address.del, { addressId }, { login: context })
const info = async (addressId: string) => granted(await gateway.call(address.info, { addressId }, { login }))

/** An edit of an address that leaves everything as it is. */
async function unchanged(addressId: string): Promise<Edit> {
  const row = await info(addressId)
  const { version, kind, contactName, contactPhone, regionCode, detail, isDefault } = row
  return { addressId, version, kind, contactName, contactPhone, regionCode, detail, isDefault }
}

/** The merchant's default of a kind, or nothing. */
async function defaultOf(kind: 'ship' | 'return', context = login): Promise<string | undefined> {
  const { list } = granted(await gateway.call(address.list, { kind, pageSize: 200 }, { login: context }))
  const marked = list.filter(({ isDefault }) => isDefault)
  expect(marked.length).toBe(list.length === 0 ? 0 : 1)
  return marked[0]?.addressId
}

const clear = () => gateway.query('delete from address where merchant_id = $1', [merchantId])

/** What the log says that was done to an address, oldest first. */
const logged = (addressId: string) =>
  gateway.query(
    `select action_label as "label", subject_label as "of", before, after from audit_log
     where merchant_id = $1 and subject = 'address' and subject_id = $2 order by sequence`,
    [merchantId, addressId],
  )

describe('addresses', () => {
  it('are listed newest first, by kind and keyword, and only to their own merchant', async () => {
    const first = await add()
    const second = await add({ kind: 'return', contactName: '退货仓', detail: '100%路_2号' })
    const list = async (filter: object, context = login) =>
      granted(await gateway.call(address.list, filter, { login: context })).list.map(({ addressId }) => addressId)
    expect(await list({})).toEqual([second, first])
    expect(await list({ kind: 'ship' })).toEqual([first])
    expect(await list({ keyword: '南山' })).toEqual([second, first])
    expect(await list({ keyword: '100%路' })).toEqual([second])
    expect(await list({ keyword: '1_0' })).toEqual([])
    expect(await list({}, stranger)).toEqual([])
    const [row] = granted(await gateway.call(address.list, { kind: 'ship' }, { login })).list
    expect(row).toMatchObject({
      addressId: first,
      kind: 'ship',
      contactName: '王师傅',
      contactPhone: '13800130010',
      regionCode: NANSHAN,
      regionName: '广东省深圳市南山区',
      detail: '科技园路1号',
      isDefault: true,
      // the default one needs no action to become it
      allowedActions: ['edit', 'delete'],
      version: 1,
    })
    expect(granted(await gateway.call(address.info, { addressId: first }, { login }))).toEqual(row)
  })

  it('are offered with the defaults first; a new default takes the mark from the old one', async () => {
    await add({ isDefault: true, contactName: '旧默认' })
    const newer = await add({ isDefault: true, contactName: '新默认' })
    await add({ contactName: '更新的' })
    const { options } = granted(await gateway.call(address.options, { kind: 'ship' }, { login }))
    expect(options[0]).toEqual({
      value: newer,
      label: '新默认 13800130010 广东省深圳市南山区科技园路1号',
      kind: 'ship',
      isDefault: true,
    })
    expect(options.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    const both = granted(await gateway.call(address.options, {}, { login })).options
    expect(new Set(both.map(({ kind }) => kind))).toEqual(new Set(['ship', 'return']))
    expect(granted(await gateway.call(address.options, {}, { login: stranger })).options).toEqual([])
  })

  it('name a county', async () => {
    await expect(add({ regionCode: '440300' })).rejects.toThrow(RangeError)
    await expect(add({ regionCode: '999999' })).rejects.toThrow(RangeError)
  })

  it('are pages of a size', async () => {
    const all = granted(await gateway.call(address.list, {}, { login }))
    const first = granted(await gateway.call(address.list, { pageSize: 2 }, { login }))
    const next = granted(
      await gateway.call(address.list, { page: 2, pageSize: 2, cursor: first.nextCursor ?? '' }, { login }),
    )
    expect([...first.list, ...next.list]).toEqual(all.list.slice(0, 4))
    expect(first.total).toBe(all.list.length)
  })
})

describe('saving an address', () => {
  it('makes one that can be read, and puts it on record with its phone masked', async () => {
    await clear()
    const addressId = await make()
    expect(await info(addressId)).toMatchObject({
      ...SHOP,
      addressId,
      regionName: '广东省深圳市南山区',
      isDefault: true,
      // the default one needs no action to become it
      allowedActions: ['edit', 'delete'],
      version: 1,
    })
    expect(await logged(addressId)).toEqual([
      {
        label: '添加地址',
        of: '广东省深圳市南山区后海大道2号',
        before: null,
        after: {
          类型: '发货地址',
          联系人: '李掌柜',
          联系电话: '138****0020',
          省市区: '广东省深圳市南山区',
          详细地址: '后海大道2号',
          默认: '是',
        },
      },
    ])
  })

  it('names a county that exists', async () => {
    for (const regionCode of ['440300', '440000', '999999']) {
      expect(await edit({ regionCode })).toMatchObject({ _bizErrCode: 'REGION_UNKNOWN' })
    }
  })

  it('changes one, on record with what differs', async () => {
    const addressId = await make()
    const change = await unchanged(addressId)
    const detail = '后海大道3号'
    expect(granted(await edit({ ...change, detail }))).toEqual({ addressId, version: 2 })
    expect(granted(await edit({ ...change, version: 2, detail, contactPhone: '13811110020' }))).toMatchObject({
      version: 3,
    })
    const moved = { ...change, version: 3, detail, contactPhone: '13811110020', regionCode: '330106' }
    granted(await edit(moved))
    expect(await info(addressId)).toMatchObject({ regionName: '浙江省杭州市西湖区', version: 4 })
    expect((await logged(addressId)).slice(1)).toMatchObject([
      { before: { 详细地址: '后海大道2号' }, after: { 详细地址: detail } },
      { before: { 联系电话: '138****0020' }, after: { 联系电话: '138****0020（已更换）' } },
      { before: { 省市区: '广东省深圳市南山区' }, after: { 省市区: '浙江省杭州市西湖区' } },
    ])
    expect(granted(await edit({ ...moved, version: 4 }))).toEqual({ addressId, version: 4 })
    expect(await logged(addressId)).toHaveLength(4)
  })

  it('needs the version that was edited, and says who was faster', async () => {
    const addressId = await make()
    const change = await unchanged(addressId)
    granted(await edit({ ...change, detail: '先改' }))
    const { version, ...without } = change
    for (const late of [change, without]) {
      const answer = await edit({ ...late, detail: '后改' })
      expect(answer).toMatchObject({ _bizErrCode: 'VERSION_CONFLICT', _errStr: expect.stringContaining('老板') })
    }
    expect(await info(addressId)).toMatchObject({ detail: '先改' })
  })

  it('stops at 200, also when two come at once', async () => {
    await clear()
    await make()
    await gateway.query(
      `insert into address select merchant_id, gen_random_uuid(), kind, contact_name, contact_phone, region_code,
         region_name, detail, false, 1, created_at, updated_at
       from address, generate_series(1, 198) where merchant_id = $1`,
      [merchantId],
    )
    const answers = await Promise.all([edit(), edit({ kind: 'return' })])
    expect(outcomes(answers)).toEqual({ ok: 1, ADDRESS_LIMIT: 1 })
    expect(await edit()).toMatchObject({ _errStr: expect.stringContaining('200个') })
    const [one] = granted(await gateway.call(address.list, { kind: 'ship', pageSize: 1 }, { login })).list
    granted(await edit({ ...(await unchanged(one?.addressId ?? '')), detail: '仍可修改' }))
    await clear()
  })
})

describe('the default of a kind', () => {
  it('is the first, until another takes the mark', async () => {
    await clear()
    const first = await make()
    const second = await make()
    const elsewhere = await make({ kind: 'return' })
    expect([await defaultOf('ship'), await defaultOf('return')]).toEqual([first, elsewhere])
    const third = await make({ isDefault: true })
    expect(await defaultOf('ship')).toBe(third)
    granted(await edit({ ...(await unchanged(second)), isDefault: true }))
    expect([await defaultOf('ship'), await defaultOf('return')]).toEqual([second, elsewhere])
    expect((await logged(third)).at(-1)).toMatchObject({ before: { 默认: '是' }, after: { 默认: '否' } })
  })

  it('cannot be given up but to another', async () => {
    await clear()
    const only = await make()
    granted(await edit({ ...(await unchanged(only)), isDefault: false, detail: '取消默认' }))
    expect(await info(only)).toMatchObject({ isDefault: true, detail: '取消默认', version: 2 })
  })

  it('goes to the newest of those left when it is removed', async () => {
    await clear()
    const [first, second, third] = [await make(), await make(), await make()]
    granted(await del(second))
    expect(await defaultOf('ship')).toBe(first)
    granted(await del(first))
    expect(await defaultOf('ship')).toBe(third)
    expect((await logged(third)).at(-1)).toMatchObject({ before: { 默认: '否' }, after: { 默认: '是' } })
    expect((await logged(first)).at(-1)).toMatchObject({ label: '删除地址', before: { 默认: '是' }, after: null })
    granted(await del(third))
    expect(await defaultOf('ship')).toBeUndefined()
  })

  it('stays one for each kind when an address changes kind', async () => {
    await clear()
    const [first, second, third] = [await make(), await make(), await make()]
    granted(await edit({ ...(await unchanged(first)), kind: 'return', isDefault: false }))
    expect([await defaultOf('ship'), await defaultOf('return')]).toEqual([third, first])
    granted(await edit({ ...(await unchanged(second)), kind: 'return', isDefault: false }))
    expect(await defaultOf('return')).toBe(first)
    granted(await edit({ ...(await unchanged(third)), kind: 'return', isDefault: true }))
    expect([await defaultOf('ship'), await defaultOf('return')]).toEqual([undefined, third])
  })

  it('stays one when several take it at once', async () => {
    await clear()
    const answers = await Promise.all(Array.from({ length: 4 }, () => edit({ isDefault: true })))
    expect(outcomes(answers)).toEqual({ ok: 4 })
    expect(await defaultOf('ship')).toBeDefined()
  })
})

describe('an address', () => {
  it('of another merchant might as well not exist', async () => {
    const theirs = granted(await edit({}, stranger)).addressId
    for (const addressId of [theirs, newId()]) {
      const answers = [
        await gateway.call(address.info, { addressId }, { login }),
        await edit({ addressId, version: 1, detail: '夺取' }),
        await del(addressId),
      ]
      expect(outcomes(answers)).toEqual({ NOT_FOUND: 3 })
    }
    expect(await defaultOf('ship', stranger)).toBe(theirs)
    expect(await gateway.query('select detail, version from address where merchant_id = $1', [strangerId])).toEqual([
      { detail: SHOP.detail, version: 1 },
    ])
  })

  it('is listed for those who hold the right', async () => {
    await gateway.employee(merchant, '13800134010', 'shipper')
    await gateway.employee(merchant, '13800134011', 'operator')
    const shipper = await gateway.signIn('13800134010')
    granted(await gateway.call(address.list, {}, { login: shipper }))
    expect(await edit({}, shipper)).toMatchObject({ _errCode: '80030001' })
    const operator = await gateway.signIn('13800134011')
    expect(await gateway.call(address.list, {}, { login: operator })).toMatchObject({ _errCode: '80030001' })
  })
})
