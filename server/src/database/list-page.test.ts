import { COUNT_CAP } from '@huanji/contract/constants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { newId } from '../platform/ids.ts'
import { type ListPage, listPage } from './list-page.ts'
import { db } from './query.ts'

const ROWS = 12_345
const merchantId = newId()
const other = newId()

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.open.ownerQuery(`
    create table thing (merchant_id uuid not null, id uuid not null, at timestamptz not null, label text not null, primary key (merchant_id, id));
    create index thing_newest on thing (merchant_id, at desc, id desc);
    select huanji_protect('thing');`)
  // three rows share each moment, so that only the id tells them apart; moments differ by microseconds
  await database.open.ownerQuery(
    `insert into thing
     select $1, gen_random_uuid(), '2026-11-20T00:00:00Z'::timestamptz + (n / 3) * interval '1 microsecond', 'row ' || n
     from generate_series(1, ${ROWS}) n`,
    [merchantId],
  )
  await database.open.ownerQuery(
    `insert into thing select $1, gen_random_uuid(), '2026-11-20Z', 'theirs' from generate_series(1, 5)`,
    [other],
  )
  await database.open.ownerQuery('analyze thing')
})
afterAll(() => database.close())

const things = db.withTables<{ thing: { merchantId: string; id: string; at: string; label: string } }>()

interface Thing {
  id: string
  label: string
}
interface Asked {
  page?: number
  pageSize?: number
  cursor?: string | null
  direction?: 'asc' | 'desc'
  like?: string
}

function ask({ page = 1, pageSize = 20, cursor, direction = 'desc', like }: Asked): Promise<ListPage<Thing>> {
  return database.open.db.tenant(merchantId, (tx) => {
    const rows = things.selectFrom('thing').where('merchantId', '=', tx.merchantId).select(['id', 'label'])
    return listPage(tx, like === undefined ? rows : rows.where('label', 'like', like), {
      sort: { column: 'at', idColumn: 'id', direction },
      paging: { page, pageSize, ...(cursor ? { cursor } : {}) },
    })
  })
}

const expected = (direction: 'asc' | 'desc') =>
  database.open
    .ownerQuery(`select id from thing where merchant_id = $1 order by at ${direction}, id ${direction}`, [merchantId])
    .then(({ rows }) => (rows as Thing[]).map(({ id }) => id))

const ids = ({ list }: ListPage<Thing>) => list.map(({ id }) => id)

describe('a list', () => {
  it.each(['asc', 'desc'] as const)(
    'goes through every row once by its cursors, %s, and back again',
    async (direction) => {
      const wanted = await expected(direction)
      const seen: string[] = []
      let page = 1
      let answer = await ask({ pageSize: 200, direction })
      expect(answer.previousCursor).toBeNull()
      for (;;) {
        seen.push(...ids(answer))
        if (answer.nextCursor === null) break
        page += 1
        answer = await ask({ page, pageSize: 200, direction, cursor: answer.nextCursor })
      }
      expect(seen).toEqual(wanted)
      expect(answer).toMatchObject({ page: Math.ceil(ROWS / 200), pageSize: 200 })
      const before = await ask({ page: page - 1, pageSize: 200, direction, cursor: answer.previousCursor })
      expect(ids(before)).toEqual(wanted.slice((page - 2) * 200, (page - 1) * 200))
      const again = await ask({ page, pageSize: 200, direction, cursor: before.nextCursor })
      expect(ids(again)).toEqual(ids(answer))
    },
  )

  it('comes to the first page again by going back', async () => {
    const second = await ask({ page: 2, cursor: (await ask({})).nextCursor })
    const first = await ask({ page: 1, cursor: second.previousCursor })
    expect(ids(first)).toEqual((await expected('desc')).slice(0, 20))
    expect(first.previousCursor).toBeNull()
  })

  it('finds a page by its number alone', async () => {
    const answer = await ask({ page: 500 })
    expect(ids(answer)).toEqual((await expected('desc')).slice(499 * 20, 500 * 20))
    expect(ids(await ask({ page: 501, cursor: answer.nextCursor }))).toEqual(
      (await expected('desc')).slice(500 * 20, 501 * 20),
    )
  })

  it('counts up to the cap, and exactly below it', async () => {
    expect(await ask({})).toMatchObject({ total: COUNT_CAP, totalIsCapped: true })
    expect(await ask({ like: 'row 12%' })).toMatchObject({ total: 1 + 10 + 100 + 346, totalIsCapped: false })
  })

  it('is empty without fault, past its end too', async () => {
    const empty = { list: [], nextCursor: null, previousCursor: null, totalIsCapped: false }
    expect(await ask({ like: 'nothing' })).toMatchObject({ ...empty, total: 0, page: 1 })
    expect(await ask({ like: 'row 12%', page: 400 })).toMatchObject({ list: [], total: 457, nextCursor: null })
  })

  it.each([
    ['garbage', 'garbage'],
    ['nothing', ''],
    ['a cursor that was changed', 'changed'],
    ['a cursor of the other direction', 'turned'],
  ])('gives the first page for %s', async (_name, kind) => {
    const cursor = (await ask({ page: 1 })).nextCursor ?? ''
    const turned = (await ask({ direction: 'asc' })).nextCursor ?? ''
    const bytes = Buffer.from(cursor, 'base64url')
    bytes[20] = (bytes[20] ?? 0) ^ 1
    const used = { garbage: 'x'.repeat(300), changed: bytes.toString('base64url'), turned }[kind] ?? ''
    const answer = await ask({ page: 7, cursor: used || null })
    const start = kind === '' ? 120 : 0
    expect(ids(answer)).toEqual((await expected('desc')).slice(start, start + 20))
  })

  it('shows no row of another merchant, whatever it is asked', async () => {
    expect((await ask({ like: 'theirs' })).total).toBe(0)
  })

  // a cluster's nodes count the rows they read each for itself
  it.runIf(databaseKind() !== 'citus')('reads as few rows for a deep page as for the first', async () => {
    const deep = await ask({ page: 600 })
    const rowsRead = async (cursor: string | null) => {
      const before = await rowsFetched()
      await ask({ page: cursor === null ? 1 : 601, cursor, like: 'row%' })
      return (await rowsFetched()) - before
    }
    const first = await rowsRead(null)
    const last = await rowsRead(deep.nextCursor)
    expect(first).toBeGreaterThan(0)
    expect(last).toBeLessThanOrEqual(first * 1.05 + 30)
  })
})

/** How many rows were read from the table so far, by scans and by its indexes. */
async function rowsFetched(): Promise<number> {
  await database.open.ownerQuery('select pg_stat_force_next_flush()')
  await database.open.ownerQuery('select 1')
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  await database.open.ownerQuery('select 1')
  const { rows } = await database.open.ownerQuery(
    `select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as fetched from pg_stat_user_tables where relname = 'thing'`,
  )
  return (rows as { fetched: number }[])[0]?.fetched ?? 0
}
