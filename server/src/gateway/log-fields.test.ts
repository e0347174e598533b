import { read } from '@huanji/contract/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import { enqueueJob } from '../jobs/job.ts'
import { newId } from '../platform/ids.ts'
import { logFields, type ScopeFields } from '../platform/log-scope.ts'
import { forAnyone, handlers } from './handler.ts'

const group = {
  note: read({
    path: '/t/note',
    title: '记录',
    access: 'public',
    input: z.strictObject({}),
    output: z.strictObject({ requestId: z.string() }),
    example: {},
  }),
}
const inJobs: ScopeFields[] = []
const modules = {
  groups: [
    handlers(group, {
      note: forAnyone(async ({ tx }) => {
        await tx.rows(sql`select 1`)
        return { requestId: String(logFields().requestId) }
      }),
    }),
  ],
  sessionReader: async () => null,
  jobHandlers: { note: async () => void inJobs.push(logFields()) },
}

interface Named {
  readonly _data: { readonly requestId: string }
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ modules })
})
afterAll(() => gateway.close())

it('each line of the log names the call during which it was written, also with others under way', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => gateway.post(group.note.path, '{}')))
  const named = await Promise.all(responses.map(async (one) => ((await one.json()) as Named)._data.requestId))
  expect(named).toEqual(responses.map(({ headers }) => headers.get('x-request-id')))
  expect(new Set(named).size).toBe(5)
})

it('each line that a job writes names the job', async () => {
  const now = gateway.clock.now()
  await gateway.db.tenant(newId(), (tx) => enqueueJob(tx, { kind: 'note', aggregate: 'a', payload: null, now }))
  await gateway.runJobs()
  expect(inJobs).toEqual([{ source: 'standard', jobId: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
})
