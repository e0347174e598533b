import { describe, expect, it } from 'vitest'
import { allCalls, calls } from './calls.ts'
import type { FeatureSpec } from './feature.ts'
import { declared } from './features/index.ts'
import { closedToKeys, KEY_GRANTS, PLACED_CALLS } from './key-rules.ts'

const groups: FeatureSpec['groups'] = declared('groups')
const said = Object.entries(groups)

describe('what API keys may call', () => {
  it('is of calls of the group itself, and says why the others are closed', () => {
    for (const [group, { title, calls: own, keys }] of said) {
      expect(title, group).not.toBe('')
      expect(keys.reason === '', group).toBe(keys.open === 'all')
      if (typeof keys.open === 'object')
        expect(Object.values(own), group).toEqual(expect.arrayContaining([...keys.open]))
    }
  })

  it('calls no two groups the same', () => {
    expect(new Set(said.map(([, { title }]) => title)).size).toBe(said.length)
  })

  it('is nothing of sign-in, people, keys and what goes on without them', () => {
    const open = new Set(PLACED_CALLS.filter(({ closedBecause }) => closedBecause === null).map(({ group }) => group))
    for (const group of ['auth', 'role', 'employee', 'ownSessions', 'programKeys', 'task', 'exportTasks', 'savedView'])
      expect(open.has(group), group).toBe(false)
    const aCallOfNobody = { ...calls.address.list, path: '/api/nobody' }
    expect(closedToKeys(aCallOfNobody)).not.toBe(null)
    for (const spec of allCalls) if (spec.access === 'public') expect(closedToKeys(spec), spec.path).not.toBe(null)
  })

  it('needs grants that can be given to a key', () => {
    for (const { spec, closedBecause } of PLACED_CALLS) {
      if (closedBecause !== null || typeof spec.access !== 'object') continue
      expect(
        spec.access.anyOf.some((grant) => KEY_GRANTS.includes(grant)),
        spec.path,
      ).toBe(true)
    }
    expect(KEY_GRANTS).toContain('field:buyerContact')
    for (const grant of ['/api/emp/edit', '/api/role/edit', '/api/refund/v1/agree', '/api/ext/apiKey/edit', '/sale'])
      expect(KEY_GRANTS).not.toContain(grant)
  })
})
