import { read, write } from '@huanji/contract/call'
import { type App, createApp } from '@huanji/server/app'
import { type OpenDatabase, openDatabase } from '@huanji/server/database/open'
import { type CallContext, forAnyone, handlers, type SessionReader } from '@huanji/server/gateway/handler'
import { enqueueJob, type JobAttempt } from '@huanji/server/jobs/job'
import { registerSchedule } from '@huanji/server/jobs/schedules'
import { keyAccess } from '@huanji/server/modules/api-key/access'
import { type Clock, settableClock, systemClock } from '@huanji/server/platform/clock'
import { newId } from '@huanji/server/platform/ids'
import { createLog } from '@huanji/server/platform/log'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { databaseKind, openTestDatabase, type TestDatabase } from '../support/databases.ts'
import { testSettings } from '../support/gateway.ts'
import { until } from '../support/until.ts'

const merchantId = newId()
const login = { loginToken: 'good', loginPhone: '13800138000', employeeId: newId(), merchantId }
const sessionReader: SessionReader = async (_tx, { employeeId }) => ({
  merchantId,
  employeeId,
  employeeName: '阿明',
  phone: login.loginPhone,
  grants: new Set<string>(),
  isOwner: true,
  refundLimitFen: null,
  sessionId: newId(),
})

const base = { access: 'signedIn', example: {}, output: z.strictObject({}) } as const
const empty = { ...base, input: z.strictObject({}) } as const
const group = {
  look: read({ ...empty, path: '/t/look', title: '查看', rate: 'read' }),
  code: write({ ...empty, path: '/t/code', title: '验证码', rate: 'code' }),
  knock: write({ ...empty, access: 'public', path: '/t/knock', title: '敲门', rate: 'write' }),
  guess: write({ ...empty, access: 'public', path: '/t/guess', title: '猜', rate: 'code' }),
  enqueue: write({
    ...base,
    path: '/t/enqueue',
    title: '排队',
    input: z.strictObject({ number: z.int() }),
    example: { number: 1 },
  }),
}
const groups = [
  handlers(group, {
    look: async () => ({}),
    code: async () => ({}),
    knock: forAnyone(async () => ({})),
    guess: forAnyone(async () => ({})),
    enqueue: async ({ tx, now }: CallContext, { number }: { number: number }) => {
      await enqueueJob(tx, { kind: 'note', aggregate: 'thing:1', payload: number, now })
      return {}
    },
  }),
]

/** One process's part, with connections and listeners of its own. */
async function startProcess(
  { databaseUrl, dataFolder }: TestDatabase,
  options: { name: string; part: 'gateway' | 'worker'; clock?: Clock; rateFactor?: number },
): Promise<{ app: App; open: OpenDatabase }> {
  const { name, part, clock = systemClock, rateFactor = 0 } = options
  const log = createLog('silent')
  const open = await openDatabase({ databaseUrl, dataFolder, poolSize: 5, cursorKey: 'one key for all', log })
  const app = await createApp({
    settings: { ...testSettings(dataFolder), part, rateFactor },
    open,
    clock,
    log,
    modules: modulesOf(name),
    marketplace: { url: 'http://127.0.0.1:9', appKey: '1', appSecret: 'a secret of tests' },
    calls: Object.values(group),
  })
  await app.listen()
  return { app, open }
}

/** Which process did it, and what. */
interface Done {
  readonly by: string
  readonly what: unknown
}

const jobsDone: Done[] = []
const turnsDone: Done[] = []
let turnsAtOnce = 0
let mostTurnsAtOnce = 0

const modulesOf = (name: string) => ({
  groups,
  sessionReader,
  keyAccess,
  pushHandlers: [],
  plainRoutes: [],
  publicPages: [],
  downloads: [],
  tableTopics: {},
  jobHandlers: { note: async (job: JobAttempt) => void jobsDone.push({ by: name, what: job.payload }) },
  schedules: [
    registerSchedule('test.shared', 1, async () => {
      turnsAtOnce += 1
      mostTurnsAtOnce = Math.max(mostTurnsAtOnce, turnsAtOnce)
      turnsDone.push({ by: name, what: Date.now() })
      await new Promise((resolve) => setTimeout(resolve, 200))
      turnsAtOnce -= 1
    }),
  ],
})

const isServer = databaseKind() === 'postgres' || databaseKind() === 'citus'

// the built-in database has one process at a time
describe.runIf(isServer)('two gateways and two workers on one database', () => {
  let database: TestDatabase
  const running: { app: App; open: OpenDatabase }[] = []

  async function start(name: string, part: 'gateway' | 'worker'): Promise<App> {
    const started = await startProcess(database, { name, part })
    running.push(started)
    return started.app
  }

  let gateways: App[]
  beforeAll(async () => {
    database = await openTestDatabase()
    gateways = [await start('gateway 1', 'gateway'), await start('gateway 2', 'gateway')]
    await start('worker 1', 'worker')
    await start('worker 2', 'worker')
  })
  afterAll(async () => {
    for (const { app } of running) await app.close()
    await database.close()
  })

  const enqueue = async (gateway: App | undefined, number: number, key: string): Promise<string> => {
    const response = await fetch(`${gateway?.url}/t/enqueue`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...login, number }),
    })
    return ((await response.json()) as { _errCode: string })._errCode
  }

  it('hear of each other’s jobs: what the gateways enqueue in turn the workers do once and in order', async () => {
    const numbers = Array.from({ length: 12 }, (_, number) => number)
    for (const number of numbers) expect(await enqueue(gateways[number % 2], number, newId())).toBe('0')
    await until(() => jobsDone.length >= numbers.length, 30_000)
    expect(jobsDone.map(({ what }) => what)).toEqual(numbers)
    expect(jobsDone.filter(({ by }) => !by.startsWith('worker'))).toEqual([])
  })

  it('know each other’s keys: one write sent to both is done once', async () => {
    const before = jobsDone.length
    const key = newId()
    const codes = await Promise.all([0, 1, 0, 1].map((which) => enqueue(gateways[which], 99, key)))
    expect(codes).toContain('0')
    await until(() => jobsDone.length > before, 30_000)
    const { rows } = await database.open.ownerQuery('select count(*)::int as count from outbox where payload = $1', [
      '99',
    ])
    expect(rows).toEqual([{ count: 1 }])
  })

  it('share a schedule: one does each turn, and another goes on when the first has left', async () => {
    await until(() => turnsDone.length >= 3, 30_000)
    expect(mostTurnsAtOnce).toBe(1)
    expect(turnsDone.filter(({ by }) => !by.startsWith('worker'))).toEqual([])
    const [first] = running.splice(2, 1)
    await first?.app.close()
    const before = turnsDone.length
    await until(() => turnsDone.length >= before + 2, 30_000)
    expect(new Set(turnsDone.slice(before).map(({ by }) => by))).toEqual(new Set(['worker 2']))
    expect(mostTurnsAtOnce).toBe(1)
  })

  it('see one another’s writes at once', async () => {
    const [one, other] = running
    const write = sql`insert into counter (merchant_id, name, value) values (${merchantId}, 'shared', 7)`
    await one?.open.db.tenant(merchantId, (tx) => tx.run(write))
    const seen = await other?.open.db.tenant(merchantId, (tx) =>
      tx.one(sql`select value from counter where merchant_id = ${merchantId} and name = 'shared'`),
    )
    expect(seen).toEqual({ value: 7 })
  })
})

describe.runIf(isServer)('the limits of two gateways and a worker on one database', () => {
  let database: TestDatabase
  let gateways: App[]
  let worker: App
  // nothing comes back while the clock stands still
  const clock = settableClock('2026-11-20T02:00:00.000Z')

  beforeAll(async () => {
    database = await openTestDatabase()
    const start = (name: string, part: 'gateway' | 'worker') =>
      startProcess(database, { name, part, clock, rateFactor: 1 }).then(({ app }) => app)
    gateways = [await start('gateway 1', 'gateway'), await start('gateway 2', 'gateway')]
    worker = await start('worker', 'worker')
  })
  afterAll(async () => {
    for (const app of [...gateways, worker]) await app.close()
    await database.close()
  })
  beforeEach(() => clock.advance(600_000))

  const AT_ONCE = 8

  /** Makes so many calls, a few at a time and in turn at both gateways, and gives how many were let through. */
  async function letThrough(calls: number, path: string, loginOf: () => object): Promise<number> {
    const counts = new Map<number, number>()
    let made = 0
    const caller = async () => {
      while (made < calls) {
        const url = gateways[made++ % gateways.length]?.url
        const headers = { 'content-type': 'application/json', 'idempotency-key': newId() }
        const { status } = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(loginOf()) })
        counts.set(status, (counts.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, caller))
    expect([...counts.keys()].filter((status) => status !== 200 && status !== 429)).toEqual([])
    return counts.get(200) ?? 0
  }

  /** The budget, or more by what each gateway may let through before it hears of the other. */
  function expectAbout(granted: number, burst: number): void {
    expect(granted).toBeGreaterThanOrEqual(burst)
    expect(granted).toBeLessThanOrEqual(burst + gateways.length * (burst / 20) + AT_ONCE)
  }

  it('two gateways granted an employee twice the budget', async () => {
    const employee = { ...login, employeeId: newId() }
    expectAbout(await letThrough(400, '/t/look', () => employee), 200)
    // another one has a budget of their own
    const other = { ...login, employeeId: newId() }
    expect(await letThrough(20, '/t/look', () => other)).toBe(20)
  })

  it('two gateways granted an address twice the budget', async () => {
    expectAbout(await letThrough(600, '/t/knock', () => ({})), 300)
  })

  it('codes are granted exactly, to an employee and to an address', async () => {
    const employee = { ...login, employeeId: newId() }
    expect(await letThrough(20, '/t/code', () => employee)).toBe(10)
    clock.advance(600_000)
    expect(await letThrough(60, '/t/guess', () => ({}))).toBe(30)
  })

  it('a worker forgets the buckets that nobody uses', async () => {
    const employee = { ...login, employeeId: newId() }
    const buckets = async () => {
      const text = `select count(*)::int as count from rate_bucket where subject like '%' || $1`
      return (await database.open.ownerQuery(text, [employee.employeeId])).rows
    }
    await letThrough(5, '/t/code', () => employee)
    expect(await buckets()).toEqual([{ count: 1 }])
    clock.advance(2 * 3_600_000)
    await worker.runtime.runSchedules()
    expect(await buckets()).toEqual([{ count: 0 }])
  })

  it('a database that fails to settle lets every call go on, and each gateway keeps the limits by itself', async () => {
    await database.open.ownerQuery('alter table rate_bucket rename to rate_bucket_away')
    try {
      const employee = { ...login, employeeId: newId() }
      expect(await letThrough(60, '/t/code', () => employee)).toBe(20)
      expect(await letThrough(500, '/t/look', () => employee)).toBe(400)
    } finally {
      await database.open.ownerQuery('alter table rate_bucket_away rename to rate_bucket')
    }
  })

  it('a database that is slow to settle holds no call up, and each gateway keeps the limits by itself', async () => {
    await database.open.db.worker(async (tx) => {
      await tx.run(sql`lock table rate_bucket in access exclusive mode`)
      const employee = { ...login, employeeId: newId() }
      // all of it while no answer can come
      expect(await letThrough(60, '/t/code', () => employee)).toBe(20)
      expect(await letThrough(500, '/t/look', () => employee)).toBe(400)
    })
  })
})
