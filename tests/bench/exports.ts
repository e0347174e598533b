import type { LoginContext } from '@huanji/contract/envelope'
import { exportTasks, goodsExport } from '@huanji/contract/features/export/calls'
import { goods } from '@huanji/contract/features/listing/goods'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { curatedOrderExport } from '@huanji/contract/features/order/export'
import { EXPORT_COLUMNS } from '@huanji/contract/list-columns'
import { type Client, plainClient, signIn } from '../contract/fixtures/client.ts'
import { bodyOf } from '../contract/gateway/target.ts'
import { exportDatabase, PASSWORD, PHONE } from './databases.ts'
import { type Load, type Round, runLoad } from './load.ts'
import { ms, ratio, thousands, verdict } from './markdown.ts'
import { OK, type Result, targetOf } from './measurements.ts'
import type { BenchOptions } from './options.ts'
import { type ServerChild, startServer } from './server-child.ts'

/** People who work beside it, each with a call after so long. */
const PEOPLE = 4
const PAUSE_MS = 40
const LOOK_EVERY_MS = 500
const MEMORY_EVERY_MS = 50
/** A round is long enough for some parts of the file. */
const ROUNDS_TIMES = 2
const P95_TIMES = 2
const MEMORY_GOAL_MB = 200

const MIB = 1024 * 1024
const pause = (forMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, forMs))
const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

interface Finished {
  readonly rows: number
  readonly seconds: number
  readonly bytes: number
}

/** Waits until an export has ended. @throws Error when it did so without a file */
async function finished(client: Client, exportId: string): Promise<Finished> {
  for (;;) {
    const { list } = await client.call(goodsExport.list, {})
    const row = list.find((one) => one.exportId === exportId)
    if (row?.state === 'ready' && row.finishedAt !== null) {
      const seconds = (Date.parse(row.finishedAt) - Date.parse(row.createdAt)) / 1000
      return { rows: row.rowsDone, seconds, bytes: row.bytes }
    }
    if (row === undefined || row.state === 'failed') throw new Error(`the export came to nothing: ${row?.problem}`)
    await pause(LOOK_EVERY_MS)
  }
}

const loadsOf = (url: string, who: LoginContext): Load[] =>
  [curatedOrder.list, goods.list].map((spec) => ({
    name: spec.path,
    url: `${url}${spec.path}`,
    expect: OK,
    pauseMs: PAUSE_MS,
    nextBody: () => bodyOf(who, {}),
  }))

/** What each round of a call came to, by the call. */
type Rounds = ReadonlyMap<string, readonly Round[]>

/** Makes calls of people at work in turns until `isOver`, or for some rounds; gives what each whole round came to, by call. */
async function peopleAtWork(
  loads: readonly Load[],
  roundMs: number,
  isOver: (round: number) => boolean,
): Promise<Rounds> {
  const rounds = new Map<string, Round[]>(loads.map(({ name }) => [name, []]))
  for (let round = 0; !isOver(round); round += 1) {
    for (const load of loads) {
      const one = await runLoad(load, PEOPLE, roundMs)
      if (!isOver(round)) rounds.get(load.name)?.push(one)
    }
  }
  return rounds
}

const joined = (one: Rounds, other: Rounds): Rounds =>
  new Map([...one].map(([name, rounds]) => [name, [...rounds, ...(other.get(name) ?? [])]]))

interface Busy extends Finished {
  /** The most that the process held over what it held before the first export. */
  readonly overMb: number
  readonly busy: Rounds
}

/** The calls of people at work while the list is exported, from the asking to the last row. */
async function besideExport({ server, idle, client, loads, roundMs, format }: Asked): Promise<Busy> {
  let peak = idle
  const watching = setInterval(() => {
    peak = Math.max(peak, server.memory())
  }, MEMORY_EVERY_MS)
  const { exportId } = await client.call(curatedOrderExport.create, { format, filter: {} })
  let hasEnded = false
  const ending = finished(client, exportId).finally(() => {
    hasEnded = true
  })
  const busy = await peopleAtWork(loads, roundMs, () => hasEnded)
  const ended = await ending
  clearInterval(watching)
  await client.call(exportTasks.seen, { exportId })
  return { ...ended, busy, overMb: (peak - idle) / MIB }
}

interface Asked {
  readonly server: ServerChild
  /** What the process held before the first export. */
  readonly idle: number
  readonly client: Client
  readonly loads: readonly Load[]
  readonly roundMs: number
  readonly format: 'xlsx' | 'csv'
}

interface Beside extends Busy {
  readonly format: string
  readonly quiet: Rounds
}

const COLUMNS = Object.keys(EXPORT_COLUMNS['curated-orders']).length
const HEAD = [
  ...['format', 'rows × columns', 'time', 'rows/s', 'file', 'over idle', 'goal'],
  ...['call', 'p95 without', 'p95 with', 'ratio', 'goal'],
]

function rowOf({ format, rows, seconds, bytes, overMb, quiet, busy }: Beside, name: string): (string | number)[] {
  const p95 = (rounds: Rounds) => middle((rounds.get(name) ?? []).map(({ p95Ms }) => p95Ms))
  const share = p95(busy) / p95(quiet)
  return [
    ...[format, `${thousands(rows)} × ${COLUMNS}`, `${seconds.toFixed(0)} s`, thousands(Math.round(rows / seconds))],
    ...[`${(bytes / MIB).toFixed(1)} MB`, `${Math.round(overMb)} MB`, verdict(overMb, { atMost: MEMORY_GOAL_MB })],
    ...[name, ms(p95(quiet)), ms(p95(busy)), ratio(share), verdict(share, { atMost: P95_TIMES })],
  ]
}

/**
 * Measures the calls of people at work with and without an export of all orders, for each format, in a gateway that
 * works its queue; and what the gateway holds meanwhile.
 */
export async function exportsBeside(serverUrl: string, folder: string, options: BenchOptions): Promise<Result> {
  const database = await exportDatabase(serverUrl, options.exportRows)
  const server = await startServer('gateway-server.ts', {
    BENCH_DATABASE_URL: database.url,
    BENCH_DATA: folder,
    BENCH_QUEUE: 'yes',
  })
  try {
    const who = await signIn(targetOf(server.url), PHONE, PASSWORD)
    const client = plainClient(targetOf(server.url), who)
    const loads = loadsOf(server.url, who)
    const roundMs = options.roundMs * ROUNDS_TIMES
    const quietly = () => peopleAtWork(loads, roundMs, (round) => round >= options.rounds)
    await quietly()
    const results: Beside[] = []
    let before = await quietly()
    const idle = server.memory()
    for (const format of ['xlsx', 'csv'] as const) {
      const busy = await besideExport({ server, idle, client, loads, roundMs, format })
      const after = await quietly()
      results.push({ format, quiet: joined(before, after), ...busy })
      before = after
    }
    return {
      note:
        `All orders of one merchant with all ${COLUMNS} columns, made by the same process, beside ${PEOPLE} people with a call each ` +
        `every ${PAUSE_MS} ms; p95 are medians of rounds of ${roundMs} ms, those without an export just before and after it. The ` +
        'memory is the most that the process held over what it held before the first one, the people’s calls included.',
      head: HEAD,
      rows: results.flatMap((one) => loads.map(({ name }) => rowOf(one, name))),
    }
  } finally {
    await server.stop()
  }
}
