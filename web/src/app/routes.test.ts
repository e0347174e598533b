import { MENU } from '@huanji/contract/menu'
import { expect, test } from 'vitest'
import { GROUPS, sidebarOf } from '../shell/sidebar-groups.ts'
import { isPermitted, pageAt, ROUTES } from './routes.ts'

const page = (path: string) => {
  const found = pageAt(path)
  if (!found) throw new Error(`no page at ${path}`)
  return found
}

test('home is open to everyone, another page only by its path or by the entry it highlights', () => {
  expect(isPermitted(page('/'), new Set())).toBe(true)
  expect(isPermitted(page('/sale/order'), new Set())).toBe(false)
  expect(isPermitted(page('/sale/order'), new Set(['/sale/order']))).toBe(true)
  expect(isPermitted(page('/sale/order/detail'), new Set(['/sale/order']))).toBe(true)
  expect(isPermitted(page('/sale/order/detail'), new Set(['/sale/product']))).toBe(false)
})

test('the sidebar keeps a group only while a page of it is left, and never shows hidden pages', () => {
  const sidebar = sidebarOf(new Set(['/sale/order', '/sale/order/detail']))
  expect(sidebar.map(({ group }) => group.path)).toEqual(['/sale'])
  expect(sidebar[0]?.pages.map(({ path }) => path)).toEqual(['/sale/order'])
  expect(sidebarOf(new Set())).toEqual([])
})

test('every page and group is in the contract’s menu under the same title', () => {
  const titled = new Map<string, string>()
  const walk = (nodes: typeof MENU): void => {
    for (const node of nodes) {
      if (node.path) titled.set(node.path, node.title)
      walk(node.children ?? [])
    }
  }
  walk(MENU)
  for (const { path, title } of ROUTES) if (path !== '/') expect(titled.get(path)).toBe(title)
  for (const group of GROUPS) expect(titled.get(group.path)).toBe(group.title)
})
