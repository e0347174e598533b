import { describe, expect, it } from 'vitest'
import { allCalls } from './calls.ts'
import { grantedMenu, grantTitles } from './granted-menu.ts'
import { MENU, REFUND_GRANTS } from './menu.ts'
import { flattenMenu } from './menu-tree.ts'
import { largerLimit, ROLE_PRESETS, rightsOf } from './presets.ts'

const grantsOf = (key: string) => new Set(ROLE_PRESETS.find((preset) => preset.key === key)?.grants)

describe('the granted menu', () => {
  it('is the whole menu for whoever holds everything', () => {
    expect(grantedMenu(MENU, new Set(flattenMenu(MENU)))).toEqual(MENU)
  })

  it('is empty for whoever holds nothing', () => {
    expect(grantedMenu(MENU, new Set())).toEqual([])
  })

  it('does not open a page for one of its actions', () => {
    const flat = flattenMenu(grantedMenu(MENU, new Set(['/sale', '/api/goods/list'])))
    expect(flat).toContain('/api/goods/list')
    expect(flat).not.toContain('/sale/product')
  })

  it('drops a group of which nothing is granted', () => {
    expect(flattenMenu(grantedMenu(MENU, grantsOf('inspector')))).not.toContain('/capital')
  })
})

describe('the role presets', () => {
  it('hold only what the menu offers', () => {
    const offered = new Set(flattenMenu(MENU))
    for (const { key, grants } of ROLE_PRESETS) {
      expect(
        grants.filter((grant) => !offered.has(grant)),
        key,
      ).toEqual([])
    }
  })

  it('leave the log of what people did to the owner', () => {
    for (const { key, grants } of ROLE_PRESETS) expect(new Set(grants).has('/account/audit'), key).toBe(key === 'owner')
  })

  it('let only the posts that decide over refunds pay anything back', () => {
    const limits = Object.fromEntries(ROLE_PRESETS.map(({ key, refundLimitFen }) => [key, refundLimitFen]))
    expect(limits).toEqual({
      owner: null,
      manager: null,
      inspector: 0,
      photographer: 0,
      operator: 0,
      shipper: 0,
      service: 50_000,
      finance: 0,
      accountant: 0,
    })
    for (const { key, grants, refundLimitFen } of ROLE_PRESETS)
      expect(
        REFUND_GRANTS.some((grant) => grants.includes(grant)),
        key,
      ).toBe(refundLimitFen !== 0)
  })
})

describe('the permission tree', () => {
  it('offers every grant that a call asks for', () => {
    const offered = new Set(flattenMenu(MENU))
    const asked = allCalls.flatMap(({ access }) => (typeof access === 'object' ? access.anyOf : []))
    expect(asked.filter((grant) => !offered.has(grant))).toEqual([])
  })

  it('offers no action that no call carries out', () => {
    const made = new Set(allCalls.map(({ path }) => path))
    const actions = flattenMenu(MENU).filter((grant) => /^\/(api|xySaas)/.test(grant))
    expect(actions.filter((grant) => !made.has(grant))).toEqual([])
  })

  it('gives every grant a name, and an action the page it stands on', () => {
    const titles = grantTitles(MENU)
    expect(flattenMenu(MENU).filter((grant) => !titles.has(grant))).toEqual([])
    expect(titles.get('/sale/order')).toBe('鱼市订单')
    expect(titles.get('/api/yushiorder/v1/order/close')).toBe('鱼市订单·关闭订单')
  })
})

describe('a role’s rights', () => {
  it('are its preset’s while it follows it, and its own afterwards', () => {
    const finance = ROLE_PRESETS.find(({ key }) => key === 'finance')
    expect(rightsOf({ preset: 'finance', grants: null, refundLimitFen: null })).toMatchObject({
      grants: finance?.grants,
      refundLimitFen: 0,
    })
    const own = { preset: 'finance', grants: ['/sale'], refundLimitFen: 100 }
    expect(rightsOf(own)).toEqual({ grants: ['/sale'], refundLimitFen: 100 })
    expect(rightsOf({ preset: 'gone', grants: null, refundLimitFen: null })).toEqual({ grants: [], refundLimitFen: 0 })
  })

  it('have the larger limit of two, and none when one has none', () => {
    expect(largerLimit(100, 50_000)).toBe(50_000)
    expect(largerLimit(null, 0)).toBe(null)
  })
})
