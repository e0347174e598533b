import { read } from '@huanji/contract/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import { forAnyone, handlers } from '../gateway/handler.ts'
import { createMetrics } from './metrics.ts'

const group = {
  wait: read({
    path: '/t/wait',
    title: '等待',
    access: 'public',
    input: z.strictObject({ ms: z.int() }),
    output: z.strictObject({ waited: z.int() }),
    example: { ms: 0 },
  }),
}
/** What the next call is told when it has begun, and what it waits for. */
let hold: { begun: () => void; until: Promise<void> } | null = null
const groups = [
  handlers(group, {
    wait: forAnyone(async (_context, { ms }) => {
      hold?.begun()
      await hold?.until
      await new Promise((resolve) => setTimeout(resolve, ms))
      return { waited: ms }
    }),
  }),
]
const modules = { groups, sessionReader: async () => null }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ modules })
})
afterAll(() => gateway.close())

const ops = async (path: string) => {
  const response = await fetch(`${gateway.app.opsUrl}${path}`)
  return { status: response.status, text: await response.text() }
}

describe('the operators’ port', () => {
  it('says that the process lives and is ready for calls', async () => {
    expect(await ops('/live')).toEqual({ status: 200, text: 'live\n' })
    expect(await ops('/ready')).toEqual({ status: 200, text: 'ready\n' })
    expect((await ops('/elsewhere')).status).toBe(404)
  })

  it('is not ready when the tables are not the ones it knows', async () => {
    await gateway.database.open.ownerQuery(`insert into migration (number, name, checksum) values (9999, 'later', '')`)
    expect((await ops('/ready')).status).toBe(503)
    await gateway.database.open.ownerQuery('delete from migration where number = 9999')
    expect((await ops('/ready')).status).toBe(200)
  })

  it('counts calls by path and status, and shows how the server stands', async () => {
    await gateway.data(group.wait, { ms: 0 })
    await gateway.post(group.wait.path, '{"ms":"x"}')
    await gateway.post('/report/timing', JSON.stringify({ path: group.wait.path, durationMs: 120, errCode: '0' }))
    await gateway.post(
      '/report/timing',
      JSON.stringify({ path: group.wait.path, durationMs: 120, errCode: '80017101' }),
    )
    await gateway.post('/report/timing', JSON.stringify({ path: group.wait.path, durationMs: 120, errCode: 'failed' }))
    await gateway.post('/report/timing', JSON.stringify({ path: '/t/"injected', durationMs: 120, errCode: '0' }))
    const { text } = await ops('/metrics')
    expect(text).toContain('huanji_call_duration_seconds_count{path="/t/wait",status="200"} 1')
    expect(text).toContain('huanji_call_duration_seconds_count{path="/t/wait",status="400"} 1')
    for (const outcome of ['ok', 'refused', 'failed'])
      expect(text).toContain(
        `huanji_browser_call_duration_seconds_bucket{le="0.25",path="/t/wait",outcome="${outcome}"} 1`,
      )
    expect(text).not.toContain('injected')
    for (const name of [
      'huanji_outbox_pending 0',
      'huanji_database_waiting 0',
      'huanji_event_loop_delay_p99_seconds ',
    ]) {
      expect(text).toContain(`\n${name}`)
    }
    for (const line of text.split('\n').filter((one) => one !== ''))
      expect(line).toMatch(/^(# (HELP|TYPE) .+|[a-z0-9_]+(\{[^{}]*\})? [0-9.e+-]+)$/)
  })
})

it('two servers of one process count apart', async () => {
  const [one, other] = [createMetrics(), createMetrics()]
  one.observeCall('/t/wait', 200, 5)
  expect(await one.text()).toContain('huanji_call_duration_seconds_count{path="/t/wait",status="200"} 1')
  expect(await other.text()).not.toContain('/t/wait')
  for (const metrics of [one, other]) metrics.close()
})

it('defect: a database that was away took every metric with it, and with them the one that says so', async () => {
  const metrics = createMetrics()
  metrics.addGauge({ name: 'away', help: 'Cannot be read.', read: async () => Promise.reject(new Error('away')) })
  metrics.addGauge({ name: 'there', help: 'Can be read.', read: () => 1 })
  const text = await metrics.text()
  expect(text).toContain('\naway Nan\n')
  expect(text).toContain('\nthere 1\n')
  metrics.close()
})

describe('the end', () => {
  it('turns unready first, lets the calls under way end, then takes no more', async () => {
    const leaving = await startTestGateway({ modules, database: gateway.database })
    const startedMs = performance.now()
    let letGo = (): void => {}
    const until = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let underWay: Promise<unknown> | undefined
    await new Promise<void>((begun) => {
      hold = { begun, until }
      underWay = leaving.data(group.wait, { ms: 0 })
    })
    const readyUrl = `${leaving.app.opsUrl}/ready`
    const closing = leaving.close()
    const ready = await fetch(readyUrl)
    expect([ready.status, await ready.text()]).toEqual([503, 'on the way out\n'])
    letGo()
    expect(await underWay).toEqual({ waited: 0 })
    await closing
    expect(performance.now() - startedMs).toBeLessThan(5_000)
    await expect(leaving.call(group.wait, { ms: 0 })).rejects.toThrow('fetch failed')
    await expect(fetch(readyUrl)).rejects.toThrow('fetch failed')
  })
})
