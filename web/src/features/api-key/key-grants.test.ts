import { KEY_GRANTS, KEY_MENU } from '@huanji/contract/key-rules'
import { describe, expect, test } from 'vitest'
import { grantTree, toggleAction, togglePage } from '../people/grant-tree.ts'
import { heldGrants, reachOf, shownGrants } from './key-grants.ts'

const tree = grantTree(KEY_MENU)
const LIST = '/api/yushiorder/v1/order/list'
const orders = tree.groups.flatMap(({ pages }) => pages).find(({ path }) => path === '/sale/order')
if (!orders) throw new Error('the tree of keys has no orders')

describe('the permission tree of a key', () => {
  test('opens the pages of what is held, and gives back what was held', () => {
    const shown = shownGrants(tree, [LIST])
    expect(shown.has('/sale/order')).toBe(true)
    expect(heldGrants(tree, shown)).toEqual([LIST])
    expect(heldGrants(tree, shownGrants(tree, KEY_GRANTS))).toEqual(KEY_GRANTS)
  })

  test('ticks an action and a whole page within what may be given', () => {
    const reach = reachOf(tree, [LIST])
    expect(heldGrants(tree, toggleAction(tree, new Set(), orders, LIST, reach))).toEqual([LIST])
    expect(heldGrants(tree, togglePage(tree, new Set(), orders, reach))).toEqual([LIST])
    const all = heldGrants(tree, togglePage(tree, new Set(), orders, reachOf(tree, KEY_GRANTS)))
    expect(all).toEqual(expect.arrayContaining(orders.actions.map(({ id }) => id)))
    expect(reachOf(tree, [])).toEqual(new Set())
  })
})
