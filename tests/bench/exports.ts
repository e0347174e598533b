import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { auctionOrderExport, extExport, goodsExport } from '@huanji/contract/calls/export'
import { goods } from '@huanji/contract/calls/goods'
import type { LoginContext } from '@huanji/contract/envelope'
import { EXPORT_COLUMNS } from '@huanji/contract/export-columns'
import { type Client, plainClient, signIn } from '../contract/fixtures/client.ts'
import { bodyOf } from '../contract/gateway/target.ts'
import { PASSWORD, PHONE } from './databases.ts'
import { type Load, type Round, runLoad } from './load.ts'
import { ms, ratio, thousands, verdict } from './markdown.ts'
import { type Measured, OK, type Result, targetOf } from './measurements.ts'
import type { BenchOptions } from './options.ts'
import { startServer } from './server-child.ts'

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
  [auctionOrder.list, goods.list].map((spec) => ({
    ...{ name: spec.path, url: `${url}${spec.path}`, expect: OK, pauseMs: PAUSE_MS },
    nextBody: () => bodyOf(who, {}),
  }))

/** Makes calls of people at work in turns until `isOver`, or for some rounds; gives what each round came to, by call. */
async function peopleAtWork(
  loads: readonly Load[],
  roundMs: number,
  isOver: (round: number) => boolean,
): Promise<Map<string, Round[]>> {
  const rounds = new Map<string, Round[]>(loads.map(({ name }) => [name, []]))
  for (let round = 0; !isOver(round); round += 1) {
    for (const load of loads) rounds.get(load.name)?.push(await runLoad(load, PEOPLE, roundMs))
  }
  return rounds
}

/**
 * Measures the calls of people at work with and without an export of all orders, for each format, in a gateway that
 * works its queue; and what the gateway holds meanwhile.
 */
export async function exportsBeside({ database }: Measured, folder: string, options: BenchOptions): Promise<Result> {
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
    await peopleAtWork(loads, roundMs, (round) => round >= 1)
    const quiet = await peopleAtWork(loads, roundMs, (round) => round >= options.rounds)
    const rows: Result['rows'][number][] = []
    for (const format of ['xlsx', 'csv'] as const) {
      const idle = server.memory()
      let peak = idle
      const watching = setInterval(() => {
        peak = Math.max(peak, server.memory())
      }, MEMORY_EVERY_MS)
      const { exportId } = await client.call(auctionOrderExport.create, { format, filter: {} })
      let ended: Finished | null = null
      const ending = finished(client, exportId).then((one) => {
        ended = one
        return one
      })
      const busy = await peopleAtWork(loads, roundMs, () => ended !== null)
      const { rows: count, seconds, bytes } = await ending
      clearInterval(watching)
      const overMb = (peak - idle) / MIB
      for (const { name } of loads) {
        const p95 = (all: ReadonlyMap<string, readonly Round[]>) =>
          middle((all.get(name) ?? []).map((one) => one.p95Ms))
        const share = p95(busy) / p95(quiet)
        rows.push([
          ...[format, name, ms(p95(quiet)), ms(p95(busy)), ratio(share), verdict(share, { atMost: P95_TIMES })],
          ...[thousands(count), `${seconds.toFixed(0)} s`, thousands(Math.round(count / seconds))],
          ...[
            `${(bytes / MIB).toFixed(1)} MB`,
            `${Math.round(overMb)} MB`,
            verdict(overMb, { atMost: MEMORY_GOAL_MB }),
          ],
        ])
      }
      await client.call(extExport.seen, { exportId })
    }
    const columns = Object.keys(EXPORT_COLUMNS['auction-orders']).length
    return {
      note:
        `All orders of one merchant with ${columns} columns, made by the same process, beside ${PEOPLE} people with a call each ` +
        `every ${PAUSE_MS} ms; p95 are medians of rounds of ${roundMs} ms. The memory is the most that the process held over ` +
        'what it held before, the people’s calls included.',
      head: [
        ...[
          'format',
          'call',
          'p95 without',
          'p95 with',
          'ratio',
          'goal',
          'rows',
          'time',
          'rows/s',
          'file',
          'over idle',
          'goal',
        ],
      ],
      rows,
    }
  } finally {
    await server.stop()
  }
}
