import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { bill } from '@huanji/contract/features/bill/calls'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { savedView } from '@huanji/contract/features/saved-view/calls'
import { MIGRATIONS_FOLDER, readMigrations } from '@huanji/server/database/migrate'
import { connectOwner } from '@huanji/server/database/owner'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { dataOf, signIn } from '../contract/fixtures/client.ts'
import { codeOf, send, type Target } from '../contract/gateway/target.ts'
import {
  presentContent,
  releasedContent,
  releasedFile,
  releasedVersions,
  unpacked,
  unpackFolder,
} from '../releases/releases.ts'
import { IS_NIGHTLY } from '../support/depth.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { projectAt } from '../support/project-copy.ts'
import { temporaryFolder } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess } from './gateway-process.ts'
import { ROOT } from './server-process.ts'

/** What every release left behind is opened by this revision, on every home of the data, with every row and file. */

const TEST_TIMEOUT_MS = 300_000
/** The owner of the demo's first merchant. */
const OWNER = { phone: '13800138000', password: 'Huanji2026' }
/** Roles belong to the server and are no part of a dump (docs/operations.md). */
const ROLES = 'create role huanji_app login; create role huanji_worker login;'
/** Instructions to psql, which newer programs write around a dump. */
const TO_PSQL = /^\\.*$/gm
const WRITES = 6
/** By day the last release alone: from it most will come. */
const sampledVersions = IS_NIGHTLY ? releasedVersions() : releasedVersions().slice(-1)

const cleanups: (() => Promise<unknown> | undefined)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** An operator's command, which must succeed. */
function run(file: string, words: readonly string[], settings: Readonly<Record<string, string>>): string {
  const env = { PATH: process.env.PATH ?? '', ...settings }
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, file), ...words], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  expect([status, stdout + stderr]).toEqual([0, expect.any(String)])
  return stdout + stderr
}

/** Where the data are, as settings. */
interface Home {
  readonly dataFolder: string
  readonly databaseUrl: string | null
}
const settingsOf = ({ dataFolder, databaseUrl }: Home): Record<string, string> => ({
  HUANJI_MODE: 'demo',
  HUANJI_DATA: dataFolder,
  ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
})

async function emptyHome(kind: 'embedded' | 'postgres'): Promise<Home> {
  const { folder, remove } = await temporaryFolder()
  cleanups.push(remove)
  const dataFolder = path.join(folder, 'data')
  if (kind === 'embedded') return { dataFolder, databaseUrl: null }
  const postgres = await startPostgres()
  cleanups.push(() => postgres.stop())
  return { dataFolder, databaseUrl: postgres.url }
}

/** The release's database on a PostgreSQL server, from its dump, beside its files. */
async function dumpLaidOut(version: string): Promise<Home> {
  const home = await emptyHome('postgres')
  unpackFolder(releasedFile(version, 'dataFolder'), home.dataFolder)
  fs.rmSync(path.join(home.dataFolder, 'database'), { recursive: true })
  const client = new pg.Client({ connectionString: home.databaseUrl ?? '' })
  await client.connect()
  await client.query(ROLES)
  await client.query(unpacked(releasedFile(version, 'dump')).toString().replaceAll(TO_PSQL, ''))
  await client.end()
  return home
}

const HOMES: Readonly<Record<string, (version: string) => Promise<Home>>> = {
  'the data folder': async (version) => {
    const home = await emptyHome('embedded')
    unpackFolder(releasedFile(version, 'dataFolder'), home.dataFolder)
    return home
  },
  'the dump of a PostgreSQL database': dumpLaidOut,
  'the backup, put back into a folder': (version) => restored(version, 'embedded'),
  'the backup, put back on a PostgreSQL server': (version) => restored(version, 'postgres'),
}

async function restored(version: string, kind: 'embedded' | 'postgres'): Promise<Home> {
  const home = await emptyHome(kind)
  run('server/src/restore.ts', ['--from', releasedFile(version, 'backup')], settingsOf(home))
  return home
}

const targetOf = ({ url }: GatewayProcess): Target => ({ url, letPass: async () => {} })

async function started(home: Home, root?: string): Promise<GatewayProcess> {
  const { dataFolder } = home
  const settings = settingsOf(home)
  const gateway = await gatewayProcess({ dataFolder, settings, ...(root === undefined ? {} : { root }) })
  cleanups.push(() => (gateway.isRunning ? gateway.killHard() : undefined))
  await gateway.start()
  return gateway
}

/** Lists that hold something in the demo, and what they are asked with. */
const LISTS = [
  [goods.list, {}],
  [auctionOrder.list, {}],
  [detRecord.getDetectRecordList, { channel: 'auction' }],
  [address.list, { kind: 'ship' }],
  [bill.list, {}],
] as const

async function readThrough(gateway: GatewayProcess): Promise<void> {
  const who = await signIn(targetOf(gateway), OWNER.phone, OWNER.password)
  for (const [call, input] of LISTS) {
    const answer = await send(targetOf(gateway), call.path, who, input, {})
    expect([call.path, codeOf(answer), (answer.body as { _data: { list: unknown[] } })._data.list.length > 0]).toEqual([
      ...[call.path, ERR.ok, true],
    ])
  }
}

describe.each(sampledVersions)('version %s', (version) => {
  test.each(Object.keys(HOMES))(
    '%s is brought up to date with every row, and serves its people',
    async (kind) => {
      const home = (await HOMES[kind]?.(version)) as Home
      run('server/src/migrate.ts', [], settingsOf(home))
      const { tables, content } = await releasedContent(version)
      const owner = await connectOwner(home)
      const present = await presentContent(owner, tables).finally(() => owner.close())
      expect(present).toEqual(content)
      const gateway = await started(home)
      await readThrough(gateway)
    },
    TEST_TIMEOUT_MS,
  )

  const commit = commitOf(version)
  test.runIf(commit !== null)(
    'its program and this one are at work on one database at the same time, or it is told to stay away',
    async () => {
      const home = await dumpLaidOut(version)
      const { tables } = await releasedContent(version)
      run('server/src/migrate.ts', [], settingsOf(home))
      const earlier = projectAt(commit ?? '')
      cleanups.push(async () => earlier.remove())
      const later = readMigrations(MIGRATIONS_FOLDER).filter(({ number }) => number > tables.migration)
      if (later.some(({ worksWith }) => worksWith > tables.migration)) {
        await expect(started(home, earlier.root)).rejects.toThrow('数据库比程序新')
        return
      }
      const [old, present] = [await started(home, earlier.root), await started(home)]
      await renameThrough([old, present])
    },
    TEST_TIMEOUT_MS,
  )
})

/** The commit in which a version became one: the one that brought what it left. Null in a copy without its history. */
function commitOf(version: string): string | null {
  const words = ['log', '--diff-filter=A', '--format=%H', '--', path.relative(ROOT, releasedFile(version, 'backup'))]
  return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n').at(-1) || null
}

/** A view is named anew through one program after the other; whatever is not acknowledged is an error. */
async function renameThrough(gateways: readonly GatewayProcess[]): Promise<void> {
  const [first] = gateways as [GatewayProcess]
  const who = await signIn(targetOf(first), OWNER.phone, OWNER.password)
  const input = { listKey: 'listings', name: '两个版本', query: '', columns: null, isShared: false }
  const view = dataOf(savedView.save, await send(targetOf(first), savedView.save.path, who, input, {}))
  let { version } = view
  for (let count = 0; count < WRITES; count += 1) {
    const gateway = gateways[count % gateways.length] as GatewayProcess
    const payload = { viewId: view.viewId, version, name: `第${count}次改名` }
    const answer = await send(targetOf(gateway), savedView.update.path, who, payload, {})
    expect([count, answer.text, codeOf(answer)]).toEqual([count, answer.text, ERR.ok])
    version += 1
  }
}
