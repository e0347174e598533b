import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { hasPgBouncer, keepsPreparedStatements, startPgBouncer } from '../../../tests/support/pgbouncer.ts'
import { createMerchant } from '../modules/people/commands.ts'
import { createLog } from '../platform/log.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import { connectOwner } from './owner.ts'
import { db } from './query.ts'

const NOW = new Date('2026-11-20T02:00:00.000Z')
const IGNORED =
  'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options,extra_float_digits'
const POOLERS = [
  { how: 'that refuses what a connection asks for', more: [] },
  { how: 'that drops what a connection asks for', more: [IGNORED] },
]

/** A pooler in transaction mode between the program and a database whose time zone is its country's. */
describe.runIf(databaseKind() === 'postgres' && hasPgBouncer()).each(POOLERS)('behind PgBouncer $how', ({ more }) => {
  let database: TestDatabase
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>
  let open: OpenDatabase
  let merchantId: string
  beforeAll(async () => {
    database = await openTestDatabase()
    const direct = database.databaseUrl ?? ''
    const client = new pg.Client({ connectionString: direct })
    await client.connect()
    await client.query(`alter database ${new URL(direct).pathname.slice(1)} set TimeZone = 'Asia/Shanghai'`)
    await client.end()
    const prepared = keepsPreparedStatements() ? ['max_prepared_statements = 200'] : []
    pooler = await startPgBouncer(direct, [...more, ...prepared])
    open = await openDatabase({
      databaseUrl: pooler.url,
      directUrl: direct,
      dataFolder: database.dataFolder,
      poolSize: 8,
      cursorKey: 'a key for the cursors of tests',
      log: createLog('silent'),
    })
    const person = { name: '连接池手机行', phone: '13800133061', passwordHash: 'none', now: NOW }
    merchantId = await open.db.global(async (tx) => (await createMerchant(tx, person)).merchantId)
  })
  afterAll(async () => {
    await open?.close()
    await pooler?.stop()
    await database.close()
  })

  it('defect: it did not start, or lost its limits and its time zone in silence', async () => {
    expect(open.session).toMatchObject({ isKept: false, keepsPrepared: keepsPreparedStatements() })
    const settings = sql<Record<string, string>>`
      select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
             current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle,
             current_user as role`
    const limits = { zone: 'UTC', statement: '15s', lock: '3s', idle: '15s' }
    const calls = await open.db.tenant(merchantId, (tx) => tx.one(settings))
    expect(calls).toEqual({ ...limits, role: 'huanji_app' })
    expect(await open.db.worker((tx) => tx.one(settings))).toEqual({ ...limits, role: 'huanji_worker' })
    const moments = db.selectFrom('merchant').select('createdAt').where('merchantId', '=', merchantId)
    for await (const rows of open.db.stream(merchantId, moments))
      expect(rows).toEqual([{ createdAt: NOW.toISOString() }])
  })

  it('defect: statements that one connection of the server had prepared were asked of another', async () => {
    const read = db.selectFrom('merchant').select(['merchantId', 'createdAt']).where('merchantId', '=', merchantId)
    const reads = Array.from({ length: 300 }, () =>
      open.callDb.tenant(merchantId, async (tx) => {
        await tx.one(sql`select pg_sleep(0.002)`)
        return tx.one(read)
      }),
    )
    const answers = await Promise.all(reads)
    expect(new Set(answers.map((row) => row?.createdAt))).toEqual(new Set([NOW.toISOString()]))
  })

  it('lets nothing of a transaction stay for the next of the same connection', async () => {
    const client = new pg.Client({ connectionString: pooler.url })
    await client.connect()
    for (let tries = 0; tries < 10; tries += 1) {
      const { rows } = await client.query(`select current_setting('TimeZone') as zone, current_user as role`)
      expect(rows).toEqual([{ zone: 'Asia/Shanghai', role: new URL(pooler.url).username }])
    }
    await client.end()
  })

  it('lets the owner’s commands connect', async () => {
    const owner = await connectOwner({ databaseUrl: pooler.url, dataFolder: database.dataFolder })
    expect((await owner.client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await owner.close()
  })
})
