import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'huanji-imports-'))
symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The rules that files break, by the file that imports. */
type Broken = ReadonlyMap<string, readonly string[]>

/** Lays the given files out as a tree of their own and gives the rules that they break. */
function rulesBrokenBy(files: Readonly<Record<string, string>>): Broken {
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
  const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } }
  const found = new Map<string, string[]>()
  for (const { from, rule } of summary.violations) found.set(from, [...(found.get(from) ?? []), rule.name])
  return found
}

const MODULES = 'server/src/modules'
const thing = 'export const thing = 1\n'

const PLANTED = [
  { from: 'modules/history/store.ts', to: 'modules/order/store.ts', rule: 'server-modules-history-imports' },
  { from: 'modules/listing/store.ts', to: 'modules/order/store.ts', rule: 'server-modules-listing-imports' },
  { from: 'modules/order/present.ts', to: 'sync/order.ts', rule: 'server-modules-order-imports' },
  { from: 'integration/marketplace/fetch.ts', to: 'modules/order/store.ts', rule: 'server-integration-imports' },
  { from: 'database/list-page.ts', to: 'gateway/handler.ts', rule: 'server-database-imports' },
  { from: 'modules/warehouse/store.ts', to: 'database/database.ts', rule: 'server-parts-are-listed' },
  { from: 'modules/order/parcels.ts', to: 'modules/order/testing/orders.ts', rule: 'only-tests-import-test-helpers' },
] as const
const way = (from: string, to: string): string => {
  const found = path.relative(path.dirname(from), to)
  return found.startsWith('.') ? found : `./${found}`
}
const importing = (from: string, to: string) => `import { thing } from '${way(from, to)}'\nexport const more = thing\n`
const LIMIT_MS = 60_000

describe('the check of imports between the parts of the server', () => {
  let broken: Broken
  beforeAll(() => {
    broken = rulesBrokenBy({
      ...Object.fromEntries(PLANTED.map(({ to }) => [`server/src/${to}`, thing])),
      ...Object.fromEntries(PLANTED.map(({ from, to }) => [`server/src/${from}`, importing(from, to)])),
      [`${MODULES}/refund/store.ts`]: importing('modules/refund/store.ts', 'modules/tenant/store.ts'),
      [`${MODULES}/tenant/store.ts`]: thing,
      [`${MODULES}/order/a.ts`]: "import { b } from './b.ts'\nexport const a = () => b\n",
      [`${MODULES}/order/b.ts`]: "import { a } from './a.ts'\nexport const b = () => a\n",
    })
  }, LIMIT_MS)

  it('lets a module import what it stands on', () => {
    expect(broken.get(`${MODULES}/refund/store.ts`)).toBeUndefined()
  })

  it.each(PLANTED)('refuses a planted import of $to in $from', ({ from, rule }) => {
    expect(broken.get(`server/src/${from}`)).toContain(rule)
  })

  it('refuses two files that need each other', () => {
    expect([...(broken.get(`${MODULES}/order/a.ts`) ?? []), ...(broken.get(`${MODULES}/order/b.ts`) ?? [])]).toContain(
      'no-cycles',
    )
  })
})
