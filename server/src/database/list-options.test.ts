import { TAB_COUNT_CAP } from '@huanji/contract/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { newId } from '../platform/ids.ts'
import { countByMatch, countByValue, optionsIn, wordsAsOptions } from './list-options.ts'
import { db } from './query.ts'

const merchantId = newId()
const other = newId()

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.open.ownerQuery(`
    create table ware (merchant_id uuid not null, id uuid not null, kind text, at integer not null, primary key (merchant_id, id));
    create index ware_kind on ware (merchant_id, kind, at, id);
    create index ware_at on ware (merchant_id, at, id);
    select huanji_protect('ware');`)
  // more than a list is counted to; one kind has most of them, and some have none
  await database.open.ownerQuery(
    `insert into ware select $1, gen_random_uuid(), case when n <= 11000 then 'many' when n <= 11900 then 'some' when n <= 11990 then 'few' end, n
     from generate_series(1, 12000) n`,
    [merchantId],
  )
  await database.open.ownerQuery(
    `insert into ware select $1, gen_random_uuid(), 'theirs', n from generate_series(1, 5) n`,
    [other],
  )
  await database.open.ownerQuery('analyze ware')
})
afterAll(() => database.close())

const wares = db
  .withTables<{ ware: { merchantId: string; id: string; kind: string; at: number } }>()
  .selectFrom('ware')
  .where('merchantId', '=', merchantId)

const count = (rows: typeof wares, isIndexed: boolean, words?: readonly string[]) =>
  database.open.db.tenant(merchantId, (tx) => {
    const options = words === undefined ? optionsIn(wares, 'kind') : wordsAsOptions(words)
    return countByValue(tx, rows, 'kind', { options, isIndexed })
  })

it('counts the rows of each value up to the cap, and none of another merchant', async () => {
  expect(await count(wares, true)).toEqual({ many: TAB_COUNT_CAP, some: 900, few: 90 })
})

it('says of a long list without an index only what its first rows show for certain', async () => {
  const known = await count(wares.where('at', '>', 0), false)
  expect(known.many).toBe(TAB_COUNT_CAP)
  expect(Object.values(known).every((rows) => rows === TAB_COUNT_CAP)).toBe(true)
})

it('counts a short list exactly, values without a row too', async () => {
  expect(await count(wares.where('at', '>', 10_500), false)).toEqual({ many: 500, some: 900, few: 90 })
  expect(await count(wares.where('at', '>', 11_950), false)).toEqual({ many: 0, some: 0, few: 40 })
  expect(await count(wares.where('at', '>', 99_999), true)).toEqual({ many: 0, some: 0, few: 0 })
})

it('counts words of a column, there or not', async () => {
  expect(await count(wares.where('at', '>', 11_000), true, ['some', 'never'])).toEqual({ some: 900, never: 0 })
})

it('counts by a condition where the value is in no column', async () => {
  const counted = await database.open.db.tenant(merchantId, (tx) =>
    countByMatch(
      tx,
      wares.where('at', '>', 11_000),
      sql<boolean>`kind = choice.value`,
      wordsAsOptions(['some', 'few']),
    ),
  )
  expect(counted).toEqual({ some: 900, few: 90 })
})
