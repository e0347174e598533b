import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { emptyDatabase } from './databases.ts'
import { fillInspections } from './fill.ts'
import { quantile } from './load.ts'
import { ms, thousands } from './markdown.ts'
import type { Measured, Result } from './measurements.ts'
import { PEOPLE, peopleAtWork } from './people.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const MEMORY_EVERY_MS = 100

interface Ran {
  readonly seconds: number
  readonly peakBytes: number
}

/** Runs one of the product's commands to its end. @throws Error with what it wrote when it fails */
function run(file: string, settings: Readonly<Record<string, string>>, ...words: string[]): Promise<Ran> {
  const startedAt = performance.now()
  const env = { PATH: process.env.PATH ?? '', ...settings }
  const child = spawn(process.execPath, [path.join(ROOT, file), ...words], { cwd: ROOT, env, stdio: 'pipe' })
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => written.push(String(part)))
  let peakBytes = 0
  const timer = setInterval(() => {
    try {
      const [, kib] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
      peakBytes = Math.max(peakBytes, Number(kib ?? 0) * 1024)
    } catch {
      // it has ended
    }
  }, MEMORY_EVERY_MS)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearInterval(timer)
      if (code !== 0) reject(new Error(`${file} ended with ${code}:\n${written.join('')}`))
      else resolve({ seconds: (performance.now() - startedAt) / 1000, peakBytes })
    })
  })
}

const megabytes = (bytes: number): string => `${thousands(Math.round(bytes / 1024 / 1024))} MB`

async function ask(url: string, text: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows[0]
  } finally {
    await client.end()
  }
}

/** What must be the same on both sides; people at work change neither. */
const COMPARED = `select count(*)::int as orders, sum(paid_fen)::float8 as fen, count(distinct merchant_id)::int as merchants,
  (select count(*)::int from bill) as bills from sale_order`

/** A backup while people work, and its restore into an empty database; both must hold the same. */
export async function backUpAndRestore(
  { database, url }: Measured,
  serverUrl: string,
  folder: string,
): Promise<Result> {
  await fillInspections(database.url)
  const { bytes = 0 } = await ask(database.url, 'select pg_database_size(current_database())::float8 as bytes')
  const { count = 0 } = await ask(
    database.url,
    "select sum(reltuples)::float8 as count from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const file = path.join(folder, 'bench.tar.zst')
  const latencies: number[] = []
  let isMade = false
  const working = peopleAtWork(
    url,
    () => isMade,
    ({ tookMs }) => latencies.push(tookMs),
  )
  const backup = await run(
    'server/src/backup.ts',
    { DATABASE_URL: database.url, HUANJI_DATA: folder },
    ...['--to', file],
  ).finally(() => {
    isMade = true
  })
  await working
  const emptyUrl = await emptyDatabase(serverUrl, 'bench_restored')
  const elsewhere = { DATABASE_URL: emptyUrl, HUANJI_DATA: path.join(folder, 'restored') }
  const restore = await run('server/src/restore.ts', elsewhere, '--from', file)
  const [before, after] = [await ask(database.url, COMPARED), await ask(emptyUrl, COMPARED)]
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    throw new Error(`not the same: ${JSON.stringify(before)} and ${JSON.stringify(after)}`)
  }
  latencies.sort((a, b) => a - b)
  return {
    note:
      `${thousands(database.orders)} orders, ${megabytes(bytes)}, ${thousands(Math.round(count))} rows. While the backup was made ` +
      `${PEOPLE} people had ${thousands(latencies.length)} calls: median ${ms(quantile(latencies, 0.5))}, p99 ${ms(quantile(latencies, 0.99))}, ` +
      `slowest ${ms(latencies.at(-1) ?? 0)}. Orders, their prices, merchants and bills are the same on both sides.`,
    head: ['', 'time', 'file', 'memory at most'],
    rows: [
      ['backup', `${Math.round(backup.seconds)} s`, megabytes(statSync(file).size), megabytes(backup.peakBytes)],
      ['restore', `${Math.round(restore.seconds)} s`, '', megabytes(restore.peakBytes)],
    ],
  }
}
