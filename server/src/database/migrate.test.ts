import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseKind, openTestDatabase, type TestDatabase } from '../../../tests/support/databases.ts'
import { isMigrated, MIGRATIONS_FOLDER, migrate, readMigrations } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** The real client interface over the owner's connection, which is all that migrating needs. */
const client = {
  query: (text: string, values?: unknown[]) => database.open.ownerQuery(text, values),
} as unknown as pg.Client

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-migrations-'))
  fs.cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
})

const NEXT = String((readMigrations(MIGRATIONS_FOLDER).at(-1)?.number ?? 0) + 1).padStart(4, '0')
const add = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text)

it('has nothing to do for a database that is up to date', async () => {
  expect(await migrate(client)).toEqual([])
  expect(await isMigrated(client)).toBe(true)
})

it('takes a file with other line ends for the same', async () => {
  const [name = ''] = fs.readdirSync(folder)
  const file = path.join(folder, name)
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('\n', '\r\n'))
  expect(await migrate(client, folder)).toEqual([])
})

it('stops for an applied file that was changed', async () => {
  const [name = ''] = fs.readdirSync(folder)
  fs.appendFileSync(path.join(folder, name), '\n-- a thought that came later')
  await expect(migrate(client, folder)).rejects.toThrow(/被改动.*\n.*新的迁移文件/)
})

it('stops for a database that is newer than the program', async () => {
  const [name = ''] = fs.readdirSync(folder)
  fs.rmSync(path.join(folder, name))
  await expect(migrate(client, folder)).rejects.toThrow('数据库比程序新')
})

describe('a database with a file that this program does not know', () => {
  const later = `${NEXT}_later.sql`
  const forget = () => database.open.ownerQuery(`delete from migration where number = ${Number(NEXT)}`)

  it('is worked with where the file says so, and changed no further', async () => {
    const own = String(Number(NEXT) - 1).padStart(4, '0')
    add(later, `-- works with ${own}: a comment is all it leaves.\ncomment on table migration is 'later';`)
    expect(await isMigrated(client, folder)).toBe(false)
    expect(await migrate(client, folder)).toEqual([later])
    expect(await isMigrated(client)).toBe(true)
    expect(await migrate(client)).toEqual([])
    await forget()
  })

  it.each([
    ['says nothing', "comment on table migration is 'alone';"],
    ['asks for itself', `-- works with ${NEXT}: it takes something away.\ncomment on table migration is 'alone';`],
  ])('is refused where the file %s', async (_, text) => {
    add(later, text)
    await migrate(client, folder)
    expect(await isMigrated(client)).toBe(false)
    await expect(migrate(client)).rejects.toThrow('数据库比程序新')
    await forget()
  })
})

it('leaves nothing of a migration that fails, and says so at the next start too', async () => {
  add(`${NEXT}_broken.sql`, 'create table half (a integer); select no_such_column;')
  await expect(migrate(client, folder)).rejects.toThrow('no_such_column')
  expect((await database.open.ownerQuery(`select to_regclass('half') as found`)).rows).toEqual([{ found: null }])
  expect(await isMigrated(client, folder)).toBe(false)
  await expect(migrate(client, folder)).rejects.toThrow('no_such_column')
})

it('refuses names that are out of order or out of form', () => {
  add(`${NEXT}_one.sql`, '')
  add(`${NEXT}_two.sql`, '')
  expect(() => readMigrations(folder)).toThrow('two migrations have the number')
  add('notes.txt', '')
  expect(() => readMigrations(folder)).toThrow('not a migration')
})

it.runIf(databaseKind() === 'postgres')(
  'lets two processes that start at once migrate one after the other',
  async () => {
    add(`${NEXT}_once.sql`, 'create table once (a integer); select pg_sleep(0.3);')
    const clients = [0, 1].map(() => new pg.Client({ connectionString: database.databaseUrl ?? '' }))
    await Promise.all(clients.map((one) => one.connect()))
    const applied = await Promise.all(clients.map((one) => migrate(one, folder)))
    await Promise.all(clients.map((one) => one.end()))
    expect(applied.flat()).toEqual([`${NEXT}_once.sql`])
    await database.open.ownerQuery(`drop table once; delete from migration where number = ${Number(NEXT)}`)
  },
)

it.runIf(databaseKind() === 'postgres')('names the cure when the account lacks rights', async () => {
  await database.open.ownerQuery(`create role powerless login; create schema authorization powerless`)
  const url = new URL(database.databaseUrl ?? '')
  url.username = 'powerless'
  const weak = new pg.Client({ connectionString: url.href })
  await weak.connect()
  try {
    await expect(migrate(weak)).rejects.toThrow(/权限不足[\s\S]*CREATEROLE/)
  } finally {
    await weak.end()
    await database.open.ownerQuery('drop schema powerless cascade; drop role powerless')
  }
})

it.runIf(databaseKind() === 'citus')(
  'spreads a table that comes later, whose foreign keys are laid after it',
  async () => {
    add(
      `${NEXT}_later.sql`,
      `create table later (merchant_id uuid not null, id uuid not null, employee_id uuid not null, primary key (merchant_id, id));
     select huanji_protect('later');
     alter table later add foreign key (merchant_id, employee_id) references employee (merchant_id, id);`,
    )
    const one = new pg.Client({ connectionString: database.databaseUrl ?? '' })
    await one.connect()
    expect(await migrate(one, folder)).toEqual([`${NEXT}_later.sql`])
    const { rows } = await one.query("select partmethod from pg_dist_partition where logicalrelid = 'later'::regclass")
    expect(rows).toEqual([{ partmethod: 'h' }])
    await one.query(`drop table later; delete from migration where number = ${Number(NEXT)}`)
    await one.end()
  },
)
