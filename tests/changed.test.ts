import { describe, expect, it } from 'vitest'
import { concerned, importersOf, sources } from './changed.ts'

const importers = (imports: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, readonly string[]> =>
  new Map(Object.entries(imports))

describe('the tests that a change concerns', () => {
  it('are those of who imports it and of who imports that, and no further ones', () => {
    const found = concerned(
      ['domain/src/a.ts'],
      importers({
        'domain/src/a.ts': ['domain/src/a.test.ts', 'domain/src/b.ts'],
        'domain/src/b.ts': ['domain/src/b.test.ts', 'domain/src/c.ts'],
        'domain/src/c.ts': ['domain/src/c.test.ts'],
      }),
    )
    expect(found).toEqual(['domain/src/a.test.ts', 'domain/src/b.test.ts'])
  })

  it('are not reached through what gathers all features, nor through what sets a stage', () => {
    for (const between of ['contract/src/calls.ts', 'server/src/modules.ts', 'tests/support/gateway.ts']) {
      const of = importers({ 'domain/src/a.ts': [between], [between]: ['server/src/sync/x.test.ts'] })
      expect(concerned(['domain/src/a.ts'], of), between).toEqual([])
      expect(concerned([between], of), between).toEqual(['server/src/sync/x.test.ts'])
    }
  })

  it('are the module’s own, of its calls and of its statements', () => {
    const of = importers({
      'contract/src/features/bill/calls.ts': ['server/src/modules/bill/list.test.ts', 'server/src/sync/x.test.ts'],
      'server/src/modules/bill/commands.ts': ['server/src/modules/bill/lot.test.ts'],
    })
    const own = ['server/src/modules/bill/list.test.ts', 'server/src/modules/bill/lot.test.ts']
    expect(concerned(['contract/src/features/bill/calls.ts'], of)).toEqual(own)
    expect(concerned(['server/src/modules/bill/store.ts'], of)).toEqual(own)
  })

  it('are forty at most of a field of an order: its module’s, those that work with orders, and those of every call', () => {
    const field = ['contract/src/features/order/rows.ts', 'server/src/modules/order/store.ts']
    const found = concerned(field, importersOf(sources()))
    expect(found).toEqual(
      expect.arrayContaining([
        'server/src/modules/order/calls.test.ts',
        'server/src/modules/order/search.test.ts',
        'server/src/sync/lifecycle.test.ts',
        'tests/contract/contract.test.ts',
        'tests/contract/live.test.ts',
      ]),
    )
    expect(found.length).toBeLessThanOrEqual(40)
  })
})
