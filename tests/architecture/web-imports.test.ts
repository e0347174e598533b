import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { requireOrder } from '../../web/allowed-imports.mjs'

const ROOT = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'huanji-web-imports-'))
symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lays the given files out as a web client of their own and gives the names of the rules that they break. */
function rulesBrokenBy(files: Readonly<Record<string, string>>): string[] {
  rmSync(path.join(folder, 'web'), { recursive: true, force: true })
  for (const [name, text] of Object.entries(files)) {
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
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } }
  return [...new Set(summary.violations.map(({ rule }) => rule.name))].sort()
}

const wayTo = (from: string, to: string): string => {
  const way = path.relative(path.dirname(from), to)
  return way.startsWith('.') ? way : `./${way}`
}

/** One file that imports another. */
const planted = (from: string, to: string, how = 'import') => ({
  [from]: `${how} { thing } from '${wayTo(from, to)}'\nexport const more: typeof thing | 0 = 0\n`,
  [to]: 'export const thing = 1\n',
})

describe('the check of imports between the rooms of the web client', () => {
  it.each([
    { from: 'components/list/rows.ts', to: 'api/client.ts' },
    { from: 'features/refund/refund-actions.tsx', to: 'features/order/order-labels.ts' },
    { from: 'features/order/order-actions.tsx', to: 'features/order/shipping/packing.ts' },
    { from: 'pages/sale/order/page.tsx', to: 'features/order/list/auction-orders.tsx' },
    { from: 'pages/login/page.tsx', to: 'features/login/login-page.tsx' },
    { from: 'features/order/shipping/packing.test.ts', to: 'shell/layout.tsx' },
  ])('lets $from import $to', ({ from, to }) => {
    expect(rulesBrokenBy(planted(from, to))).toEqual([])
  })

  it.each([
    { from: 'components/list/rows.ts', to: 'features/order/types.ts', rule: 'web-components-imports' },
    { from: 'platform/clock.ts', to: 'api/refusal.ts', rule: 'web-platform-imports' },
    { from: 'features/order/types.ts', to: 'shell/layout.tsx', rule: 'web-features-order-imports' },
    { from: 'features/bag/roll.ts', to: 'features/order/types.ts', rule: 'web-features-bag-imports' },
    {
      from: 'features/refund/compare.ts',
      to: 'features/order/shipping/packing.ts',
      rule: 'web-features-refund-imports',
    },
    { from: 'shell/header.tsx', to: 'app/start.tsx', rule: 'web-shell-imports' },
    { from: 'shell/header.tsx', to: 'features/order/shipping/packing.ts', rule: 'web-shell-imports' },
    { from: 'pages/sale/order/page.tsx', to: 'features/order/shipping/packing.ts', rule: 'web-pages-imports' },
    { from: 'features/warehouse/stock.ts', to: 'api/client.ts', rule: 'web-rooms-are-listed' },
    { from: 'pages/sale/order/cells.tsx', to: 'components/list/rows.ts', rule: 'web-pages-are-the-routes' },
  ])('refuses a planted import of $to in $from', ({ from, to, rule }) => {
    expect(rulesBrokenBy(planted(from, to))).toContain(rule)
    expect(rulesBrokenBy(planted(from, to, 'import type'))).toContain(rule)
  })

  it('refuses a planted circle of two features, also by a type alone', () => {
    const files = {
      ...planted('features/refund/compare.ts', 'features/order/types.ts'),
      ...planted('features/order/order-labels.ts', 'features/refund/refund-tags.tsx', 'import type'),
    }
    expect(rulesBrokenBy(files)).toEqual(['web-features-order-imports'])
  })

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
