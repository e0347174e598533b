import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { read } from '@huanji/contract/call'
import { trace } from '@opentelemetry/api'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { startTestGateway, type TestGateway, testSettings } from '../../../tests/support/gateway.ts'
import { Refusal } from '../errors/refusal.ts'
import { forAnyone, handlers } from '../gateway/handler.ts'
import { enqueueJob } from '../jobs/job.ts'
import { newId } from '../platform/ids.ts'
import { startTracing } from './tracing.ts'

const group = {
  look: read({
    path: '/t/look',
    title: '查看',
    access: 'public',
    input: z.strictObject({ phone: z.string() }),
    output: z.strictObject({ found: z.string() }),
    refusals: ['NOT_FOUND'],
    example: { phone: '1' },
  }),
}
const groups = [
  handlers(group, {
    look: forAnyone(async ({ tx }, { phone }) => {
      if (phone === 'broken') throw new TypeError(`nobody may read ${phone}`)
      if (phone === 'gone') throw new Refusal('NOT_FOUND')
      const row = await tx.one<{ found: string }>(sql`select ${phone}::text as found`)
      return { found: row?.found ?? '' }
    }),
  }),
]
const modules = { groups, sessionReader: async () => null, jobHandlers: { note: async () => undefined } }

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
  readonly status: { readonly code?: number; readonly message?: string }
}

let collector: http.Server
let received = ''
let gateway: TestGateway

beforeAll(async () => {
  collector = http.createServer(async (request, response) => {
    for await (const piece of request) received += piece
    received += '\n'
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  gateway = await startTestGateway({ modules })
})
afterAll(async () => {
  await gateway.close()
  collector.close()
})

it('without a collector nothing is traced', async () => {
  expect(testSettings('/nowhere').traces).toBeNull()
  expect(await startTracing(testSettings('/nowhere'))).toBeNull()
  await gateway.data(group.look, { phone: '13800138000' })
  expect(received).toBe('')
})

const attributeOf = (span: Span | undefined, key: string) =>
  span?.attributes.find((attribute) => attribute.key === key)?.value.stringValue

describe('traces', () => {
  let spans: readonly Span[]
  const calls = () => spans.filter(({ name }) => name === 'POST /t/look')

  // a process is traced once, from its start to its end
  beforeAll(async () => {
    const { port } = collector.address() as AddressInfo
    const traces = { url: `http://127.0.0.1:${port}/v1/traces`, percent: 100 }
    const tracing = await startTracing({ ...testSettings('/nowhere'), traces })
    await gateway.data(group.look, { phone: '13800138000' })
    await gateway.call(group.look, { phone: 'broken' })
    await gateway.call(group.look, { phone: 'gone' })
    const now = gateway.clock.now()
    await gateway.db.tenant(newId(), (tx) => enqueueJob(tx, { kind: 'note', aggregate: 'a', payload: null, now }))
    await gateway.runJobs()
    await tracing?.stop()
    trace.disable()
    spans = received
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => (JSON.parse(line) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans)
  })

  it('hold a call with its transaction and statements, and nothing that was typed', () => {
    const [call] = calls()
    expect(attributeOf(call, 'http.route')).toBe('/t/look')
    expect(attributeOf(call, 'huanji.request_id')).toMatch(/^[0-9a-f]{12}$/)
    const transaction = spans.find(({ name, parentSpanId }) => name === 'transaction' && parentSpanId === call?.spanId)
    const statement = spans.find(({ parentSpanId }) => parentSpanId === transaction?.spanId)
    expect(attributeOf(statement, 'db.query.text')).toContain('::text as found')
    expect(new Set([call, transaction, statement].map((span) => span?.traceId)).size).toBe(1)
    expect(received).not.toContain('13800138000')
  })

  it('mark what failed with the name of the error alone; a refusal is an answer', () => {
    expect(calls().map(({ status }) => status)).toEqual([{ code: 0 }, { code: 2, message: 'TypeError' }, { code: 0 }])
    expect(received).not.toContain('nobody may read')
  })

  it('hold the work of a job', () => {
    const job = spans.find(({ name }) => name === 'job standard')
    expect(attributeOf(job, 'huanji.job_id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})
