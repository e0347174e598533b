import { address } from '@huanji/contract/calls/address'
import type { LoginContext } from '@huanji/contract/envelope'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authGroup } from '../auth/calls.ts'
import { granted, type People, startPeople } from '../auth/test-people.ts'
import { addressGroup } from './calls.ts'
import { addAddress, type NewAddress } from './commands.ts'

let people: People
let login: LoginContext
let stranger: LoginContext
let merchantId: string

/** 南山区, Shenzhen. */
const NANSHAN = '440305'

async function add(changes: Partial<NewAddress> = {}): Promise<string> {
  people.clock.advance(1000)
  const standard: NewAddress = {
    kind: 'ship',
    contactName: '王师傅',
    contactPhone: '13800130010',
    regionCode: NANSHAN,
    detail: '科技园路1号',
    isDefault: false,
    now: people.clock.now(),
  }
  return people.db.tenant(merchantId, (tx) => addAddress(tx, { ...standard, ...changes }))
}

beforeAll(async () => {
  people = await startPeople([authGroup, addressGroup])
  merchantId = (await people.merchant('13800134001', '示例商家')).merchantId
  await people.merchant('13800134002', '别的商家')
  login = await people.signIn('13800134001')
  stranger = await people.signIn('13800134002')
})

afterAll(() => people.close())

describe('addresses', () => {
  it('are listed newest first, by kind and keyword, and only to their own merchant', async () => {
    const first = await add()
    const second = await add({ kind: 'return', contactName: '退货仓', detail: '100%路_2号' })
    const list = async (filter: object, context = login) =>
      granted(await people.call(address.list, filter, { login: context })).list.map(({ addressId }) => addressId)
    expect(await list({})).toEqual([second, first])
    expect(await list({ kind: 'ship' })).toEqual([first])
    expect(await list({ keyword: '南山' })).toEqual([second, first])
    expect(await list({ keyword: '100%路' })).toEqual([second])
    expect(await list({ keyword: '1_0' })).toEqual([])
    expect(await list({}, stranger)).toEqual([])
    const [row] = granted(await people.call(address.list, { kind: 'ship' }, { login })).list
    expect(row).toEqual({
      addressId: first,
      kind: 'ship',
      contactName: '王师傅',
      contactPhone: '13800130010',
      regionCode: NANSHAN,
      regionName: '广东省深圳市南山区',
      detail: '科技园路1号',
      isDefault: false,
      version: 1,
    })
  })

  it('are offered with the defaults first; a new default takes the mark from the old one', async () => {
    await add({ isDefault: true, contactName: '旧默认' })
    const newer = await add({ isDefault: true, contactName: '新默认' })
    await add({ contactName: '更新的' })
    const { options } = granted(await people.call(address.options, { kind: 'ship' }, { login }))
    expect(options[0]).toEqual({
      value: newer,
      label: '新默认 13800130010 广东省深圳市南山区科技园路1号',
      kind: 'ship',
      isDefault: true,
    })
    expect(options.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    const both = granted(await people.call(address.options, {}, { login })).options
    expect(new Set(both.map(({ kind }) => kind))).toEqual(new Set(['ship', 'return']))
    expect(granted(await people.call(address.options, {}, { login: stranger })).options).toEqual([])
  })

  it('name a county', async () => {
    await expect(add({ regionCode: '440300' })).rejects.toThrow(RangeError)
    await expect(add({ regionCode: '999999' })).rejects.toThrow(RangeError)
  })

  it('are pages of a size', async () => {
    const all = granted(await people.call(address.list, {}, { login }))
    const first = granted(await people.call(address.list, { pageSize: 2 }, { login }))
    const next = granted(
      await people.call(address.list, { page: 2, pageSize: 2, cursor: first.nextCursor ?? '' }, { login }),
    )
    expect([...first.list, ...next.list]).toEqual(all.list.slice(0, 4))
    expect(first.total).toBe(all.list.length)
  })
})
