import { systemOrigin } from '@huanji/server/audit/entry'
import { recordAudit } from '@huanji/server/audit/store'
import { type OpenDatabase, openDatabase } from '@huanji/server/database/open'
import { insertBags, listBagRecords, recordBagAct } from '@huanji/server/modules/inspection/sealed-bag/store'
import { createMerchant } from '@huanji/server/modules/people/commands'
import { newId } from '@huanji/server/platform/ids'
import { createLog } from '@huanji/server/platform/log'
import pg from 'pg'
import { nodesOf, startCluster } from '../support/citus.ts'
import { table } from './markdown.ts'

/**
 * `node tests/bench/cluster.ts`: the same reads and writes on one PostgreSQL, on a Citus of one node and on one of three,
 * all on this machine and by the same server program, in rounds that take turns. It needs what the tests need to start a cluster
 * (TEST_CITUS_UP) and writes a table in Markdown.
 */
const ROUNDS = 5
const ROUND_MS = 2_000
const MERCHANTS = 16
const AT_ONCE = 8
const ROWS_BEFORE = 400

interface Home {
  readonly name: string
  readonly open: OpenDatabase
  readonly merchants: readonly string[]
}

async function administer(databaseUrl: string, name: string, statements: readonly string[]): Promise<void> {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Opens a new database of a server, and makes merchants in it that have some rows. */
async function home(name: string, server: string, database: string, extension: boolean): Promise<Home> {
  await administer(server, 'postgres', [`create database ${database}`])
  if (extension) await administer(server, database, ['create extension citus'])
  return filled(name, server, database)
}

async function filled(name: string, server: string, database: string): Promise<Home> {
  const url = new URL(server)
  url.pathname = `/${database}`
  const log = createLog('silent')
  const open = await openDatabase({
    databaseUrl: url.href,
    dataFolder: '',
    poolSize: AT_ONCE * 3,
    cursorKey: 'bench',
    log,
  })
  const merchants: string[] = []
  for (let index = 0; index < MERCHANTS; index += 1) {
    const made = { name: `商家${index}`, phone: `1380013${5000 + index}`, passwordHash: 'none', now: new Date() }
    const { merchantId } = await open.db.global((tx) => createMerchant(tx, made))
    merchants.push(merchantId)
    for (let row = 0; row < ROWS_BEFORE; row += 1) await write({ name, open, merchants }, merchantId)
  }
  return { name, open, merchants }
}

/** What registering a bag does: the bag, its act and the audit entry, in one transaction. */
async function write({ open }: Home, merchantId: string): Promise<void> {
  const now = new Date()
  const bagCode = newId()
  await open.db.tenant(merchantId, async (tx) => {
    await insertBags(tx, [bagCode], now)
    const act = {
      bagCode,
      action: 'register',
      state: 'unused',
      inspectionId: null,
      note: '',
      employeeId: null,
      now,
    } as const
    await recordBagAct(tx, act)
    const entry = {
      subject: 'listing',
      subjectId: bagCode,
      subjectLabel: bagCode,
      before: null,
      after: { 数量: '1' },
    } as const
    await recordAudit(tx, systemOrigin('系统'), { action: 'bench', actionLabel: '登记', now }, [entry])
  })
}

/** The first page of the record of binding, with its count. */
const read = ({ open }: Home, merchantId: string): Promise<unknown> =>
  open.db.tenant(merchantId, (tx) => listBagRecords(tx, { page: 1, pageSize: 20 }))

type Work = (home: Home, merchantId: string) => Promise<unknown>

/** Transactions a second, several at once and of all merchants in turn. */
async function round(where: Home, work: Work): Promise<number> {
  const endMs = performance.now() + ROUND_MS
  let done = 0
  const worker = async (number: number) => {
    for (let count = number; performance.now() < endMs; count += 1) {
      await work(where, where.merchants[count % MERCHANTS] ?? '')
      done += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => worker(number)))
  return (done * 1000) / ROUND_MS
}

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0

/** For each home the median, over the rounds, of its speed against the first home's in the same round. */
async function compared(homes: readonly Home[], work: Work): Promise<string[]> {
  const ratios = homes.map((): number[] => [])
  for (let count = 0; count < ROUNDS; count += 1) {
    const speeds: number[] = []
    for (const one of homes) speeds.push(await round(one, work))
    for (const [index, speed] of speeds.entries()) ratios[index]?.push(speed / (speeds[0] ?? 1))
    process.stderr.write(`${speeds.map((speed) => Math.round(speed)).join(' ')} a second\n`)
  }
  return ratios.map((of) => median(of).toFixed(2))
}

const cluster = await startCluster()
const homes: Home[] = []
try {
  const [coordinator = '', first = '', second = ''] = nodesOf(cluster.template)
  await administer(coordinator, 'postgres', ['alter database huanji allow_connections true'])
  await administer(first, 'postgres', ['alter database huanji allow_connections true'])
  await administer(second, 'postgres', ['alter database huanji allow_connections true'])
  homes.push(await home('one PostgreSQL', first, 'plain', false))
  homes.push(await home('Citus on one node', second, 'single', true))
  homes.push(await filled('Citus on three nodes', coordinator, 'huanji'))
  const [reads, writes] = [await compared(homes, read), await compared(homes, write)]
  const rows = homes.map(({ name }, index) => [name, reads[index] ?? '', writes[index] ?? ''])
  process.stdout.write(`\n${table(['', 'list page', 'write of three tables'], rows)}\n`)
} finally {
  for (const { open } of homes) await open.close()
  await cluster.stop()
}
