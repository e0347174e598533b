import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'huanji-imports-'))
symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lays the given files out as a tree of their own and gives the names of the rules that they break. */
function rulesBrokenBy(files: Readonly<Record<string, string>>): string[] {
  rmSync(path.join(folder, 'server'), { recursive: true, force: true })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const config = path.join(ROOT, '.dependency-cruiser.mjs')
  const args = ['--config', config, '--output-type', 'json', 'server']
  const { stdout, stderr } = spawnSync(path.join(ROOT, 'node_modules/.bin/depcruise'), args, {
    cwd: folder,
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } }
  return [...new Set(summary.violations.map(({ rule }) => rule.name))].sort()
}

const MODULES = 'server/src/modules'
const thing = 'export const thing = 1\n'

describe('the check of imports between the parts of the server', () => {
  it('lets a module import what it stands on', () => {
    const files = {
      [`${MODULES}/order/store.ts`]: "import { thing } from '../history/store.ts'\nexport const more = thing\n",
      [`${MODULES}/history/store.ts`]: thing,
    }
    expect(rulesBrokenBy(files)).toEqual([])
  })

  it.each([
    { from: 'modules/history/store.ts', to: 'modules/order/store.ts', rule: 'server-modules-history-imports' },
    { from: 'modules/listing/store.ts', to: 'modules/order/store.ts', rule: 'server-modules-listing-imports' },
    { from: 'modules/order/store.ts', to: 'sync/order.ts', rule: 'server-modules-order-imports' },
    { from: 'integration/marketplace/fetch.ts', to: 'modules/order/store.ts', rule: 'server-integration-imports' },
    { from: 'database/list-page.ts', to: 'gateway/handler.ts', rule: 'server-database-imports' },
    { from: 'modules/warehouse/store.ts', to: 'database/database.ts', rule: 'server-parts-are-listed' },
    { from: 'modules/order/store.ts', to: 'modules/order/testing/orders.ts', rule: 'only-tests-import-test-helpers' },
  ])('refuses a planted import of $to in $from', ({ from, to, rule }) => {
    const way = path.relative(path.dirname(from), to)
    const files = {
      [`server/src/${from}`]: `import { thing } from '${way.startsWith('.') ? way : `./${way}`}'\nexport const more = thing\n`,
      [`server/src/${to}`]: thing,
    }
    expect(rulesBrokenBy(files)).toContain(rule)
  })

  it('refuses two files that need each other', () => {
    const files = {
      [`${MODULES}/order/a.ts`]: "import { b } from './b.ts'\nexport const a = () => b\n",
      [`${MODULES}/order/b.ts`]: "import { a } from './a.ts'\nexport const b = () => a\n",
    }
    expect(rulesBrokenBy(files)).toContain('no-cycles')
  })
})
