import { signRequest } from '@huanji/marketplace/protocol/signature'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, TEST_START, type TestGateway } from '../../../tests/support/gateway.ts'
import type { ReceivedPush } from '../integration/marketplace/push-receiver.ts'
import { systemClock } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { runJobsCommand } from './command.ts'
import { ATTEMPTS_MAX, LEASE_MS, leaseFrom, pauseAfterMs } from './dispatch.ts'
import { enqueueJob, type JobAttempt, JobGivenUp, wakeJob } from './job.ts'
import { duePartitions } from './outbox/store.ts'

const ACCESS = { url: 'http://127.0.0.1:9', appKey: '4321', appSecret: 'a secret of tests' }
const merchantId = newId()

let attempts: JobAttempt[] = []
let behave: (job: JobAttempt) => Promise<void> = async () => undefined
let pushes: ReceivedPush[] = []
let takeUp: (push: ReceivedPush) => Promise<boolean> = async () => true

const modules = {
  groups: [],
  sessionReader: async () => null,
  jobHandlers: {
    note: async (job: JobAttempt) => {
      attempts.push(job)
      await behave(job)
    },
    request: {
      retries: 'forever' as const,
      run: async (job: JobAttempt) => {
        attempts.push(job)
        await behave(job)
      },
    },
  },
  pushHandlers: [
    async () => false,
    async (push: ReceivedPush) => {
      pushes.push(push)
      return takeUp(push)
    },
  ],
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ modules, marketplace: ACCESS })
})
afterAll(() => gateway.close())
beforeEach(() => {
  attempts = []
  pushes = []
  behave = async () => undefined
  takeUp = async () => true
  gateway.clock.set(TEST_START)
})
afterEach(() => gateway.database.open.ownerQuery('delete from outbox; delete from inbox; delete from schedule_lock'))

const enqueue = (payload: unknown, aggregate = 'thing:1', to = gateway) =>
  to.db.tenant(merchantId, (tx) => enqueueJob(tx, { kind: 'note', aggregate, payload, now: to.clock.now() }))

const rows = async () =>
  (await gateway.database.open.ownerQuery('select state, attempts, last_error, due_at from outbox order by sequence'))
    .rows as {
    state: string
    attempts: number
    last_error: string | null
    due_at: string
  }[]

const order = (changes: object = {}) =>
  JSON.stringify({
    seller_id: 800001,
    user_name: 'tb1',
    order_no: '3364202311980001234',
    order_status: 12,
    refund_status: 0,
    modify_time: 1_763_600_000,
    ...changes,
  })

describe('a job', () => {
  it('runs after the commit, once, with what it was given', async () => {
    await enqueue({ a: [1, '二'] })
    expect(attempts).toEqual([])
    expect(await gateway.runJobs()).toBe(1)
    expect(attempts).toMatchObject([{ merchantId, kind: 'note', payload: { a: [1, '二'] }, attempt: 1, isLast: false }])
    expect(await gateway.runJobs()).toBe(0)
    expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })

  it('does not run when its transaction rolls back', async () => {
    const failing = gateway.db.tenant(merchantId, async (tx) => {
      await enqueueJob(tx, { kind: 'note', aggregate: 'thing:1', payload: 1, now: gateway.clock.now() })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await gateway.runJobs()
    expect(attempts).toEqual([])
  })

  it('waits longer after each failure, keeps its id, and is given up in the end where people can see it', async () => {
    behave = async () => {
      throw new Error('平台超时')
    }
    await enqueue('x')
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      await gateway.runJobs()
      expect(attempts.length).toBe(attempt)
      gateway.clock.advance(pauseAfterMs(attempt) - 1)
      await gateway.runJobs()
      expect(attempts.length).toBe(attempt)
      gateway.clock.advance(1)
    }
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(1)
    expect(attempts.map(({ attempt }) => attempt)).toEqual(
      Array.from({ length: ATTEMPTS_MAX }, (_, index) => index + 1),
    )
    expect(attempts.at(-1)?.isLast).toBe(true)
    expect(await rows()).toMatchObject([{ state: 'dead', attempts: ATTEMPTS_MAX, last_error: 'Error: 平台超时' }])
    expect(await gateway.app.services.jobs.depth()).toMatchObject({ pending: 0, dead: 1 })
  })

  it('defect: one that waits to be tried again took the place of another kind of the same thing', async () => {
    behave = async () => {
      throw new Error('平台超时')
    }
    await enqueue('x')
    await gateway.runJobs()
    behave = async () => undefined
    const wake = { kind: 'request', aggregate: 'thing:1', payload: 'y', now: gateway.clock.now() }
    for (const _ of [1, 2]) await gateway.db.tenant(merchantId, (tx) => wakeJob(tx, wake))
    await gateway.runJobs()
    expect(attempts.map(({ kind, payload }) => [kind, payload])).toEqual([
      ['note', 'x'],
      ['note', 'x'],
      ['request', 'y'],
    ])
  })

  it('that is dead is shown to an operator, who lets it run again', async () => {
    behave = async () => {
      throw new JobGivenUp('pointless')
    }
    await enqueue('x')
    await gateway.runJobs()
    expect(await rows()).toMatchObject([{ state: 'dead', attempts: 1 }])
    behave = async () => undefined
    const id = attempts[0]?.id ?? ''
    const { jobs } = gateway.app.services
    expect(await jobs.deadLetters(10)).toEqual([
      {
        id,
        merchantId,
        kind: 'note',
        aggregate: 'thing:1',
        error: 'Error: pointless',
        attempts: 1,
        since: TEST_START,
        deadSince: TEST_START,
      },
    ])
    expect(await jobs.retry({ merchantId, id })).toBe(true)
    expect(await jobs.retry({ merchantId, id })).toBe(false)
    await gateway.runJobs()
    expect(await rows()).toMatchObject([{ state: 'delivered' }])
    expect(await jobs.deadLetters(10)).toEqual([])
  })

  it('that is dead can be given up, and is removed a month later', async () => {
    behave = async () => {
      throw new JobGivenUp('pointless')
    }
    await enqueue('x')
    await gateway.runJobs()
    const id = attempts[0]?.id ?? ''
    const { jobs } = gateway.app.services
    gateway.clock.advance(60 * 24 * 3_600_000)
    await gateway.app.runtime.runSchedules()
    expect(await rows()).toMatchObject([{ state: 'dead' }])
    expect(await jobs.discard({ merchantId: newId(), id })).toBe(false)
    expect(await jobs.discard({ merchantId, id })).toBe(true)
    expect(await jobs.retry({ merchantId, id })).toBe(false)
    expect(await jobs.depth()).toMatchObject({ dead: 0 })
    gateway.clock.advance(31 * 24 * 3_600_000)
    await gateway.app.runtime.runSchedules()
    expect(await rows()).toEqual([])
  })

  it('of a kind that is tried for as long as it is asked for never dies, and waits no longer than twenty minutes', async () => {
    behave = async ({ attempt }) => {
      if (attempt < 3 * ATTEMPTS_MAX) throw new Error('平台超时')
    }
    await gateway.db.tenant(merchantId, (tx) =>
      enqueueJob(tx, { kind: 'request', aggregate: 'thing:1', payload: null, now: gateway.clock.now() }),
    )
    for (let attempt = 1; attempt < 3 * ATTEMPTS_MAX; attempt += 1) {
      await gateway.runJobs()
      expect(attempts).toHaveLength(attempt)
      expect(attempts.at(-1)?.isLast).toBe(false)
      gateway.clock.advance(Math.min(pauseAfterMs(attempt), 20 * 60_000))
    }
    await gateway.runJobs()
    expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 3 * ATTEMPTS_MAX }])
  })

  it('that failed while the clock stood an hour ahead does not wait for that hour', async () => {
    behave = async ({ attempt }) => {
      if (attempt === 1) throw new Error('not yet')
    }
    gateway.clock.advance(3_600_000)
    await enqueue('x')
    await gateway.runJobs()
    gateway.clock.set(TEST_START)
    await gateway.runJobs()
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2])
  })

  it('comes after one whose transaction began later and committed earlier', async () => {
    const { open, kind } = gateway.database
    // the embedded database runs one transaction after the other
    if (kind === 'embedded') {
      for (const payload of ['first', 'second']) await enqueue(payload)
    } else {
      const note = (payload: string) => ({ kind: 'note', aggregate: 'thing:1', payload, now: gateway.clock.now() })
      await open.db.tenant(merchantId, async (tx) => {
        await tx.rows(sql`select now()`)
        await enqueue('first')
        await enqueueJob(tx, note('second'))
      })
    }
    await gateway.runJobs()
    expect(attempts.map(({ payload }) => payload)).toEqual(['first', 'second'])
  })

  it('keeps the order in which one transaction enqueued', async () => {
    const payloads = Array.from({ length: 40 }, (_, index) => index)
    await gateway.db.tenant(merchantId, async (tx) => {
      for (const payload of payloads) {
        await enqueueJob(tx, { kind: 'note', aggregate: 'thing:1', payload, now: gateway.clock.now() })
      }
    })
    await gateway.runJobs()
    expect(attempts.map(({ payload }) => payload)).toEqual(payloads)
  })

  it('whose lease lapsed says nothing any more about how it stands', async () => {
    const ends: ((error: Error | null) => void)[] = []
    behave = () =>
      new Promise((resolve, reject) => {
        ends.push((error) => (error === null ? resolve() : reject(error)))
      })
    await enqueue('x')
    const first = gateway.runJobs()
    await expect.poll(() => ends.length, { timeout: 10_000 }).toBe(1)
    gateway.clock.advance(LEASE_MS)
    const second = gateway.runJobs()
    await expect.poll(() => ends.length, { timeout: 10_000 }).toBe(2)
    ends[0]?.(new Error('too late'))
    await first
    expect(await rows()).toMatchObject([{ state: 'pending', attempts: 2, last_error: null }])
    expect(await gateway.runJobs()).toBe(0)
    ends[1]?.(null)
    await second
    expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 2, last_error: null }])
  })

  it('without a handler is dead and not lost', async () => {
    await gateway.db.tenant(merchantId, (tx) =>
      enqueueJob(tx, { kind: 'unheard', aggregate: 'thing:1', payload: null, now: gateway.clock.now() }),
    )
    await gateway.runJobs()
    expect(await rows()).toMatchObject([{ state: 'dead', last_error: expect.stringContaining('unheard') }])
  })

  it('keeps its place behind an earlier one of its aggregate, and no other aggregate waits for that', async () => {
    behave = async ({ payload, attempt }) => {
      if (payload === 'first' && attempt === 1) throw new Error('not yet')
    }
    for (const payload of ['first', 'second', 'third']) await enqueue(payload, 'thing:1')
    await enqueue('other', 'thing:2')
    await gateway.runJobs()
    expect(attempts.map(({ payload }) => payload).sort()).toEqual(['first', 'other'])
    gateway.clock.advance(pauseAfterMs(1))
    await gateway.runJobs()
    expect(attempts.map(({ payload }) => payload).slice(2)).toEqual(['first', 'second', 'third'])
  })

  it('is run by one of two that look at the same moment', async () => {
    let let_go = () => {}
    behave = () =>
      new Promise((resolve) => {
        let_go = resolve
      })
    await enqueue('x')
    const first = gateway.runJobs()
    await expect.poll(() => attempts.length, { timeout: 10_000 }).toBe(1)
    expect(await gateway.runJobs()).toBe(0)
    let_go()
    await first
    expect(attempts).toHaveLength(1)
  })

  it('defect: was begun a second time by a process whose clock was a moment behind', async () => {
    await enqueue('x')
    const elsewhere = new Date(gateway.clock.now().getTime() + 5)
    await gateway.database.open.ownerQuery(
      `update outbox set attempts = 1, leased_until = $1::timestamptz + $2 * interval '1 millisecond'`,
      [elsewhere, LEASE_MS],
    )
    await gateway.runJobs()
    expect(attempts).toEqual([])
  })

  it('that a crash left in the middle is run again once its lease is over', async () => {
    await enqueue('x')
    const crashedAt = gateway.clock.now()
    await gateway.database.open.ownerQuery(
      `update outbox set attempts = 1, leased_until = $1::timestamptz + $2 * interval '1 millisecond'`,
      [crashedAt, LEASE_MS],
    )
    await gateway.runJobs()
    expect(attempts).toEqual([])
    gateway.clock.advance(LEASE_MS)
    await gateway.runJobs()
    expect(attempts).toMatchObject([{ attempt: 2 }])
  })
})

describe('the command for operators', () => {
  const said: string[] = []
  const run = (...words: string[]) => runJobsCommand(gateway.app.services.jobs, words, (line) => said.push(line))
  beforeEach(async () => {
    said.length = 0
    behave = async () => {
      throw new JobGivenUp('平台拒绝')
    }
    for (const aggregate of ['thing:1', 'thing:2', 'thing:3']) await enqueue('x', aggregate)
    await gateway.runJobs()
    behave = async () => undefined
  })
  const numbers = () => attempts.slice(0, 3).map(({ id }) => `${merchantId}/${id}`)

  it('lists dead jobs with error, attempts and since when, and dead messages', async () => {
    takeUp = async () => {
      throw new JobGivenUp('消息无法处理')
    }
    await gateway.database.open.ownerQuery(
      `insert into inbox (id, route, dedup_key, body, state, attempts, due_at, received_at)
       values ('${newId()}', 'push', 'k', '${order()}', 'pending', 0, '${TEST_START}', '${TEST_START}')`,
    )
    await gateway.runJobs()
    await run()
    const text = said.join('\n')
    for (const number of numbers()) expect(text).toContain(number)
    expect(text).toMatch(/note（thing:1）：试过 1 次，始于 2026-11-20T02:00:00.000Z/)
    expect(text).toContain('Error: 平台拒绝')
    expect(text).toMatch(/闲鱼消息（push）：试过 1 次/)
    expect(said.at(-1)).toContain('以上列出 4 件')
  })

  it('lets named ones run again and gives others up', async () => {
    const [first = '', second = '', third = ''] = numbers()
    await run('retry', first)
    await run('discard', second, third)
    expect(said).toEqual(['已重新排队 1 件。', '已放弃 2 件。'])
    await gateway.runJobs()
    expect(await rows()).toMatchObject([{ state: 'delivered' }, { state: 'discarded' }, { state: 'discarded' }])
  })

  it('lets all run again', async () => {
    await run('retry', 'all')
    await gateway.runJobs()
    expect(said).toEqual(['已重新排队 3 件。'])
    expect((await rows()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  it.each([
    [['retry']],
    [['retry', 'everything']],
    [['discard', 'all']],
    [['discard', newId()]],
    [['resume', newId()]],
  ])('refuses %j with a sentence and changes nothing', async (words) => {
    await expect(run(...words)).rejects.toThrow(StartupRefusal)
    expect((await rows()).map(({ state }) => state)).toEqual(['dead', 'dead', 'dead'])
  })
})

describe('a message of the marketplace', () => {
  function send(body: string, signedBody = body, path = '/marketplace/push') {
    const timestampS = Math.floor(systemClock.now().getTime() / 1000)
    const sign = signRequest({ appKey: ACCESS.appKey, appSecret: ACCESS.appSecret, timestampS, body: signedBody })
    return gateway.post(`${path}?appid=${ACCESS.appKey}&timestamp=${timestampS}&sign=${sign}`, body)
  }

  it('is stored before it is acknowledged, and handed on exactly', async () => {
    // larger than a JSON number can hold exactly
    const large = order().replace('"3364202311980001234"', '3364202311980001235')
    const response = await send(large)
    expect(await response.json()).toEqual({ result: 'success', msg: '接收成功' })
    expect(pushes).toEqual([])
    await gateway.runJobs()
    expect(pushes).toMatchObject([{ route: 'push', attempt: 1, receivedAt: TEST_START, push: { kind: 'order' } }])
    expect(pushes[0]?.push.body).toMatchObject({ order_no: '3364202311980001235', order_status: 12 })
  })

  it('that comes five times at once is handed on once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(order())))
    for (const answer of answers) expect(await answer.json()).toMatchObject({ result: 'success' })
    await gateway.runJobs()
    expect(pushes).toHaveLength(1)
  })

  it('says where it came in', async () => {
    await send(order(), order(), '/marketplace/callback')
    await gateway.runJobs()
    expect(pushes).toMatchObject([{ route: 'callback' }])
  })

  it('is refused with a false signature, and not stored', async () => {
    const response = await send(order({ order_status: 22 }), order())
    expect(await response.json()).toEqual({ result: 'fail', msg: '签名失败' })
    expect(await gateway.runJobs()).toBe(0)
  })

  it('is handed on again after a failure', async () => {
    takeUp = async ({ attempt }) => {
      if (attempt === 1) throw new Error('busy')
      return true
    }
    await send(order())
    await gateway.runJobs()
    gateway.clock.advance(pauseAfterMs(1))
    await gateway.runJobs()
    expect(pushes.map(({ attempt }) => attempt)).toEqual([1, 2])
  })
})

describe('the queue', () => {
  const addRows = (from: number, to: number) =>
    gateway.database.open.ownerQuery(
      `insert into outbox (merchant_id, id, aggregate, kind, payload, state, attempts, due_at, created_at)
       select $1, gen_random_uuid(), 'thing:' || (n % 5000), 'note', '1', 'pending', 0, $2, $2
       from generate_series($3::int, $4::int) as n`,
      [merchantId, TEST_START, from, to - 1],
    )
  async function backlog(from: number, to: number): Promise<void> {
    for (let next = from; next < to; next += 1_000) await addRows(next, next + 1_000)
  }
  const lookMs = async () => {
    const startedMs = performance.now()
    const due = await gateway.db.worker((tx) => duePartitions(tx, 'standard', leaseFrom(gateway.clock.now()), 500))
    expect(new Set(due.map(({ aggregate }) => aggregate)).size).toBe(500)
    return performance.now() - startedMs
  }
  const quickestLookMs = async () => Math.min(await lookMs(), await lookMs(), await lookMs())

  it('is looked through in a time that grows with it, also with a backlog that the database has no statistics of', async () => {
    await backlog(0, 2_000)
    const fewMs = await quickestLookMs()
    await backlog(2_000, 20_000)
    // ten times the rows; reading the whole queue for each job took a hundred times as long
    expect(await quickestLookMs()).toBeLessThan(40 * fewMs)
  })

  it('defect: the backlog of a merchant whom the statistics do not know was read whole for each of its jobs', async () => {
    await gateway.database.open.ownerQuery(
      `insert into outbox (merchant_id, id, aggregate, kind, payload, state, attempts, due_at, created_at, finished_at)
       select gen_random_uuid(), gen_random_uuid(), 'done:' || n, 'note', '1', 'delivered', 1, $1, $1, $1
       from generate_series(1, 300) as n`,
      [TEST_START],
    )
    await gateway.database.open.ownerQuery('analyze outbox', [])
    await backlog(0, 2_000)
    const fewMs = await quickestLookMs()
    await backlog(2_000, 20_000)
    expect(await quickestLookMs()).toBeLessThan(40 * fewMs)
  })

  it('runs by itself soon after the commit, also what a failure put off, and stops in order', async () => {
    const working = await startTestGateway({ modules, marketplace: ACCESS, usesQueue: true })
    await enqueue('soon', 'thing:1', working)
    await expect.poll(() => attempts.length, { timeout: 10_000, interval: 20 }).toBe(1)
    await Promise.all(Array.from({ length: 30 }, (_, index) => enqueue(index, `thing:${index % 3}`, working)))
    await expect.poll(() => attempts.length, { timeout: 20_000, interval: 50 }).toBe(31)
    for (const partition of [0, 1, 2]) {
      const seen = attempts
        .slice(1)
        .map(({ payload }) => Number(payload))
        .filter((one) => one % 3 === partition)
      expect(seen).toHaveLength(10)
    }
    await working.close()
  })

  it('of long work holds up no shipment, and runs one piece at a time', async () => {
    const working = await startTestGateway({ modules, marketplace: ACCESS, usesQueue: true })
    const letGo: (() => void)[] = []
    behave = ({ payload }) => (payload === 'long' ? new Promise((resolve) => letGo.push(resolve)) : Promise.resolve())
    for (let index = 0; index < 6; index += 1) {
      await working.db.tenant(merchantId, (tx) =>
        enqueueJob(tx, {
          kind: 'note',
          aggregate: `export:${index}`,
          payload: 'long',
          queue: 'long',
          now: working.clock.now(),
        }),
      )
    }
    await expect.poll(() => letGo.length, { timeout: 10_000, interval: 20 }).toBe(1)
    for (let index = 0; index < 10; index += 1) await enqueue('shipment', `order:${index}`, working)
    await expect.poll(() => attempts.length, { timeout: 10_000, interval: 20 }).toBe(11)
    expect(letGo).toHaveLength(1)
    for (let done = 1; done <= 6; done += 1) {
      await expect.poll(() => letGo.length, { timeout: 10_000, interval: 20 }).toBe(done)
      letGo.at(-1)?.()
    }
    await expect.poll(() => working.app.services.jobs.depth(), { timeout: 10_000 }).toMatchObject({ pending: 0 })
    await working.close()
  })

  it('of bulk work lets merchants take turns, however much each of them has', async () => {
    const working = await startTestGateway({ modules, marketplace: ACCESS, usesQueue: true })
    const letGo: (() => void)[] = []
    behave = () => new Promise((resolve) => letGo.push(resolve))
    const bulk = (of: string) =>
      working.db.tenant(of, (tx) =>
        enqueueJob(tx, { kind: 'note', aggregate: 'tasks', payload: null, queue: 'bulk', now: working.clock.now() }),
      )
    const [large, other, small] = [newId(), newId(), newId()]
    for (let index = 0; index < 4; index += 1) await bulk(large)
    for (let index = 0; index < 4; index += 1) await bulk(other)
    await expect.poll(() => letGo.length, { timeout: 10_000, interval: 20 }).toBe(2)
    await bulk(small)
    for (let done = 0; done < 9; done += 1) {
      letGo[done]?.()
      // the next one begins once the result of this one is written down, however long that takes
      await expect.poll(() => letGo.length, { timeout: 10_000, interval: 20 }).toBe(Math.min(9, done + 3))
    }
    await expect.poll(() => working.app.services.jobs.depth(), { timeout: 10_000 }).toMatchObject({ pending: 0 })
    // the others had asked for their second turns before it came, and have their third ones after it
    const firstFive = attempts.slice(0, 5).map((job) => job.merchantId)
    expect(firstFive.sort()).toEqual([large, other, large, other, small].sort())
    await working.close()
  })

  it('finds what no signal told it of, such as what another process committed', async () => {
    const working = await startTestGateway({ modules, marketplace: ACCESS, usesQueue: true })
    await working.database.open.ownerQuery(
      `insert into inbox (id, route, dedup_key, body, state, attempts, due_at, received_at)
       values ('${newId()}', 'push', 'k', '${order()}', 'pending', 0, '${TEST_START}', '${TEST_START}')`,
    )
    await expect.poll(() => pushes.length, { timeout: 10_000, interval: 50 }).toBe(1)
    await working.close()
  })
})
