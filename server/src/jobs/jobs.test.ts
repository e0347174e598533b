import { signRequest } from '@huanji/marketplace/protocol/signature'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, TEST_START, type TestGateway } from '../../../tests/support/gateway.ts'
import { systemClock } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { ATTEMPTS_MAX, pauseAfterMs } from './delivery.ts'
import { EffectGivenUp, type EffectJob, enqueueEffect } from './effects.ts'
import type { ReceivedPush } from './pushes.ts'
import { registerSchedule } from './schedules.ts'

const ACCESS = { url: 'http://127.0.0.1:9', appKey: '4321', appSecret: 'a secret of tests' }
const merchantId = newId()

let delivered: EffectJob[] = []
let behave: (job: EffectJob) => Promise<void> = async () => undefined
let pushes: ReceivedPush[] = []
let takeUp: (push: ReceivedPush) => Promise<boolean> = async () => true
let turns = 0
let turn: () => Promise<void> = async () => undefined

const modules = {
  groups: [],
  sessionReader: async () => null,
  effects: {
    note: async (job: EffectJob) => {
      delivered.push(job)
      await behave(job)
    },
  },
  pushHandlers: [
    async () => false,
    async (push: ReceivedPush) => {
      pushes.push(push)
      return takeUp(push)
    },
  ],
  schedules: [
    registerSchedule('test.turn', 60, async () => {
      turns += 1
      await turn()
    }),
  ],
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ modules, marketplace: ACCESS })
})
afterAll(() => gateway.close())
beforeEach(() => {
  delivered = []
  pushes = []
  behave = async () => undefined
  takeUp = async () => true
  gateway.clock.set(TEST_START)
})
afterEach(() => gateway.database.open.ownerQuery('delete from outbox; delete from inbox; delete from schedule_turn'))

const enqueue = (payload: unknown, aggregate = 'thing:1', to = gateway) =>
  to.db.tenant(merchantId, (tx) => enqueueEffect(tx, { kind: 'note', aggregate, payload, now: to.clock.now() }))

const rows = async () =>
  (await gateway.database.open.ownerQuery('select state, attempts, last_error, due_at from outbox order by sequence'))
    .rows as {
    state: string
    attempts: number
    last_error: string | null
    due_at: string
  }[]

describe('an effect', () => {
  it('is delivered after the commit, once, with what it was given', async () => {
    await enqueue({ a: [1, '二'] })
    expect(delivered).toEqual([])
    expect(await gateway.deliver()).toBe(1)
    expect(delivered).toMatchObject([
      { merchantId, kind: 'note', payload: { a: [1, '二'] }, attempt: 1, isLast: false },
    ])
    expect(await gateway.deliver()).toBe(0)
    expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })

  it('is not delivered when its transaction rolls back', async () => {
    const failing = gateway.db.tenant(merchantId, async (tx) => {
      await enqueueEffect(tx, { kind: 'note', aggregate: 'thing:1', payload: 1, now: gateway.clock.now() })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await gateway.deliver()
    expect(delivered).toEqual([])
  })

  it('waits longer after each failure, keeps its id, and is given up in the end where people can see it', async () => {
    behave = async () => {
      throw new Error('平台超时')
    }
    await enqueue('x')
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      await gateway.deliver()
      expect(delivered.length).toBe(attempt)
      gateway.clock.advance(pauseAfterMs(attempt) - 1)
      await gateway.deliver()
      expect(delivered.length).toBe(attempt)
      gateway.clock.advance(1)
    }
    expect(new Set(delivered.map(({ id }) => id)).size).toBe(1)
    expect(delivered.map(({ attempt }) => attempt)).toEqual(
      Array.from({ length: ATTEMPTS_MAX }, (_, index) => index + 1),
    )
    expect(delivered.at(-1)?.isLast).toBe(true)
    expect(await rows()).toMatchObject([{ state: 'dead', attempts: ATTEMPTS_MAX, last_error: 'Error: 平台超时' }])
    expect(await gateway.app.services.jobs.depth()).toMatchObject({ pending: 0, dead: 1 })
  })

  it('can be revived by an operator', async () => {
    behave = async () => {
      throw new EffectGivenUp('pointless')
    }
    await enqueue('x')
    await gateway.deliver()
    expect(await rows()).toMatchObject([{ state: 'dead', attempts: 1 }])
    behave = async () => undefined
    const id = delivered[0]?.id ?? ''
    expect(await gateway.app.services.jobs.revive(merchantId, id)).toBe(true)
    expect(await gateway.app.services.jobs.revive(merchantId, id)).toBe(false)
    await gateway.deliver()
    expect(await rows()).toMatchObject([{ state: 'delivered' }])
  })

  it('without a handler is dead and not lost', async () => {
    await gateway.db.tenant(merchantId, (tx) =>
      enqueueEffect(tx, { kind: 'unheard', aggregate: 'thing:1', payload: null, now: gateway.clock.now() }),
    )
    await gateway.deliver()
    expect(await rows()).toMatchObject([{ state: 'dead', last_error: expect.stringContaining('unheard') }])
  })

  it('keeps its place behind an earlier one of its aggregate, and no other aggregate waits for that', async () => {
    behave = async ({ payload, attempt }) => {
      if (payload === 'first' && attempt === 1) throw new Error('not yet')
    }
    for (const payload of ['first', 'second', 'third']) await enqueue(payload, 'thing:1')
    await enqueue('other', 'thing:2')
    await gateway.deliver()
    expect(delivered.map(({ payload }) => payload).sort()).toEqual(['first', 'other'])
    gateway.clock.advance(pauseAfterMs(1))
    await gateway.deliver()
    expect(delivered.map(({ payload }) => payload).slice(2)).toEqual(['first', 'second', 'third'])
  })

  it('is delivered by one of two that look at the same moment', async () => {
    let let_go = () => {}
    behave = () =>
      new Promise((resolve) => {
        let_go = resolve
      })
    await enqueue('x')
    const first = gateway.deliver()
    await expect.poll(() => delivered.length, { timeout: 10_000 }).toBe(1)
    expect(await gateway.deliver()).toBe(0)
    let_go()
    await first
    expect(delivered).toHaveLength(1)
  })

  it('that a crash left in the middle is delivered again once its lease is over', async () => {
    await enqueue('x')
    const crashedAt = gateway.clock.now()
    await gateway.database.open.ownerQuery(
      `update outbox set attempts = 1, leased_until = $1::timestamptz + interval '2 minutes'`,
      [crashedAt],
    )
    await gateway.deliver()
    expect(delivered).toEqual([])
    gateway.clock.advance(120_000)
    await gateway.deliver()
    expect(delivered).toMatchObject([{ attempt: 2 }])
  })
})

describe('a message of the marketplace', () => {
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
    await gateway.deliver()
    expect(pushes).toMatchObject([{ route: 'push', attempt: 1, receivedAt: TEST_START, push: { kind: 'order' } }])
    expect(pushes[0]?.push.body).toMatchObject({ order_no: '3364202311980001235', order_status: 12 })
  })

  it('that comes five times at once is handed on once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(order())))
    for (const answer of answers) expect(await answer.json()).toMatchObject({ result: 'success' })
    await gateway.deliver()
    expect(pushes).toHaveLength(1)
  })

  it('says where it came in', async () => {
    await send(order(), order(), '/marketplace/callback')
    await gateway.deliver()
    expect(pushes).toMatchObject([{ route: 'callback' }])
  })

  it('is refused with a false signature, and not stored', async () => {
    const response = await send(order({ order_status: 22 }), order())
    expect(await response.json()).toEqual({ result: 'fail', msg: '签名失败' })
    expect(await gateway.deliver()).toBe(0)
  })

  it('is handed on again after a failure', async () => {
    takeUp = async ({ attempt }) => {
      if (attempt === 1) throw new Error('busy')
      return true
    }
    await send(order())
    await gateway.deliver()
    gateway.clock.advance(pauseAfterMs(1))
    await gateway.deliver()
    expect(pushes.map(({ attempt }) => attempt)).toEqual([1, 2])
  })
})

describe('repeating work', () => {
  it('has its turn when it is due, and only then; a failure costs one turn', async () => {
    turns = 0
    turn = async () => {
      throw new Error('this time not')
    }
    await gateway.app.runtime.runTurns()
    await gateway.app.runtime.runTurns()
    expect(turns).toBe(1)
    turn = async () => undefined
    gateway.clock.advance(60_000)
    await gateway.app.runtime.runTurns()
    expect(turns).toBe(2)
  })

  it('is done by one of several processes', async () => {
    const other = await startTestGateway({
      modules,
      marketplace: ACCESS,
      database: gateway.database,
      clock: gateway.clock,
    })
    gateway.clock.advance(3_600_000)
    turns = 0
    await Promise.all([gateway.app.runtime.runTurns(), other.app.runtime.runTurns()])
    expect(turns).toBe(1)
    await other.close()
  })

  it('forgets stored answers after two days', async () => {
    await gateway.db.tenant(merchantId, (tx) =>
      tx.run(
        sql`insert into stored_answer values (${merchantId}, ${newId()}, '/p', 'k', 'h', 'a', ${gateway.clock.now()})`,
      ),
    )
    const kept = async () => (await gateway.database.open.ownerQuery('select 1 from stored_answer')).rows.length
    gateway.clock.advance(47 * 3_600_000)
    await gateway.app.runtime.runTurns()
    expect(await kept()).toBe(1)
    gateway.clock.advance(2 * 3_600_000)
    await gateway.app.runtime.runTurns()
    expect(await kept()).toBe(0)
  })
})

describe('the queue', () => {
  it('delivers by itself soon after the commit, also what a failure put off, and stops in order', async () => {
    const working = await startTestGateway({ modules, marketplace: ACCESS, usesQueue: true })
    const startedMs = performance.now()
    await enqueue('soon', 'thing:1', working)
    await expect.poll(() => delivered.length, { timeout: 10_000, interval: 20 }).toBe(1)
    expect(performance.now() - startedMs).toBeLessThan(5_000)
    await Promise.all(Array.from({ length: 30 }, (_, index) => enqueue(index, `thing:${index % 3}`, working)))
    await expect.poll(() => delivered.length, { timeout: 20_000, interval: 50 }).toBe(31)
    for (const lane of [0, 1, 2]) {
      const seen = delivered
        .slice(1)
        .map(({ payload }) => Number(payload))
        .filter((one) => one % 3 === lane)
      expect(seen).toHaveLength(10)
    }
    await working.close()
  })
})
