import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../platform/ids.ts'
import type { JobServices } from './job.ts'
import { createScheduleRunner } from './schedule-runner.ts'
import { registerSchedule } from './schedules.ts'

const HOUR_MS = 3_600_000
const merchantId = newId()

let runs = 0
let work: () => Promise<void> = async () => undefined

const modules = {
  groups: [],
  sessionReader: async () => null,
  schedules: [
    registerSchedule('test.every-minute', 60, async () => {
      runs += 1
      await work()
    }),
  ],
}

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ modules })
})
afterAll(() => gateway.close())
beforeEach(() => {
  runs = 0
  work = async () => undefined
})
afterEach(async () => {
  await gateway.database.open.ownerQuery('delete from schedule_lock')
  gateway.clock.advance(24 * HOUR_MS)
})

/** Another process on the same database, at the same time. */
const second = () => startTestGateway({ modules, database: gateway.database, clock: gateway.clock })

const runDue = (of = gateway) => of.app.runtime.runSchedules()

describe('repeating work', () => {
  it('is done when it is due, and only then; a failure costs one time', async () => {
    work = async () => {
      throw new Error('this time not')
    }
    await runDue()
    await runDue()
    expect(runs).toBe(1)
    work = async () => undefined
    gateway.clock.advance(60_000)
    await runDue()
    expect(runs).toBe(2)
  })

  it('is done by one of several processes', async () => {
    const other = await second()
    gateway.clock.advance(HOUR_MS)
    await Promise.all([runDue(), runDue(other)])
    expect(runs).toBe(1)
    await other.close()
  })

  it('defect: was done again at once by a process whose clock was a moment behind', async () => {
    const elsewhere = (ms: number) => new Date(gateway.clock.now().getTime() + ms + 5)
    const row = (dueAt: Date, owner: string | null, leasedUntil: Date | null) =>
      gateway.database.open.ownerQuery(
        `insert into schedule_lock (name, due_at, owner, leased_until) values ('test.every-minute', $1, $2, $3)
         on conflict (name) do update set due_at = $1, owner = $2, leased_until = $3`,
        [dueAt, owner, leasedUntil],
      )
    // done there just now
    await row(elsewhere(60_000), null, null)
    await runDue()
    expect(runs).toBe(0)
    // and being done there
    gateway.clock.advance(16_000)
    await row(elsewhere(-1_000), newId(), elsewhere(15_000))
    await runDue()
    expect(runs).toBe(0)
  })

  it('deletes idempotency records after two days', async () => {
    await gateway.db.tenant(merchantId, (tx) =>
      tx.run(
        sql`insert into idempotency_record (merchant_id, employee_id, path, key, body_hash, answer, created_at) values (${merchantId}, ${newId()}, '/p', 'k', 'h', 'a', ${gateway.clock.now()})`,
      ),
    )
    const kept = async () => (await gateway.database.open.ownerQuery('select 1 from idempotency_record')).rows.length
    gateway.clock.advance(47 * HOUR_MS)
    await runDue()
    expect(await kept()).toBe(1)
    gateway.clock.advance(2 * HOUR_MS)
    await runDue()
    expect(await kept()).toBe(0)
  })
})

describe('after the clock stood an hour ahead for some seconds', () => {
  async function jumpAheadAndBack(): Promise<void> {
    const present = gateway.clock.now().toISOString()
    gateway.clock.advance(HOUR_MS)
    await runDue()
    expect(runs).toBe(1)
    gateway.clock.set(present)
    gateway.clock.advance(10_000)
  }

  it('schedules do not stand still for that hour', async () => {
    await jumpAheadAndBack()
    await runDue()
    expect(runs).toBe(2)
    await runDue()
    expect(runs).toBe(2)
    gateway.clock.advance(60_000)
    await runDue()
    expect(runs).toBe(3)
  })

  it('nor do they in a process that starts then', async () => {
    await jumpAheadAndBack()
    const restarted = await second()
    await runDue(restarted)
    expect(runs).toBe(2)
    await restarted.close()
  })

  it('a lease that a process took in that time does not outlast it', async () => {
    const ahead = new Date(gateway.clock.now().getTime() + HOUR_MS)
    await gateway.database.open.ownerQuery(
      'insert into schedule_lock (name, due_at, owner, leased_until) values ($1, $2, $3, $4)',
      ['test.every-minute', gateway.clock.now(), newId(), ahead],
    )
    await runDue()
    expect(runs).toBe(1)
  })
})

describe('a process that dies at the work of a schedule', () => {
  it('keeps the others from it for less than thirty seconds, not for ten minutes', async () => {
    const dying = createScheduleRunner(
      [registerSchedule('test.every-minute', 60, () => new Promise(() => {}))],
      dyingServices(),
    )
    void dying.runDue()
    await expect.poll(leases, { timeout: 10_000 }).toBe(1)
    await runDue()
    expect(runs).toBe(0)
    gateway.clock.advance(30_000)
    await runDue()
    expect(runs).toBe(1)
  })

  const leases = async () =>
    (await gateway.database.open.ownerQuery("select from schedule_lock where name = 'test.every-minute'")).rows.length

  /** A process that never says anything again after it took the lock: killed, or cut off from the database. */
  function dyingServices(): JobServices {
    let calls = 0
    const worker: Database['worker'] = (run) => {
      calls += 1
      return calls === 1 ? gateway.db.worker(run) : new Promise(() => {})
    }
    return { ...gateway.app.services, db: { ...gateway.db, worker } }
  }
})

describe('a process that is long at the work of a schedule', () => {
  it('keeps the others from it by renewing its lease', async () => {
    const services = { ...gateway.app.services, db: gateway.db }
    // renewed three times a second; the clock, which measures it, stands still in between
    const leaseMs = 1_000
    let begun = 0
    let letGo = () => {}
    const schedule = registerSchedule('test.long', 1, () => {
      begun += 1
      return new Promise((resolve) => {
        letGo = resolve
      })
    })
    const first = createScheduleRunner([schedule], services, leaseMs)
    const other = createScheduleRunner([schedule], services, leaseMs)
    const lock = async () =>
      (await gateway.database.open.ownerQuery("select owner, leased_until from schedule_lock where name = 'test.long'"))
        .rows as { owner: string | null; leased_until: string | null }[]
    const working = first.runDue()
    await expect.poll(() => begun, { timeout: 10_000 }).toBe(1)
    for (let renewals = 0; renewals < 4; renewals += 1) {
      gateway.clock.advance(leaseMs - 1)
      const renewed = new Date(gateway.clock.now().getTime() + leaseMs).toISOString()
      await expect.poll(async () => (await lock())[0]?.leased_until, { timeout: 20_000 }).toBe(renewed)
      await other.runDue()
    }
    expect(begun).toBe(1)
    letGo()
    await working
    expect(await lock()).toEqual([{ owner: null, leased_until: null }])
  })
})
