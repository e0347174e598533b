import fs from 'node:fs'
import path from 'node:path'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { savedView } from '@huanji/contract/features/saved-view/calls'
import { MIGRATIONS_FOLDER, readMigrations } from '@huanji/server/database/migrate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOf, signIn } from '../contract/fixtures/client.ts'
import { codeOf, send, type Target } from '../contract/gateway/target.ts'
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess } from './gateway-process.ts'
import { ROOT } from './server-process.ts'

/**
 * An upgrade without a moment's pause, as docs/releasing.md describes it: a column takes another one's place over two
 * releases, and at each step the version before works beside the one after it.
 */

const TEST_TIMEOUT_MS = 300_000
const WRITERS = 4
/** So many writes of each writer while two versions are at work. */
const WRITES = 15

const STORE = 'server/src/modules/saved-view/store.ts'
const newest = readMigrations(MIGRATIONS_FOLDER).at(-1)?.number ?? 0
const numbered = (ahead: number) => String(newest + ahead).padStart(4, '0')
const migrationFile = (ahead: number, name: string) => `server/src/database/migrations/${numbered(ahead)}_${name}.sql`

/** The release after this one: the new column is there and is written; the old one is still what is read. */
function expand(copy: ProjectCopy): void {
  copy.append(
    migrationFile(1, 'view_titles'),
    `-- works with ${numbered(0)}: who does not know the new column leaves it empty.
alter table saved_view add column title text;
`,
  )
  copy.edit(STORE, 'id, ...view, createdAt', 'id, ...view, title: view.name, createdAt')
  copy.edit(STORE, '...content, version', '...content, title: content.name, version')
}

/** The release after that: what was written before is filled in, and the new column is read. */
function backfill(copy: ProjectCopy): void {
  expand(copy)
  copy.append(
    migrationFile(2, 'view_titles_filled'),
    `-- works with ${numbered(1)}: who reads the old column still finds it written.
do $$ begin
  alter table saved_view no force row level security;
  update saved_view set title = name where title is distinct from name;
  alter table saved_view force row level security;
end $$;
`,
  )
  copy.edit(STORE, "'v.name',", "'v.title as name',")
}

let postgres: PostgresServer
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let merchant: Awaited<ReturnType<typeof withMerchant>>
const copies: ProjectCopy[] = []
const gateways: GatewayProcess[] = []

/** A copy of the project in a later version, with the client that was built from this one. */
function laterVersion(edit: (copy: ProjectCopy) => void): string {
  const copy = copyProject()
  copies.push(copy)
  edit(copy)
  const built = path.join(ROOT, 'web/dist')
  if (fs.existsSync(built)) fs.cpSync(built, path.join(copy.root, 'web/dist'), { recursive: true })
  return copy.root
}

async function prepare(root: string): Promise<GatewayProcess> {
  const dataFolder = path.join(folder.folder, 'data')
  const gateway = await gatewayProcess({ dataFolder, root, settings: { DATABASE_URL: postgres.url } })
  gateways.push(gateway)
  return gateway
}

beforeAll(async () => {
  postgres = await startPostgres()
  folder = await temporaryFolder()
  merchant = await withMerchant(path.join(folder.folder, 'data'), '13800131001', postgres.url)
}, TEST_TIMEOUT_MS)

afterAll(async () => {
  for (const gateway of gateways) if (gateway.isRunning) await gateway.killHard()
  await postgres?.stop()
  await folder?.remove()
  for (const copy of copies) copy.remove()
}, TEST_TIMEOUT_MS)

const isReady = async ({ opsUrl }: GatewayProcess) => (await fetch(`${opsUrl}/ready`)).status === 200

/** A view that one writer renames again and again, with the last name that was acknowledged. */
interface Renamed {
  readonly viewId: string
  version: number
  name: string
}

const targetOf = ({ url }: GatewayProcess): Target => ({ url, letPass: async () => {} })

/** Each writer renames its view through one gateway after the other; whatever is not acknowledged is an error. */
async function renameThrough(through: readonly GatewayProcess[], who: LoginContext, views: readonly Renamed[]) {
  await Promise.all(
    views.map(async (view, writer) => {
      for (let count = 0; count < WRITES; count += 1) {
        const gateway = through[(count + writer) % through.length] as GatewayProcess
        const name = `第${view.version}次改名-${writer}`
        const payload = { viewId: view.viewId, version: view.version, name }
        const answer = await send(targetOf(gateway), savedView.update.path, who, payload, {})
        expect([gateway.url, answer.text, codeOf(answer)]).toEqual([gateway.url, answer.text, ERR.ok])
        Object.assign(view, { version: view.version + 1, name })
      }
    }),
  )
}

async function namesAt(gateway: GatewayProcess, who: LoginContext): Promise<string[]> {
  const answer = await send(targetOf(gateway), savedView.list.path, who, { listKey: 'listings' }, {})
  return dataOf(savedView.list, answer)
    .views.map(({ name }) => name)
    .sort()
}

test(
  'two versions are at work at the same time over two releases, and no write is lost or refused',
  async () => {
    const present = await prepare(ROOT)
    await present.start()
    const who = await signIn(targetOf(present), merchant.phone, merchant.password)
    const views: Renamed[] = []
    for (let writer = 0; writer < WRITERS; writer += 1) {
      const input = { listKey: 'listings', name: `常用筛选${writer}`, query: '', columns: null, isShared: false }
      const answer = await send(targetOf(present), savedView.save.path, who, input, {})
      views.push({ ...dataOf(savedView.save, answer), name: input.name })
    }
    const known = () => views.map(({ name }) => name).sort()

    const next = await prepare(laterVersion(expand))
    await next.start()
    expect([await isReady(present), await isReady(next)]).toEqual([true, true])
    await renameThrough([present, next], who, views)
    for (const gateway of [present, next]) expect(await namesAt(gateway, who)).toEqual(known())

    await present.terminate()
    const last = await prepare(laterVersion(backfill))
    await last.start()
    expect([await isReady(next), await isReady(last)]).toEqual([true, true])
    expect(await namesAt(last, who)).toEqual(known())
    await renameThrough([next, last], who, views)
    for (const gateway of [next, last]) expect(await namesAt(gateway, who)).toEqual(known())

    // two releases back: what it would write is not read any more
    await expect(present.start()).rejects.toThrow('数据库比程序新')
    expect(await isReady(next)).toBe(true)
  },
  TEST_TIMEOUT_MS,
)
