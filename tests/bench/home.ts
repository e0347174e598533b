import { lastDays } from '@huanji/domain/overview/period'
import { shanghaiDate } from '@huanji/domain/time'
import type { GlobalTx, Tx } from '@huanji/server/database/database'
import { openDatabase } from '@huanji/server/database/open'
import { foldMarks } from '@huanji/server/modules/figure/fold'
import { overviewOf } from '@huanji/server/modules/figure/overview'
import type { Actor } from '@huanji/server/platform/actor'
import { createLog } from '@huanji/server/platform/log'
import pg from 'pg'
import { thousands } from './markdown.ts'
import type { Measured, Result } from './measurements.ts'
import type { BenchOptions } from './options.ts'

const YEAR = 366
const GOAL_MS = 50

/**
 * What a range of the overview costs in the database, beside today's: over figures that were counted from the filled orders
 * and, for the days before them, over two years of days with twelve shops, on which everything has a row.
 */
export async function home(measured: readonly Measured[], options: BenchOptions): Promise<Result> {
  const rows: string[][] = []
  for (const { database } of measured) {
    const opened = await openDatabase({
      databaseUrl: database.url,
      dataFolder: '',
      poolSize: 2,
      cursorKey: '',
      log: createLog('silent'),
    })
    const { db } = opened
    const { merchantId } = database
    const before = performance.now()
    await foldMarks(db, merchantId, () => new Date())
    const foldMs = performance.now() - before
    await fillDays(database.url, merchantId)
    const today = await lastDay(database.url, merchantId)
    const timed = async (days: number) => {
      const times: number[] = []
      for (let round = 0; round < options.rounds + 1; round += 1) {
        times.push(await db.tenant(merchantId, (tx) => sqlTime(tx, days, today, merchantId)))
      }
      return times.slice(1).sort((one, other) => one - other)[Math.floor(options.rounds / 2)] ?? 0
    }
    const [day, month, year] = [await timed(1), await timed(30), await timed(YEAR)]
    rows.push([
      thousands(database.orders),
      `${Math.round(foldMs)} ms`,
      ...[day, month, year].map((ms) => `${ms.toFixed(1)} ms`),
      (year / day).toFixed(1),
      year <= GOAL_MS ? 'met' : 'missed',
    ])
    await opened.close()
  }
  return {
    note: `Median of ${options.rounds} rounds of all statements of the overview, each timed from sending to its rows.`,
    head: ['orders', 'first count of all days', '1 day', '30 days', '366 days', '366 ÷ 1', `≤ ${GOAL_MS} ms`],
    rows,
  }
}

/** How long the statements of the overview take, in milliseconds. */
async function sqlTime(tx: Tx, days: number, today: string, merchantId: string): Promise<number> {
  let sum = 0
  const timing =
    <Name extends 'rows' | 'one'>(name: Name): GlobalTx[Name] =>
    async (query: Parameters<GlobalTx[Name]>[0]) => {
      const from = performance.now()
      const result = await tx[name](query)
      sum += performance.now() - from
      return result as never
    }
  const owner = { merchantId, isOwner: true, grants: new Set<string>() } as unknown as Actor
  const period = lastDays(today, days)
  await overviewOf(
    { ...tx, rows: timing('rows'), one: timing('one') },
    period,
    owner,
    new Date(`${today}T12:00:00.000Z`),
  )
  return sum
}

async function asOwner<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

const lastDay = async (url: string, merchantId: string): Promise<string> => {
  const [row] = await asOwner<{ at: Date }>(url, 'select max(paid_at) as at from sale_order where merchant_id = $1', [
    merchantId,
  ])
  return shanghaiDate((row?.at ?? new Date()).toISOString())
}

/** Two years of days for twelve shops and all together: 41 models, 7 grades, 12 sessions, 8 inspectors and 6 reasons on each. */
async function fillDays(url: string, merchantId: string): Promise<void> {
  await asOwner(
    url,
    `insert into daily_figure (merchant_id, kind, shop_account_id, day, channel, part, orders, units, sales_fen, net_fen,
        priced_units, priced_fen, reference_fen, shipped_units, offered, sold, reports)
      select $1, k.kind, ('00000000-0000-0000-0000-' || lpad(s::text, 12, '0'))::uuid, d::date, c,
        case k.kind when 'all' then '' when 'inspector' then '00000000-0000-7000-8000-' || lpad(p::text, 12, '0')
          else k.kind || p end, 30, 30, 9000000, 8000000, 30, 9000000, 9000000, 30, 40, 30, 35
      from generate_series(0, 12) s, unnest(array['auction', 'curated']) c,
        generate_series(timestamp '2024-06-01', timestamp '2026-06-30', interval '1 day') d,
        (values ('all', 1), ('model', 41), ('grade', 7), ('session', 12), ('inspector', 8), ('reason', 6)) k (kind, parts),
        generate_series(1, k.parts) p
      on conflict do nothing`,
    [merchantId],
  )
  await asOwner(url, 'analyze daily_figure')
}
