import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { databaseKind } from '../../../tests/support/databases.ts'
import { type Embedded, type EmbeddedOptions, openEmbedded } from './embedded.ts'

const WRITER = path.join(import.meta.dirname, '../../../tests/support/embedded-writer.ts')

let parent: string
let folder: string
const cleanups: (() => Promise<unknown>)[] = []

beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-embedded-'))
  folder = path.join(parent, 'database')
  const template = inject('embeddedTemplate')
  if (template !== null) fs.cpSync(template, folder, { recursive: true })
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  fs.rmSync(parent, { recursive: true, force: true })
})

async function open(options?: EmbeddedOptions): Promise<{ embedded: Embedded; pool: pg.Pool }> {
  const embedded = await openEmbedded(folder, options)
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    stream: embedded.connect,
  })
  pool.on('error', () => undefined)
  cleanups.push(() => embedded.close())
  return { embedded, pool }
}

describe.runIf(databaseKind() === 'embedded')('the embedded database', () => {
  it('forces the disk at every commit', async () => {
    const { embedded, pool } = await open({ countFsyncs: true })
    await pool.query('create table t (a integer)')
    const before = await embedded.fsyncCount()
    for (let number = 0; number < 20; number += 1) await pool.query('insert into t values ($1)', [number])
    expect((await embedded.fsyncCount()) - before).toBeGreaterThanOrEqual(20)
  })

  it('of a stuck thread is opened anew, with all that was committed', async () => {
    const { embedded, pool } = await open({ stuckMs: 400, pingEveryMs: 100 })
    await pool.query('create table t (a integer)')
    await pool.query('insert into t values (1)')
    const heard: string[] = []
    const reopened = new Promise<void>((resolve) => {
      embedded.watch((what) => {
        heard.push(what)
        if (what === 'reopened') resolve()
      })
    })
    // nothing else of the thread runs while it sleeps
    await expect(pool.query('select pg_sleep(600)')).rejects.toThrow()
    await expect(pool.query('select 1')).rejects.toThrow()
    await reopened
    expect(heard).toEqual(['stuck', 'reopened'])
    expect((await pool.query('select a from t')).rows).toEqual([{ a: 1 }])
    await pool.query('insert into t values (2)')
  })

  it('of a stuck thread can be closed', async () => {
    const { embedded, pool } = await open({ closeMs: 300 })
    const asleep = expect(pool.query('select pg_sleep(600)')).rejects.toThrow()
    await embedded.close()
    await asleep
  })

  it('carries large values both ways, errors and many statements at once', async () => {
    const { pool } = await open()
    const large = '机'.repeat(1_000_000)
    const echoed = await pool.query<{ text: string; size: number }>(
      'select $1::text as text, octet_length($1)::int as size',
      [large],
    )
    expect(echoed.rows[0]?.size).toBe(3_000_000)
    expect(echoed.rows[0]?.text === large).toBe(true)
    await expect(pool.query('select no_such_column')).rejects.toMatchObject({ code: '42703' })
    const many = await Promise.all(
      Array.from({ length: 200 }, (_, number) => pool.query<{ n: number }>('select $1::int as n', [number])),
    )
    expect(many.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, number) => number))
  })

  it('keeps nothing of what it has answered: memory does not grow with each query', async () => {
    const { pool } = await open()
    const read = () => pool.query("select repeat('x', 1000000) as text")
    for (let count = 0; count < 20; count += 1) await read()
    const before = process.memoryUsage.rss()
    for (let count = 0; count < 400; count += 1) await read()
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
  })

  it('leaves the event loop free while it works', async () => {
    const { pool } = await open()
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 5)
    await pool.query('select count(*) from generate_series(1, 3000000)')
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(5)
  })

  it('undoes what a client that breaks off had begun, and starts the next one clean', async () => {
    const { pool } = await open()
    await pool.query('create table t (a integer)')
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into t values (1)')
    await client.query('set application_name = left')
    client.release(new Error('broken off'))
    const { rows } = await pool.query(
      `select count(*)::int as count, current_setting('application_name') as name from t`,
    )
    expect(rows).toEqual([{ count: 0, name: '' }])
  })

  it('refuses a second opener of the same folder, and lets the next one in after the first has closed', async () => {
    const first = await openEmbedded(folder)
    await expect(openEmbedded(folder)).rejects.toThrow(/数据目录正被另一个[\s\S]*HUANJI_DATA/)
    await first.close()
    const second = await openEmbedded(folder)
    await second.close()
  })

  it('refuses files of another major version, and keeps no lock for it', async () => {
    fs.writeFileSync(path.join(folder, 'PG_VERSION'), '17\n')
    await expect(openEmbedded(folder)).rejects.toThrow(/另一个版本[\s\S]*17/)
    fs.writeFileSync(path.join(folder, 'PG_VERSION'), '18\n')
    await (await openEmbedded(folder)).close()
  })

  it('settles what waits when its thread dies', async () => {
    const { embedded, pool } = await open()
    const waiting = pool.query('select count(*) from generate_series(1, 3000000)')
    const settled = waiting.then(
      () => 'answered',
      () => 'failed',
    )
    await embedded.close()
    expect(['answered', 'failed']).toContain(await settled)
    await expect(pool.query('select 1')).rejects.toThrow('stopped')
  })

  it('keeps every acknowledged row through kill -9, and its lock dies with the process', async () => {
    const acknowledged = new Set<number>()
    for (let round = 0; round < 3; round += 1) {
      const writer = spawn(process.execPath, [WRITER, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
      for (const number of await killedAfter(writer, 60 + 40 * round)) acknowledged.add(number)
    }
    const { pool } = await open()
    const { rows } = await pool.query<{ number: number }>('select number::int as number from written')
    const found = new Set(rows.map(({ number }) => number))
    expect(acknowledged.size).toBeGreaterThan(200)
    expect([...acknowledged].filter((number) => !found.has(number))).toEqual([])
  })
})

/** The numbers a writer says it has committed, until it is killed after `count` of them. */
async function killedAfter(writer: ChildProcess, count: number): Promise<number[]> {
  let text = ''
  writer.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (text.split('\n').length > count) writer.kill('SIGKILL')
  })
  await once(writer, 'close')
  // the last line may be cut off
  return text.split('\n').slice(0, -1).map(Number)
}
