import { MENU } from '@huanji/contract/menu'
import { flattenMenu } from '@huanji/contract/menu-tree'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import { describe, expect, it } from 'vitest'
import { grantNames, paysBack, someGrantNames, unknownGrant, wholeGrants } from './grants.ts'

const ALL = [...new Set(flattenMenu(MENU))]

describe('whole grants', () => {
  it('bring the group of a page and the hidden pages of an entry', () => {
    expect(wholeGrants(['/sale/order'])).toEqual(['/sale', '/sale/order', '/sale/order/detail'])
    expect(wholeGrants(['/sale/order/detail'])).toEqual(['/sale', '/sale/order/detail'])
    expect(wholeGrants(['/store/account'])).toEqual(['/store', '/store/account', '/authcode'])
  })

  it('bring no page for an action, and no page for a group', () => {
    expect(wholeGrants(['/api/goods/list'])).toEqual(['/api/goods/list'])
    expect(wholeGrants(['/sale'])).toEqual(['/sale'])
  })

  it('stand in the menu’s order, each once, and leave out what the menu does not know', () => {
    expect(wholeGrants(['/api/role/list', 'nothing', '/api/emp/list', '/api/role/list'])).toEqual([
      '/api/emp/list',
      '/api/role/list',
    ])
    expect(wholeGrants(ROLE_PRESETS[0]?.grants ?? [])).toEqual(ALL)
  })

  it.each(ROLE_PRESETS)('of $name are whole once and for all, hold what was given, and grow with it', ({ grants }) => {
    const whole = wholeGrants(grants)
    expect(wholeGrants(whole)).toEqual(whole)
    expect(whole).toEqual(expect.arrayContaining([...grants]))
    for (const one of ALL) expect(wholeGrants([...grants, one])).toEqual(expect.arrayContaining([...whole, one]))
  })
})

describe('grants', () => {
  it('are known or not', () => {
    expect(unknownGrant(['/sale', '/api/goods/list'])).toBeUndefined()
    expect(unknownGrant(['/sale', '/api/nothing', '/else'])).toBe('/api/nothing')
  })

  it('pay back or not', () => {
    expect(paysBack(['/sale', '/api/refund/v1/agree'])).toBe(true)
    expect(paysBack(['/sale', '/api/refund/v1/refuse'])).toBe(false)
  })

  it('are called by page and action; a sentence names five and counts the rest', () => {
    expect(grantNames(['/sale/order', '/api/emp/list'])).toBe('鱼市订单、员工账号·查看员工')
    const names = ALL.slice(0, 6)
    expect(someGrantNames(names.slice(0, 5))).toBe(grantNames(names.slice(0, 5)))
    expect(someGrantNames(names)).toBe(`${grantNames(names.slice(0, 5))}等6项`)
  })
})
