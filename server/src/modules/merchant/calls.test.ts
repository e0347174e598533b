import type { LoginContext } from '@huanji/contract/envelope'
import { merchant as calls } from '@huanji/contract/features/merchant/calls'
import { MENU } from '@huanji/contract/menu'
import { flattenMenu, type MenuNode } from '@huanji/contract/menu-tree'
import { ROLE_PRESETS, type RolePreset } from '@huanji/contract/presets'
import { REGIONS } from '@huanji/domain/regions'
import { ALL_STATES } from '@huanji/domain/states/all'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AccountGateway, granted, startAccountGateway } from '../auth/testing/account-gateway.ts'
import * as inspections from '../inspection/store.ts'
import * as orders from '../order/store.ts'

let gateway: AccountGateway
const logins = new Map<RolePreset['key'], LoginContext>()

beforeAll(async () => {
  gateway = await startAccountGateway()
  const merchant = await gateway.merchant('13800136000', '示例商家')
  logins.set('owner', await gateway.signIn('13800136000'))
  for (const [index, { key }] of ROLE_PRESETS.entries()) {
    if (key === 'owner') continue
    await gateway.employee(merchant, `1380013600${index}`, key)
    logins.set(key, await gateway.signIn(`1380013600${index}`))
  }
})

afterAll(() => gateway.close())

const as = (key: RolePreset['key']) => {
  const login = logins.get(key)
  if (!login) throw new Error(`nobody is signed in as ${key}`)
  return { login }
}

/** True for a page or group that stays because something below it is granted. */
function isAboveGranted(path: string, wanted: ReadonlySet<string>, nodes: readonly MenuNode[] = MENU): boolean {
  return nodes.some((node) =>
    node.path === path
      ? flattenMenu(node.children ?? []).some((one) => wanted.has(one))
      : isAboveGranted(path, wanted, node.children ?? []),
  )
}

describe('the menu', () => {
  it('is all of it for the owner', async () => {
    const { menu } = granted(await gateway.call(calls.menu, { needMenu: 1 }, as('owner')))
    expect(menu).toEqual(MENU)
  })

  it.each(ROLE_PRESETS.filter(({ key }) => key !== 'owner'))('is what the grants of $name open', async (preset) => {
    const { menu } = granted(await gateway.call(calls.menu, { needMenu: '1' }, as(preset.key)))
    const open = flattenMenu(menu)
    const wanted = new Set(preset.grants)
    expect(new Set(open.filter((one) => wanted.has(one)))).toEqual(wanted)
    expect(open.filter((one) => !wanted.has(one) && !isAboveGranted(one, wanted))).toEqual([])
  })

  it('needs a session', async () => {
    for (const spec of Object.values(calls).filter(({ access }) => access !== 'public')) {
      expect((await gateway.call(spec, {}))._errCode, spec.path).toBe('80017101')
    }
  })
})

describe('the data dictionary', () => {
  it('has a Chinese label for every code', async () => {
    const { dictionaries, version } = granted(await gateway.call(calls.dataDict, {}, as('finance')))
    expect(version).toMatch(/^[\w-]{12}$/)
    for (const [name, options] of Object.entries(dictionaries)) {
      expect(options.length, name).toBeGreaterThan(1)
      expect(new Set(options.map(({ value }) => value)).size, name).toBe(options.length)
      for (const { value, label } of options) expect(label, `${name} ${value}`).toMatch(/\S/)
    }
    expect(dictionaries.grade?.map(({ value }) => value)).toEqual(['NEW', '99', '95', '90', '80', '70', 'E', 'X'])
    expect(dictionaries.orderState).toContainEqual({ value: 'awaiting_shipment', label: '待发货' })
    expect(dictionaries.billType).toContainEqual({ value: 'serviceFee', label: '平台服务费' })
    expect(dictionaries.carrier?.[0]).toEqual({ value: 'SF', label: '顺丰速运' })
    expect(dictionaries.bagAction).toContainEqual({ value: 'rebind', label: '换绑' })
  })

  it('has the states of every state machine, except the authorisation shown as a shop’s own state', async () => {
    const { dictionaries } = granted(await gateway.call(calls.dataDict, {}, as('owner')))
    const known = new Set(
      Object.values(dictionaries).map((options) => JSON.stringify(options.map(({ value }) => value))),
    )
    const missing = ALL_STATES.filter(({ states }) => !known.has(JSON.stringify(states.map(({ code }) => code))))
    expect(missing.map(({ name }) => name)).toEqual(['shop authorisation'])
    expect(dictionaries.shopState?.map(({ label }) => label)).toEqual(['正常', '即将过期', '已过期', '未授权'])
  })
})

describe('the regions', () => {
  it('are the whole tree, with nothing below a county', async () => {
    const { regions } = granted(await gateway.call(calls.city, {}, as('shipper')))
    expect(regions).toHaveLength(REGIONS.length)
    const guangdong = regions.find(({ code }) => code === '440000')
    const shenzhen = guangdong?.children?.find(({ code }) => code === '440300')
    expect(shenzhen?.children).toContainEqual({ code: '440305', name: '南山区' })
  })
})

describe('what waits on the home page', () => {
  const todos = async (key: RolePreset['key']) => granted(await gateway.call(calls.business, {}, as(key))).todos

  it('is counted by state, with the nearest deadline and the list it leads to', async () => {
    const deadline = '2026-11-21T04:00:00.000Z'
    const ofInspections = vi
      .spyOn(inspections, 'countInspectionsByState')
      .mockImplementation(async (_tx, _states, channel) =>
        channel === 'curated' ? { listable: 1 } : { draft: 3, listable: 7, sold: 90 },
      )
    const ofOrders = vi.spyOn(orders, 'countWaitingOrders').mockImplementation(async (_tx, channel) => ({
      awaiting_shipment: { count: channel === 'curated' ? 4 : 2, nearestDeadline: deadline },
    }))
    const cards = await todos('owner')
    ofInspections.mockRestore()
    ofOrders.mockRestore()
    expect(cards.map(({ key, count }) => [key, count])).toEqual([
      ['draft', 3],
      ['awaiting_photos', 0],
      ['awaiting_seal', 0],
      ['listable', 7],
      ['curated_listable', 1],
      ['awaiting_payment', 0],
      ['awaiting_shipment', 2],
      ['curated_awaiting_shipment', 4],
      ['refunds_open', 0],
    ])
    expect(cards[0]).toEqual({
      key: 'draft',
      label: '草稿',
      count: 3,
      link: '/check/ys/list?state=draft',
      nearestDeadline: null,
    })
    expect(cards.find(({ key }) => key === 'awaiting_shipment')).toEqual({
      key: 'awaiting_shipment',
      label: '待发货',
      count: 2,
      link: '/sale/order?state=awaiting_shipment&sort=deadline',
      nearestDeadline: deadline,
    })
  })

  it('is nothing for a new merchant', async () => {
    expect((await todos('owner')).map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  it('shows only what the grants open', async () => {
    const kinds = async (key: RolePreset['key']) => new Set((await todos(key)).map(({ link }) => link.split('?')[0]))
    expect(await kinds('inspector')).toEqual(new Set(['/check/ys/list', '/sale/after-sale']))
    expect(await kinds('finance')).toEqual(new Set(['/sale/order', '/sale/after-sale']))
    expect(await kinds('shipper')).toEqual(new Set(['/check/ys/list', '/sale/order', '/sale/after-sale']))
  })
})
