import { loadModule } from 'libpg-query'
import { beforeAll, expect, it } from 'vitest'
import type { Placement } from './placements.ts'
import { createWatch } from './watch.ts'

beforeAll(() => loadModule())

const CALL = `begin; set local role huanji_app; set local app.merchant_id = 'a'`
const JOB = 'begin; set local role huanji_worker'
const OPEN = 'select id from phone where id = $1'

function transactions(...texts: string[]): string | null {
  const watch = createWatch(() => new Map<string, Placement>([['phone', 'merchant']]))
  const connection = {}
  for (const text of texts) watch.hear(connection, text, () => 'phone.test.ts > a test')
  return watch.report()
}

it('says which statement of a call a cluster refuses, why, what instead, and who gave it', () => {
  const report = transactions(CALL, OPEN, 'commit')
  expect(report).toContain('a merchant’s table without its merchant: compare merchant_id')
  expect(report).toContain(OPEN)
  expect(report).toContain('given by phone.test.ts > a test')
})

it('says nothing of statements that ask one node, of jobs, and of those outside of both', () => {
  expect(transactions(CALL, 'select id from phone where merchant_id = $1', 'commit')).toBeNull()
  expect(transactions(JOB, OPEN, 'commit')).toBeNull()
  expect(transactions(OPEN, 'begin', OPEN, 'commit')).toBeNull()
  expect(transactions(CALL, 'commit', OPEN)).toBeNull()
})

it('leaves what is no statement to the database', () => {
  expect(transactions(CALL, 'declare c cursor for insert into phone values ($1)', 'rollback')).toBeNull()
})

it('lets a transaction ask several nodes where it says so, until it ends', () => {
  const allowed = `set local citus.multi_task_query_log_level = 'off'`
  expect(transactions(CALL, allowed, OPEN, 'rollback')).toBeNull()
  expect(transactions(CALL, allowed, 'rollback', CALL, OPEN, 'rollback')).toContain(OPEN)
})

it('hears what streams read', () => {
  const opening =
    'begin isolation level repeatable read read only; set local role huanji_app;\n set local app.merchant_id'
  expect(transactions(opening, `declare stream_1 no scroll cursor for ${OPEN}`, 'rollback')).toContain(OPEN)
})

it('tells of a statement once', () => {
  const watch = createWatch(() => new Map<string, Placement>([['phone', 'merchant']]))
  const connection = {}
  for (const text of [CALL, OPEN, 'commit']) watch.hear(connection, text, () => 'a test')
  expect(watch.report()).toContain(OPEN)
  watch.hear(connection, CALL, () => 'a test')
  watch.hear(connection, OPEN, () => 'a test')
  expect(watch.report()).toBeNull()
})
