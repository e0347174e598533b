import { MENU } from '@huanji/contract/menu'
import { expect, test } from 'vitest'
import { GROUPS, sidebarOf } from '../shell/sidebar-groups.ts'
import { entryOf, isPermitted, MENU_PAGES, pageAt } from './pages.ts'

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

test('defect: whoever may read reports of the curated channel alone could open none', () => {
  const report = page('/check/ys/detail')
  const reading = '/xySaasDetect/detRecord/getDetRecordDetails'
  expect(isPermitted(report, new Set(['/check/yx/sing-list', reading]))).toBe(true)
  expect(isPermitted(report, new Set(['/check/yx/sing-list']))).toBe(false)
  expect(isPermitted(report, new Set(['/check/ys/list']))).toBe(true)
})

test('a page of several entries belongs to the one that one came from, else to the first that is granted', () => {
  const report = page('/check/ys/detail')
  const entryFor = (from: string | null, ...grants: string[]) => entryOf(report, new Set(grants), from).path
  expect(entryFor(null, '/check/ys/list', '/check/yx/sing-list')).toBe('/check/ys/list')
  expect(entryFor(null, '/check/yx/sing-list')).toBe('/check/yx/sing-list')
  expect(entryFor('/check/yx/sing-list', '/check/ys/list', '/check/yx/sing-list')).toBe('/check/yx/sing-list')
  expect(entryFor('/check/yx/plural-detailed-list', '/check/ys/list')).toBe('/check/yx/plural-list')
  expect(entryFor('/sale/order', '/check/ys/list')).toBe('/check/ys/list')
  expect(entryFor(null)).toBe('/check/ys/list')
  expect(entryOf(page('/sale/order'), new Set(), null).path).toBe('/sale/order')
})

test('the call that opens a page is what can be granted on each entry that leads to it', () => {
  const grantedOn = (path: string) =>
    JSON.stringify(MENU.flatMap(({ children = [] }) => children).find((one) => one.path === path))
  for (const { highlights, opensWith } of MENU_PAGES) {
    if (opensWith === undefined || highlights === undefined) continue
    expect(grantedOn(highlights)).toContain(opensWith)
  }
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
  for (const { path, title } of MENU_PAGES) if (path !== '/') expect(titled.get(path)).toBe(title)
  for (const group of GROUPS) expect(titled.get(group.path)).toBe(group.title)
})
