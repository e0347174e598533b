import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FeatureSpec } from '@huanji/contract/feature'
import { declared } from '@huanji/contract/features/index'
import { PAGE_GROUPS, PAGES, type PageKey, type PageSpec } from '@huanji/contract/pages'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/queries.ts'
import { pageAt } from '../session/pages.ts'
import { PUBLIC_PAGES } from '../session/public-pages.ts'
import { storePermissions } from '../session/session.ts'
import { GROUPS } from '../shell/sidebar-groups.ts'
import { PUBLIC_ROUTES, ROUTES } from './routes.ts'

const SOURCE = path.join(import.meta.dirname, '..')
const SAID: NonNullable<FeatureSpec['pages']> = declared('pages')
const TABLE: [PageKey, PageSpec][] = (Object.keys(PAGES) as PageKey[]).map((key) => [key, PAGES[key]])

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Path → text of every script of the client that is no test. */
const scripts: [string, string][] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|\/)testing\//.test(name))
  .map((name) => [name, readFileSync(path.join(SOURCE, name), 'utf8')])

test('every page with an import stands in the table, each once, and its group has a place in the sidebar', () => {
  expect(ROUTES.length).toBeGreaterThan(10)
  expect(new Set(ROUTES.map((route) => route.path)).size).toBe(ROUTES.length)
  for (const { load, ...said } of ROUTES) {
    const entry = TABLE.find(([, page]) => page.path === said.path)?.[1]
    expect(said, said.path).toEqual(entry)
    if (said.group !== null) expect(GROUPS.map(({ key }) => key)).toContain(said.group)
    for (const entry of [said.highlights, ...(said.alsoHighlights ?? [])]) {
      if (entry !== undefined) expect(pageAt(entry)).toMatchObject({ path: entry, group: expect.any(String) })
    }
  }
  for (const { key, path: place, title } of GROUPS) expect({ path: place, title }).toEqual(PAGE_GROUPS[key])
})

test('every page under web/src/pages is imported by a route', async () => {
  const folders = scripts
    .map(([name]) => /^pages\/(.*)\/page\.tsx$/.exec(name)?.[1])
    .filter((name) => name !== undefined)
  const routed = [...ROUTES, ...PUBLIC_ROUTES].map((route) => (route.path === '/' ? 'home' : route.path.slice(1)))
  expect([...folders].sort()).toEqual([...routed].sort())
})

test('no address of a page is written in the client: links come from the table', () => {
  const known = [...TABLE.map(([, page]) => page.path), ...Object.values(PUBLIC_PAGES).map((page) => page.path)]
  const alternatives = known.filter((place) => place !== '/').join('|')
  const written = new RegExp(`['"\`](?:${alternatives})(?=['"\`?#])|(?:\\bto=|href=)["']/`)
  const found = scripts
    .filter(
      ([name, text]) =>
        name !== 'session/public-pages.ts' && written.test(text.replace(/from '[^']+'|import\('[^']+'\)/g, '')),
    )
    .map(([name]) => name)
  expect(found).toEqual([])
})

test('no title of a page is written in the client: lists, details and the sidebar read the table', () => {
  const titles = [...TABLE.map(([, page]) => page.title), ...Object.values(PAGE_GROUPS).map((group) => group.title)]
  const names = [...new Set(titles)].join('|')
  const heads = new RegExp(
    `(?:defineList\\(\\{\\s*key: [^,]+,\\s*title: |<DetailPage\\s+title=|\\bpath: [^,]+, title: )['"](?:${names})['"]|<(?:h1|li)>(?:${names})<`,
  )
  expect(scripts.filter(([, text]) => heads.test(text)).map(([name]) => name)).toEqual([])
})

const SEES_ALL = ['field:overview', '/api/ext/apiKey/list']
/** Who inspects is shown the first steps before the figures. */
const INSPECTS = '/xySaasDetect/detRecord/addDetectRecord'

/** The parameters of the address that a page reads while it is shown. */
async function readBy(key: PageKey, address: string): Promise<ReadonlySet<string>> {
  const route = ROUTES.find(({ path }) => path === PAGES[key].path)
  if (!route) throw new Error(`${key} has no import`)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  history.replaceState(null, '', address)
  // the home page reads its own for whoever may see figures, in a part that is loaded for them, the log those of a
  // program for whoever may see its key, and a station those of whoever inspects
  storePermissions(key === 'home' ? SEES_ALL : [...SEES_ALL, INSPECTS])
  await import('../features/overview/overview.tsx')
  const { default: Page } = await route.load()
  const read = vi.spyOn(URLSearchParams.prototype, 'get')
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], { initialEntries: [address] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await act(async () => {})
  return new Set(read.mock.calls.map(([name]) => name))
}

const withParams = TABLE.flatMap(([key, { path: place }]) => {
  const { needs = [], takes = [] } = SAID[key]?.params ?? {}
  return pageAt(place) && needs.length + takes.length > 0 ? [{ key, place, names: [...needs, ...takes] }] : []
})

test.each(withParams)(
  'a link’s parameters are read by the page they lead to: $key $names',
  async ({ key, place, names }) => {
    const query = new URLSearchParams(names.map((name) => [name, '01890000-0000-7000-8000-000000000001']))
    const read = await readBy(key, `${place}?${query}`)
    expect(names.filter((name) => !read.has(name))).toEqual([])
  },
)
