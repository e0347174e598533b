import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { requireOrder } from '../../web/allowed-imports.mjs'

const ROOT = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'huanji-web-imports-'))
symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
/** The check reads a tree in a few seconds, beside others in more. */
const LIMIT_MS = 60_000
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lays the given imports out as a web client of their own, and gives of each file the rules that it breaks. */
function rulesBrokenBy(imports: readonly Planted[], how = 'import'): ReadonlyMap<string, readonly string[]> {
  rmSync(path.join(folder, 'web'), { recursive: true, force: true })
  const texts = new Map<string, string>()
  const write = (name: string, line: string) => texts.set(name, (texts.get(name) ?? '') + line)
  for (const { to } of imports) texts.set(to, 'export const thing = 1\n')
  for (const [index, { from, to, how: own = how }] of imports.entries()) {
    write(
      from,
      `${own} { thing as thing${index} } from '${wayTo(from, to)}'\nexport type T${index} = typeof thing${index}\n`,
    )
    if (own === 'import') write(from, `export const used${index} = thing${index}\n`)
  }
  for (const [name, text] of texts) {
    const file = path.join(folder, 'web/src', name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const args = ['--config', path.join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json', 'web']
  const { stdout, stderr } = spawnSync(path.join(ROOT, 'node_modules/.bin/depcruise'), args, {
    cwd: folder,
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } }
  const broken = new Map<string, string[]>()
  for (const { from, rule } of summary.violations) {
    const name = from.replace('web/src/', '')
    broken.set(name, [...(broken.get(name) ?? []), rule.name])
  }
  return broken
}

interface Planted {
  readonly from: string
  readonly to: string
  readonly how?: 'import' | 'import type'
}

const wayTo = (from: string, to: string): string => {
  const way = path.relative(path.dirname(from), to)
  return way.startsWith('.') ? way : `./${way}`
}

const ALLOWED: readonly Planted[] = [
  { from: 'components/list/rows.ts', to: 'api/client.ts' },
  { from: 'features/refund/refund-actions.tsx', to: 'features/order/order-labels.ts' },
  { from: 'features/order/order-actions.tsx', to: 'features/order/shipping/packing.ts' },
  { from: 'pages/sale/order/page.tsx', to: 'features/order/list/auction-orders.tsx' },
  { from: 'pages/login/page.tsx', to: 'features/login/login-page.tsx' },
  { from: 'features/order/shipping/packing.test.ts', to: 'shell/layout.tsx' },
]

const FORBIDDEN = [
  { from: 'components/list/rows.ts', to: 'features/order/types.ts', rule: 'web-components-imports' },
  { from: 'platform/clock.ts', to: 'api/refusal.ts', rule: 'web-platform-imports' },
  { from: 'features/order/order-tags.tsx', to: 'shell/layout.tsx', rule: 'web-features-order-imports' },
  { from: 'features/bag/roll.ts', to: 'features/order/types.ts', rule: 'web-features-bag-imports' },
  { from: 'features/refund/compare.ts', to: 'features/order/shipping/packing.ts', rule: 'web-features-refund-imports' },
  { from: 'shell/header.tsx', to: 'app/start.tsx', rule: 'web-shell-imports' },
  { from: 'shell/sidebar.tsx', to: 'features/order/shipping/packing.ts', rule: 'web-shell-imports' },
  { from: 'pages/sale/order/page.tsx', to: 'features/order/shipping/packing.ts', rule: 'web-pages-imports' },
  { from: 'features/warehouse/stock.ts', to: 'api/client.ts', rule: 'web-rooms-are-listed' },
  { from: 'pages/sale/order/cells.tsx', to: 'components/list/rows.ts', rule: 'web-pages-are-the-routes' },
] as const

describe('the check of imports between the rooms of the web client', () => {
  it(
    'lets a room import what it stands on',
    () => {
      expect([...rulesBrokenBy(ALLOWED)]).toEqual([])
    },
    LIMIT_MS,
  )

  it.each(['import', 'import type'] as const)(
    'refuses a planted import that is forbidden, as %s',
    (how) => {
      const broken = rulesBrokenBy(FORBIDDEN, how)
      for (const { from, to, rule } of FORBIDDEN) expect(broken.get(from), `${to} in ${from}`).toContain(rule)
    },
    LIMIT_MS,
  )

  it(
    'refuses a planted circle of two features, also by a type alone',
    () => {
      const circle: readonly Planted[] = [
        { from: 'features/refund/compare.ts', to: 'features/order/types.ts' },
        { from: 'features/order/order-labels.ts', to: 'features/refund/refund-tags.tsx', how: 'import type' },
      ]
      expect([...rulesBrokenBy(circle)]).toEqual([['features/order/order-labels.ts', ['web-features-order-imports']]])
    },
    LIMIT_MS,
  )

  it('refuses a table that allows a circle', () => {
    const circle = [
      ['order', ['refund']],
      ['refund', ['order']],
    ] as const
    expect(() => requireOrder(circle)).toThrow('the room order stands on refund')
  })

  it('finds that a page is composed in a few lines', () => {
    const long = globSync('web/src/pages/**/page.tsx', { cwd: ROOT }).filter(
      (file) => readFileSync(path.join(ROOT, file), 'utf8').split('\n').length > 40,
    )
    expect(long).toEqual([])
  })
})
