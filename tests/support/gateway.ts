import os from 'node:os'
import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import { type Envelope, IDEMPOTENCY_HEADER, type LoginContext } from '@huanji/contract/envelope'
import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import { type App, createApp, type MarketplaceAccess } from '@huanji/server/app'
import type { Database } from '@huanji/server/database/database'
import type { Modules } from '@huanji/server/modules'
import * as everyModule from '@huanji/server/modules'
import { type SettableClock, settableClock } from '@huanji/server/platform/clock'
import { createLog } from '@huanji/server/platform/log'
import { readSettings, type Settings } from '@huanji/server/settings'
import { type DatabaseKind, openTestDatabase, type TestDatabase } from './databases.ts'
import { type People, peopleOf } from './people.ts'

// the product makes pictures at a lowered priority: beside other busy test files they would get a tenth of the time
Object.assign(os, { setPriority: () => undefined })

/** When tests begin, unless they say otherwise. */
export const TEST_START = '2026-11-20T02:00:00.000Z'

export const NOBODY: LoginContext = { loginToken: '', loginPhone: '', employeeId: '', merchantId: '' }

export interface TestGatewayOptions {
  readonly kind?: DatabaseKind
  /** Parts of the server in place of the real ones. Of `groups` that are given, no other calls are answered. */
  readonly modules?: Partial<Modules>
  readonly settings?: Partial<Settings>
  readonly clock?: SettableClock
  readonly marketplace?: MarketplaceAccess
  readonly marketplaceClient?: MarketplaceClient
  /** A database to use instead of a fresh one; it is not closed with the gateway. */
  readonly database?: TestDatabase
  /** Work the real queue. Without it, no job runs until `runJobs` is called. */
  readonly usesQueue?: boolean
  /** Where the web client was built; without it none is served. */
  readonly webFolder?: string
}

export interface Answer<S extends CallSpec> extends Envelope<OutputOf<S>> {
  readonly status: number
}

/** A gateway on a free loopback port, with a database of its own, and people who are signed in to it without a password. */
export interface TestGateway extends People {
  readonly url: string
  readonly app: App
  readonly db: Database
  readonly database: TestDatabase
  readonly clock: SettableClock
  /** Makes a call over HTTP and gives its envelope, whatever it says. */
  call<S extends CallSpec>(spec: S, payload: InputOf<S>, login?: LoginContext, key?: string): Promise<Answer<S>>
  /** Makes a call that must succeed and gives its data. @throws Error with the refusal otherwise */
  data<S extends CallSpec>(spec: S, payload: InputOf<S>, login?: LoginContext, key?: string): Promise<OutputOf<S>>
  /** Posts any text, for tests of the transport. */
  post(path: string, body: string | Buffer, headers?: Record<string, string>): Promise<Response>
  /** Runs the jobs of outbox and inbox until nothing is due at the clock's present moment. */
  runJobs(): Promise<number>
  close(): Promise<void>
}

/** Starts the real server with every module; rate limits are lifted and the clock stands still unless the options say otherwise. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const database = options.database ?? (await openTestDatabase(options.kind))
  const clock = options.clock ?? settableClock(TEST_START)
  const { sessionReader, ...people } = peopleOf({ db: database.open.db, clock })
  const given = { ...everyModule, ...options.modules }
  const modules = { ...given, sessionReader: sessionReader(given.sessionReader) }
  const app = await createApp({
    settings: { ...testSettings(database.dataFolder), ...options.settings },
    open: lent(database),
    clock,
    log: createLog(process.env.TEST_LOG === 'yes' ? 'debug' : 'silent'),
    modules,
    marketplace: options.marketplace ?? { url: 'http://127.0.0.1:9', appKey: '1', appSecret: 'a secret of tests' },
    ...(options.marketplaceClient ? { marketplaceClient: options.marketplaceClient } : {}),
    ...(options.modules?.groups ? { calls: modules.groups.flat().map(({ spec }) => spec) } : {}),
    usesQueue: options.usesQueue ?? false,
    webFolder: options.webFolder ?? null,
  })
  await app.listen()

  const post: TestGateway['post'] = (path, body, headers = { 'content-type': 'application/json' }) =>
    fetch(`${app.url}${path}`, { method: 'POST', body, headers })

  const call: TestGateway['call'] = async (spec, payload, login = NOBODY, key) => {
    const headers = { 'content-type': 'application/json', ...(key ? { [IDEMPOTENCY_HEADER]: key } : {}) }
    const response = await post(spec.path, JSON.stringify({ ...login, ...(payload as object) }), headers)
    const envelope = (await response.json()) as Envelope<OutputOf<typeof spec>>
    return { ...envelope, status: response.status }
  }

  return {
    ...people,
    url: app.url,
    app,
    db: database.open.db,
    database,
    clock,
    call,
    data: async (spec, payload, login, key) => {
      const { _errCode, _errStr, _bizErrCode, _data } = await call(spec, payload, login, key)
      if (_errCode !== '0' || _data === null) throw new Error(`${spec.path}: ${_errCode} ${_bizErrCode} ${_errStr}`)
      return _data
    },
    post,
    runJobs: () => app.runtime.runDueJobs(),
    close: async () => {
      await app.close()
      if (options.database === undefined) await database.close()
    },
  }
}

/** Settings as an empty environment gives them, on free ports. */
export function testSettings(dataFolder: string): Settings {
  const settings = readSettings({ HUANJI_DATA: dataFolder, HUANJI_RATE_FACTOR: '0', HUANJI_LOG_LEVEL: 'silent' })
  return { ...settings, host: '127.0.0.1', port: 0, opsPort: 0, sandboxPort: 0 }
}

/** The app closes its database when it closes; a test may still want to look into it. */
function lent({ open }: TestDatabase): TestDatabase['open'] {
  return { ...open, close: async () => undefined }
}
