import { expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/support/databases.ts'
import { topicsBy } from './database/table-topics.ts'
import * as modules from './module-list.ts'
import { tableTopics } from './modules.ts'

/** Tables that are the platform's own: what was written to them stands on no screen. */
const OF_THE_PLATFORM = [
  ...['counter', 'idempotency_record', 'inbox', 'installation', 'marketplace_watermark', 'migration', 'outbox'],
  ...['rate_bucket', 'schedule_lock', 'search_entry', 'search_part'],
]

const sqlName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('every table is named by one module, or is the platform’s own', async () => {
  const database = await openTestDatabase()
  const { rows } = await database.open.ownerQuery(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  await database.close()
  const named = Object.values(modules).flatMap(({ tables = {} }) => Object.keys(tables).map(sqlName))
  expect([...named, ...OF_THE_PLATFORM].toSorted()).toEqual(
    (rows as { name: string }[]).map(({ name }) => name).toSorted(),
  )
})

test('what is written to a table is told under its topics', () => {
  const topicsOf = topicsBy(tableTopics)
  expect(topicsOf('update "sale_order" set "state" = $1')).toEqual(['order', 'badge'])
  expect(topicsOf('insert into "desired_state" ("id") values ($1)')).toEqual(['listing', 'order', 'refund'])
  expect(topicsOf('delete from "employee_role" where "id" = $1')).toEqual(['people'])
  expect(topicsOf('update "session" set "used_at" = $1')).toEqual([])
})
