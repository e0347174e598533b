import { write } from '@huanji/contract/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import { newId } from '../platform/ids.ts'
import { handlers, type SessionReader, twoSteps } from './handler.ts'

/** What one employee may do at once of this class (rates.ts). */
const BURST = 10
const base = {
  access: 'signedIn',
  input: z.strictObject({}),
  output: z.strictObject({}),
  example: {},
  rate: 'code',
} as const
const group = {
  once: write({ ...base, path: '/t/once', title: '一步' }),
  twice: write({ ...base, path: '/t/twice', title: '两步' }),
  again: write({ ...base, path: '/t/again', title: '重试' }),
}

const merchantId = newId()
const sessionReader: SessionReader = async (_tx, { employeeId, loginPhone }) => ({
  merchantId,
  employeeId,
  employeeName: '阿明',
  phone: loginPhone,
  grants: new Set<string>(),
  isOwner: true,
  refundLimitFen: null,
  sessionId: newId(),
})

let runs = 0
const groups = [
  handlers(group, {
    once: async () => ({}),
    twice: twoSteps({ prepare: async () => null, commit: async () => ({}) }),
    again: async ({ tx }) => {
      runs += 1
      if (runs % 2 === 1) await tx.run(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
      return {}
    },
  }),
]

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({
    modules: { groups, sessionReader, jobHandlers: {}, pushHandlers: [], schedules: [] },
    settings: { rateFactor: 1 },
  })
})
afterAll(() => gateway.close())

it.each([
  ['a call in one step', group.once],
  ['a call in two steps', group.twice],
  ['a call whose transaction runs again', group.again],
])('%s takes one of its rate budget', async (_name, spec) => {
  const login = { loginToken: 'good', loginPhone: '13800138000', employeeId: newId(), merchantId }
  const statuses: number[] = []
  gateway.clock.advance(3_600_000)
  for (let made = 0; made <= BURST; made += 1) statuses.push((await gateway.call(spec, {}, login)).status)
  expect(statuses).toEqual([...Array.from({ length: BURST }, () => 200), 429])
})

it('the transaction that is said to run again did', () => {
  expect(runs).toBe(2 * BURST)
})
