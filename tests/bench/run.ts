import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '../support/postgres-server.ts'
import { backUpAndRestore } from './backup.ts'
import { type FilledDatabase, filledDatabase } from './databases.ts'
import { exportsBeside } from './exports.ts'
import type { Filling } from './fill.ts'
import { home } from './home.ts'
import { table, thousands } from './markdown.ts'
import { againstBare, depth, growth, type Measured, type Result } from './measurements.ts'
import { readOptions, type Section } from './options.ts'
import { photosAtOnce } from './photos.ts'
import { startServer } from './server-child.ts'
import { soak } from './soak.ts'
import { webPages } from './web.ts'

/**
 * `npm run bench`: how fast calls are, as ratios within one run. It starts PostgreSQL and servers of its own, fills
 * separate databases directly, and writes tables in Markdown to standard output; progress goes to standard error.
 */
const options = readOptions(process.argv.slice(2))
const startedAt = performance.now()
const folder = await mkdtemp(path.join(tmpdir(), 'huanji-bench-'))
const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]

function say(line: string): void {
  process.stderr.write(`${Math.round((performance.now() - startedAt) / 1000)} s  ${line}\n`)
}

const YEAR_SECONDS = 365 * 86_400

/** The lists are asked for keywords and for an hour of orders; the overview by itself counts the days of a year. */
function fillingFor(orders: number): Filling {
  const isSearched = options.sections.some((name) => name !== 'home')
  // half of them are one merchant's
  return { isSearched, everySeconds: isSearched ? 1 : YEAR_SECONDS / (orders / 2) }
}

async function prepared(serverUrl: string): Promise<Measured[]> {
  const databases: FilledDatabase[] = []
  for (const orders of options.sizes) {
    say(`filling a database with ${thousands(orders)} orders`)
    databases.push(await filledDatabase(serverUrl, orders, fillingFor(orders)))
  }
  const measured: Measured[] = []
  for (const database of databases) {
    const server = await startServer('gateway-server.ts', { BENCH_DATABASE_URL: database.url, BENCH_DATA: folder })
    stops.push(() => server.stop())
    measured.push({ database, url: server.url, memory: server.memory })
  }
  return measured
}

function print(
  title: string,
  note: string,
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  process.stdout.write(`\n## ${title}\n\n${note}\n\n${table(head, rows)}\n`)
}

try {
  say('starting PostgreSQL')
  const postgres = await startPostgres()
  stops.push(() => postgres.stop())
  // exports have a database of their own
  const measured = options.sections.some((name) => name !== 'exports') ? await prepared(postgres.url) : []
  const largest = (): Measured => {
    const last = measured.at(-1)
    if (!last) throw new Error('there is no database to measure')
    return last
  }
  process.stdout.write(
    `# Measurements\n\n${options.connections} connections, median of ${options.rounds} rounds of ${options.roundMs} ms, interleaved; ` +
      `gateway, bare server, load and PostgreSQL (without fsync) share this machine. Orders were filled in by SQL.\n`,
  )
  const sections: Record<Section, { title: string; measure: () => Promise<Result> }> = {
    bare: {
      title: 'A call against its statements behind a bare server',
      measure: () => againstBare(largest(), folder, options, (stop) => stops.push(stop)),
    },
    depth: { title: 'A deep page against the first', measure: () => depth(largest(), options) },
    growth: { title: 'The lists of orders and goods as their number grows', measure: () => growth(measured, options) },
    home: { title: 'The overview of the business', measure: () => home(measured, options) },
    web: { title: 'The web client’s first pages', measure: () => webPages(largest(), say) },
    exports: {
      title: 'Other calls while a list is exported',
      measure: () => exportsBeside(postgres.url, folder, options),
    },
    backup: {
      title: 'A backup while people work, and its restore',
      measure: () => backUpAndRestore(largest(), postgres.url, folder),
    },
    soak: { title: 'People at work without a pause', measure: () => soak(largest(), options) },
    photos: { title: 'Other calls while photographs arrive', measure: () => photosAtOnce(largest(), options) },
  }
  for (const name of options.sections) {
    const { title, measure } = sections[name]
    say(title)
    const { note, head, rows } = await measure()
    print(title, note, head, rows)
  }
  say('done')
} finally {
  for (const stop of stops.reverse()) await stop()
}
