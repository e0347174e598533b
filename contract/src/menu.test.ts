import { describe, expect, it } from 'vitest'
import { grantedMenu, MENU } from './menu.ts'
import { flattenMenu } from './menu-tree.ts'
import { ROLE_PRESETS } from './presets.ts'

const grantsOf = (key: string) => new Set(ROLE_PRESETS.find((preset) => preset.key === key)?.grants)

describe('the granted menu', () => {
  it('is the whole menu for whoever holds everything', () => {
    expect(grantedMenu(MENU, new Set(flattenMenu(MENU)))).toEqual(MENU)
  })

  it('is empty for whoever holds nothing', () => {
    expect(grantedMenu(MENU, new Set())).toEqual([])
  })

  it('does not open a page for one of its actions', () => {
    const flat = flattenMenu(grantedMenu(MENU, grantsOf('shipper')))
    expect(flat).toContain('/api/ext/sealBag/bind')
    expect(flat).not.toContain('/check/ys/check')
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
})
