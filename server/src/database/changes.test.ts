import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { until } from '../../../tests/support/until.ts'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import type { Change, ChangeFeed } from './changes.ts'
import type { Tx } from './database.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import { createPeerLink, type PeerLink } from './peer-link.ts'
import { db } from './query.ts'
import { type TableTopics, topicsBy } from './table-topics.ts'

const TOPICS: TableTopics = {
  address: ['address'],
  employeeRole: ['people'],
  merchant: ['people'],
  photo: ['photo', 'inspection'],
  saleOrder: ['order', 'badge'],
  counter: [],
}

const merchantId = newId()

/** What a feed tells, as it comes. */
function listen(feed: ChangeFeed) {
  const heard = { changes: [] as Change[], missed: 0, standing: [] as boolean[] }
  const stop = feed.on({
    changed: (change) => heard.changes.push(change),
    missed: () => {
      heard.missed += 1
    },
    standing: (isWhole) => heard.standing.push(isWhole),
  })
  stops.push(stop)
  const changesOf = (of: string) => heard.changes.filter((one) => one.merchantId === of)
  const topics = (of = merchantId) => new Set(changesOf(of).flatMap((one) => [...one.topics]))
  return Object.assign(heard, { changesOf, topics })
}
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  database.open.nameTopics(TOPICS)
  const heard = listen(database.open.changes)
  await newMerchant(merchantId)
  await until(() => heard.topics().has('people'))
})
afterAll(() => database.close())

let sellers = 0
async function newMerchant(id = newId(), home = database.open.db): Promise<string> {
  sellers += 1
  const merchant = { merchantId: id, name: '商家', sellerId: sellers, createdAt: '2026-11-20T02:00:00.000Z' }
  await home.tenant(id, (tx) => tx.run(db.insertInto('merchant').values(merchant)))
  return id
}

/**
 * Waits for what is committed now, by `home`, to be heard. Changes are told in the order of their commits: what is not
 * heard by then of those before is told to nobody.
 */
async function toldSoFar(heard: ReturnType<typeof listen>, home = database.open.db): Promise<void> {
  const id = await newMerchant(newId(), home)
  await until(() => heard.topics(id).has('people'))
}

const addCount = (tx: Tx) =>
  tx.run(sql`insert into counter (merchant_id, name, value) values (${tx.merchantId}, ${newId()}, 1)`)

const addAddress = (tx: Tx) =>
  tx.run(
    db.insertInto('address').values({
      merchantId: tx.merchantId,
      id: newId(),
      kind: 'ship',
      contactName: '王师傅',
      contactPhone: '13800138000',
      regionCode: '440305',
      regionName: '南山区',
      detail: '科技园路1号',
      isDefault: false,
      createdAt: '2026-11-20T02:00:00.000Z',
      updatedAt: '2026-11-20T02:00:00.000Z',
    }),
  )

describe('what a statement changes', () => {
  it.each([
    ['insert into "address" ("id") values ($1)', ['address']],
    ['update "sale_order" set "state" = $1', ['order', 'badge']],
    ['delete from "employee_role" where "id" = $1', ['people']],
    [
      'with "x" as (insert into "photo" ("id") values ($1) returning "id") select "id" from "x"',
      ['photo', 'inspection'],
    ],
    ['insert into counter (merchant_id) values ($1) on conflict do update set value = 1', []],
    ['with "x" as (select "id" from "listing" for update) select "id" from "x"', []],
  ])('%s', (text, topics) => {
    expect(topicsBy(TOPICS)(text)).toEqual(topics)
  })
})

describe('this process', () => {
  it('is told after the commit, once for what was committed together, and never of what was rolled back', async () => {
    const { db: home, changes } = database.open
    const before = listen(changes)
    const other = await newMerchant()
    await until(() => before.topics(other).has('people'))
    const heard = listen(changes)
    await home.tenant(merchantId, async (tx) => {
      await addAddress(tx)
      await addAddress(tx)
      tx.changed('people')
      // the embedded database has one connection, and nobody else commits meanwhile
      if (databaseKind() !== 'embedded') await toldSoFar(heard)
      expect(heard.changesOf(merchantId)).toEqual([])
    })
    const rolledBack = home.tenant(other, async (tx) => {
      await addAddress(tx)
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await toldSoFar(heard)
    expect(heard.changesOf(other)).toEqual([])
    const own = heard.changesOf(merchantId)
    expect(own).toHaveLength(1)
    expect(own[0]).toMatchObject({ merchantId, topics: new Set(['address', 'people']) })
    expect(own[0]?.ageMs).toBeGreaterThan(100)
  })

  it('is told nothing of statements that change no row, nor of bookkeeping', async () => {
    const heard = listen(database.open.changes)
    await database.open.db.tenant(merchantId, async (tx) => {
      await addCount(tx)
      await tx.run(
        db.updateTable('address').set({ detail: '2' }).where('merchantId', '=', merchantId).where('id', '=', newId()),
      )
      await tx.rows(db.selectFrom('address').select('id').where('merchantId', '=', merchantId).forUpdate())
    })
    await toldSoFar(heard)
    expect(heard.changesOf(merchantId)).toEqual([])
  })

  it('remembers for whoever was away, as far back as it can know', async () => {
    const { changes, db: home } = database.open
    if (!changes.isWhole()) {
      changes.hearOthers()
      await until(() => changes.isWhole())
    }
    const heard = listen(changes)
    const id = await newMerchant()
    await until(() => heard.topics(id).has('people'))
    // the moment is over by which clocks may be apart
    await until(() => changes.changedWithin(id, 0)?.size === 0)
    await home.tenant(id, addAddress)
    await until(() => heard.topics(id).has('address'))
    expect(changes.changedWithin(id, 0)).toEqual(new Set(['address']))
    expect(changes.changedWithin(newId(), 0)).toEqual(new Set())
    expect(changes.changedWithin(id, 3_600_000)).toBeNull()
  })
})

// the embedded database has one process
describe.runIf(databaseKind() !== 'embedded')('the other processes', () => {
  let administrator: pg.Client
  const opened: OpenDatabase[] = []

  beforeAll(async () => {
    administrator = new pg.Client({ connectionString: database.databaseUrl ?? '' })
    await administrator.connect()
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
  })
  afterAll(() => administrator.end())

  async function process(): Promise<OpenDatabase> {
    const { databaseUrl, dataFolder } = database
    const open = await openDatabase({ databaseUrl, dataFolder, poolSize: 3, cursorKey: 'k', log: createLog('silent') })
    open.nameTopics(TOPICS)
    opened.push(open)
    return open
  }

  /** A process that hears the others. */
  async function hearing() {
    const open = await process()
    const heard = listen(open.changes)
    open.changes.hearOthers()
    await until(() => heard.standing.includes(true))
    return { open, heard }
  }

  const cutLinks = () =>
    administrator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'huanji-changes'`,
    )

  it('are told what another one committed, with its age, and not by that one twice', async () => {
    const [{ open, heard }, other] = [await hearing(), await hearing()]
    await other.open.db.tenant(merchantId, addAddress)
    await until(() => heard.topics().has('address'))
    // what one sends comes back to it too, before what is sent after it
    await toldSoFar(other.heard, open.db)
    await toldSoFar(heard, other.open.db)
    const told = heard.changesOf(merchantId)
    expect(told).toHaveLength(1)
    expect(other.heard.changesOf(merchantId)).toHaveLength(1)
    expect(told[0]?.ageMs).toBeGreaterThan(100)
  })

  it('are told by one that only does jobs and listens to nobody', async () => {
    const [{ heard }, worker] = [await hearing(), await process()]
    await worker.db.tenant(merchantId, addAddress)
    await until(() => heard.topics().has('address'))
    expect(worker.changes.isWhole()).toBe(false)
  })

  it('are told together of what many commits changed for many merchants', async () => {
    const [{ heard }, worker] = [await hearing(), await process()]
    const merchants = await Promise.all(Array.from({ length: 120 }, () => newMerchant()))
    // they are told of too, by the process that made them
    await until(() => merchants.every((id) => heard.topics(id).has('people')))
    heard.changes.splice(0)
    await Promise.all(merchants.map((id) => worker.db.tenant(id, addAddress)))
    await until(() => merchants.every((id) => heard.topics(id).has('address')))
    await worker.db.tenant(merchantId, addAddress)
    await until(() => heard.topics().has('address'))
    expect(heard.changes.length).toBeLessThan(200)
  })

  it('are told on closing what was just committed', async () => {
    const { heard } = await hearing()
    const worker = await process()
    await worker.db.tenant(merchantId, addAddress)
    opened.splice(opened.indexOf(worker), 1)
    await worker.close()
    await until(() => heard.topics().has('address'))
  })

  it('a connection that is cut comes back by itself, and says that something may have been missed', async () => {
    const [{ open, heard }, worker] = [await hearing(), await process()]
    await worker.db.tenant(merchantId, addAddress)
    await until(() => heard.changes.length === 1)
    for (let count = 0; count < 3; count += 1) {
      const before = heard.standing.length
      await cutLinks()
      await until(() => heard.standing.slice(before).includes(false))
      expect(open.changes.changedWithin(merchantId, 0)).toBeNull()
      await worker.db.tenant(merchantId, addAddress)
      await until(() => heard.standing.at(-1) === true)
    }
    await toldSoFar(heard, worker.db)
  })

  it('one that starts says that it may have been killed before it could tell', async () => {
    const { heard } = await hearing()
    const missed = heard.missed
    await hearing()
    await until(() => heard.missed > missed)
  })

  it('each process has one connection for it, however much it has to tell', async () => {
    const links = async () => {
      const { rows } = await administrator.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and application_name = 'huanji-changes'`,
      )
      return (rows as { count: number }[])[0]?.count ?? 0
    }
    const [first] = [await hearing(), await hearing()]
    await Promise.all(Array.from({ length: 5 }, () => first.open.db.tenant(merchantId, addAddress)))
    await until(() => first.heard.topics().has('address'))
    // these two and the one of this file; those of the tests before are on their way out
    await expect.poll(links, { timeout: 15_000 }).toBe(3)
  })

  it('behind a pooler that passes no notifications on, a process knows that it hears nobody', async () => {
    const standing: boolean[] = []
    const warnings: string[] = []
    const nothing = () => undefined
    const warn = (_fields: object, message: string) => warnings.push(message)
    const log = { debug: nothing, info: nothing, error: nothing, warn }
    const link: PeerLink = createPeerLink(
      { connectionString: database.databaseUrl ?? '', log, notify: async () => undefined },
      { received: () => undefined, missed: () => undefined, standing: (isWhole) => standing.push(isWhole) },
    )
    link.listen()
    await until(() => warnings.includes('the connection to the other processes was lost'))
    await link.close()
    expect(standing).toEqual([])
  })
})
