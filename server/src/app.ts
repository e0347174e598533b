import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { CallSpec } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls'
import { createMarketplaceClient, type MarketplaceClient } from '@huanji/marketplace/client/client'
import fastify, { type FastifyInstance } from 'fastify'
import type { OpenDatabase } from './database/open.ts'
import { COPIES, embeddedFolder } from './database/owner.ts'
import { registerCallerAddress } from './gateway/caller-address.ts'
import { coverContract } from './gateway/coverage.ts'
import { registerDownloads } from './gateway/downloads.ts'
import { registerFiles } from './gateway/file-routes.ts'
import { createKeyUsage } from './gateway/key-usage.ts'
import { openApi } from './gateway/openapi.ts'
import { registerPlainRoutes } from './gateway/plain-routes.ts'
import { registerPublicPages } from './gateway/public-pages.ts'
import { registerPushes } from './gateway/push-routes.ts'
import { createRates } from './gateway/rates.ts'
import { createLedger } from './gateway/rates-ledger.ts'
import { settleIn } from './gateway/rates-store.ts'
import { registerCalls, registerErrors } from './gateway/routes.ts'
import { gatewaySchedules } from './gateway/schedules.ts'
import { securityHeaders } from './gateway/security-headers.ts'
import { registerStream } from './gateway/stream-route.ts'
import { registerTimingReports } from './gateway/timing-report.ts'
import { answerUnknown, registerWebFiles } from './gateway/web-files.ts'
import { createPushReceiver, handlePushes } from './integration/marketplace/push-receiver.ts'
import { sandboxBuyers } from './integration/marketplace/sandbox-buyers.ts'
import { tracedFetch } from './integration/marketplace/traced-fetch.ts'
import { createJobs } from './jobs/operator.ts'
import { createJobRuntime, type JobRuntime } from './jobs/runtime.ts'
import type { Schedule } from './jobs/schedules.ts'
import { followCatalogue } from './modules/catalogue/known.ts'
import type { Modules } from './modules.ts'
import { createMetrics, type GaugeReading, type Metrics } from './ops/metrics.ts'
import { type OpsOptions, type OpsServer, startOps } from './ops/ops-server.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { isId, newId } from './platform/ids.ts'
import type { Log } from './platform/log.ts'
import { withLogFields } from './platform/log-scope.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import { openStorage } from './storage/open.ts'
import { canWrite } from './storage/write-probe.ts'

/** How long calls under way may take once the server is told to stop. */
const DRAIN_MS = 20_000

/** The application we are at the marketplace, and where it is. */
export interface MarketplaceAccess {
  readonly url: string
  readonly appKey: string
  readonly appSecret: string
}

export interface AppOptions {
  readonly settings: Settings
  readonly open: OpenDatabase
  readonly clock: Clock
  readonly log: Log
  readonly modules: Modules
  readonly marketplace: MarketplaceAccess
  /** The calls to answer; the whole contract when left out. */
  readonly calls?: readonly CallSpec[]
  /** Stands in for the client of the marketplace. */
  readonly marketplaceClient?: MarketplaceClient
  /** Where the web client was built; null serves none. */
  readonly webFolder?: string | null
  /** Work the queue in this process; without it, `runtime.runDueJobs` runs the jobs on demand. */
  readonly usesQueue?: boolean
}

export interface App {
  /** Where calls are answered; known once it listens. */
  readonly url: string
  readonly opsUrl: string
  readonly services: Services
  readonly runtime: JobRuntime
  /** Starts the queue and listens on both ports. */
  listen(): Promise<void>
  /** Turns unready, stops listening, lets calls and jobs under way end, and closes the database, in this order. */
  close(): Promise<void>
}

/** Puts the server together. @throws Error naming the call that the modules leave uncovered */
export async function createApp(options: AppOptions): Promise<App> {
  const { settings, open, clock, log, modules } = options
  const calls = options.calls ?? allCalls
  const bound = coverContract(calls, modules.groups)
  open.nameTopics(modules.tableTopics)
  await followCatalogue(open.db, clock)
  const metrics = createMetrics()
  const { storage, disk } = openStorage(settings, clock)
  const services: Services = {
    clock,
    log,
    settings,
    storage,
    jobs: createJobs({ db: open.db, clock }),
    marketplace: options.marketplaceClient ?? connect(options.marketplace, log),
    demoMarket:
      settings.mode === 'demo' && settings.marketplace === null ? sandboxBuyers(options.marketplace.url) : null,
  }
  const schedules = [...gatewaySchedules, ...modules.schedules]
  const runtime = createJobRuntime({
    open,
    services: { ...services, db: open.db },
    handlers: modules.jobHandlers,
    handleMessage: handlePushes(modules.pushHandlers),
    schedules,
  })
  // the embedded database has one process at a time
  const ledger = open.kind === 'embedded' ? null : createLedger({ settle: settleIn(open.db, clock), clock, log })
  const rates = createRates(clock, settings.rateFactor, ledger)
  const headers = securityHeaders({
    behindTls: settings.behindTls,
    fileOrigins: settings.s3 === null ? [] : [new URL(settings.s3.endpoint).origin],
  })
  const server = createServer(settings, headers, options.webFolder ?? null)
  registerErrors(server, log, metrics)
  const keyUsage = createKeyUsage({ db: open.db, record: modules.keyAccess.recordUses, log })
  server.addHook('onClose', () => keyUsage.flush())
  const dependencies = {
    db: open.callDb,
    services,
    sessionReader: modules.sessionReader,
    keyAccess: modules.keyAccess,
    keyUsage,
    rates,
    checksOutput: settings.mode !== 'production',
  }
  await registerCalls(server, bound, dependencies, metrics)
  registerStream(server, dependencies, open.changes, calls, metrics)
  await registerPushes(server, createPushReceiver(open.db, clock, options.marketplace), rates)
  if (disk !== null) await registerFiles(server, disk, rates)
  registerTimingReports(server, new Set(bound.keys()), metrics, rates)
  registerPlainRoutes(server, modules.plainRoutes, { ...services, db: open.db })
  registerDownloads(server, modules.downloads, { services: { ...services, db: open.db }, rates })
  await registerPublicPages(server, modules.publicPages, {
    services: { ...services, db: open.db },
    rates,
    metrics,
    log,
  })
  registerCallerAddress(server, rates)
  registerDescription(server, calls, options.settings.publicUrl)
  await registerWebFiles(server, options.webFolder ?? null, new Set(bound.keys()))
  addGauges(metrics, open, services)
  addQueueGauges(metrics, services, schedules)
  return lifeOf(options, { server, metrics, services, runtime })
}

/** Signatures carry the machine's time, whatever the server's clock says: the other side compares it with its own. */
function connect({ url, appKey, appSecret }: MarketplaceAccess, log: Log): MarketplaceClient {
  const now = () => systemClock.now().getTime()
  const onRefused = (path: string, code: number, msg: string) =>
    log.warn({ path, code, refusal: msg }, 'the marketplace refused a call')
  return createMarketplaceClient({ baseUrl: url, appKey, appSecret, now, fetch: tracedFetch, onRefused })
}

/** The server, each of whose answers carries `headers`; `webFolder` is where the web client was built. */
function createServer(
  settings: Settings,
  headers: Readonly<Record<string, string>>,
  webFolder: string | null,
): FastifyInstance {
  const server = fastify({
    logger: false,
    // short enough to read out on the telephone: the random end of an id
    genReqId: () => newId().slice(-12),
    trustProxy: (_address, hop) => hop < settings.trustedProxies,
    requestTimeout: 60_000,
    routerOptions: { ignoreTrailingSlash: false },
    // a call that comes in while the server leaves is still answered; its connection is closed after it
    return503OnClosing: false,
    // an address that cannot even be read, before any route or hook has its turn
    frameworkErrors: (_error, request, reply) => answerUnknown(request, reply.headers(headers), webFolder),
  })
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    withLogFields({ requestId: request.id }, done)
  })
  return server
}

function registerDescription(server: FastifyInstance, calls: readonly CallSpec[], publicUrl: string): void {
  let text: string | null = null
  server.get('/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(openApi(calls, publicUrl))
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text)
  })
}

function addGauges({ addGauge }: Metrics, open: OpenDatabase, { settings }: Services): void {
  const gauge = (name: string, help: string, read: GaugeReading['read']) => addGauge({ name, help, read })
  gauge('huanji_database_connections', 'Open connections.', () => open.connections().total)
  gauge('huanji_database_idle_connections', 'Open connections that nobody uses.', () => open.connections().idle)
  gauge('huanji_database_waiting', 'Calls that wait for a connection.', () => open.connections().waiting)
  gauge('huanji_data_folder_free_bytes', 'Space left where the data folder lies.', async () => {
    const { bavail, bsize } = await statfs(settings.dataFolder)
    return bavail * bsize
  })
}

function addQueueGauges({ addGauge }: Metrics, { jobs }: Services, schedules: readonly Schedule[]): void {
  const queues = [
    { name: 'outbox', one: 'job', read: shared(jobs.depth) },
    { name: 'inbox', one: 'message of the marketplace', read: shared(jobs.messageDepth) },
  ]
  for (const { name, one, read } of queues) {
    addGauge({
      name: `huanji_${name}_pending`,
      help: `Each ${one} to be done.`,
      read: async () => (await read()).pending,
    })
    addGauge({
      name: `huanji_${name}_dead`,
      help: `Each ${one} that failed for the last time: \`npm run jobs\` and /dead-letters list them.`,
      read: async () => (await read()).dead,
    })
    addGauge({
      name: `huanji_${name}_oldest_seconds`,
      help: `Age of the oldest ${one} to be done.`,
      read: async () => (await read()).oldestSeconds,
    })
  }
  const names = schedules.map((schedule) => schedule.name)
  addGauge({
    name: 'huanji_schedule_late_seconds',
    help: 'For how long the schedule that waits longest has been due without anybody at work on it.',
    read: () => jobs.scheduleLateSeconds(names),
  })
}

/** One reading for all who ask while it is under way, as the gauges of one look at the metrics do. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null
  return () => {
    underWay ??= read().finally(() => {
      underWay = null
    })
    return underWay
  }
}

interface Parts {
  readonly server: FastifyInstance
  readonly metrics: Metrics
  readonly services: Services
  readonly runtime: JobRuntime
}

function lifeOf(options: AppOptions, { server, metrics, services, runtime }: Parts): App {
  const { settings, open, log } = options
  let ops: OpsServer | null = null
  let url = ''
  let isLeaving = false
  const hasQueue = options.usesQueue !== false

  server.addHook('onSend', async (_request, reply) => {
    if (isLeaving) reply.header('connection', 'close')
  })

  const notReady = async (): Promise<string | null> => {
    if (isLeaving) return 'on the way out'
    if (!(await open.db.ready())) return 'the database does not answer'
    if (!(await open.isMigrated())) return 'the tables are not the ones this program knows'
    if (open.kind === 'embedded' && !(await canWrite(path.join(settings.dataFolder, 'database')))) {
      return 'the folder of the database cannot be written to'
    }
    return (await services.storage.ready()) ? null : 'files cannot be stored'
  }

  metrics.addGauge({
    name: 'huanji_ready',
    help: '1 while /ready says so.',
    read: async () => ((await notReady()) === null ? 1 : 0),
  })

  return {
    get url() {
      return url
    },
    get opsUrl() {
      return ops?.url ?? ''
    },
    services,
    runtime,
    listen: async () => {
      if (hasQueue) await runtime.start(settings.part !== 'gateway')
      ops = await startOps({
        port: settings.opsPort,
        host: settings.host,
        password: settings.opsPassword,
        metrics,
        jobs: services.jobs,
        notReady,
        copyDatabase: copierOf(open, settings),
      })
      if (settings.part !== 'worker') await server.listen({ port: settings.port, host: settings.host })
      const address = server.server.address()
      url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : ''
    },
    close: async () => {
      isLeaving = true
      // browsers keep connections open that they do not use; they must not hold the server up
      const letGo = setInterval(() => server.server.closeIdleConnections(), 100)
      await withinMs(DRAIN_MS, server.close(), () => {
        log.warn({}, 'calls took too long and were cut off')
        server.server.closeAllConnections()
      })
      clearInterval(letGo)
      if (hasQueue) await runtime.stop(DRAIN_MS)
      await ops?.close()
      metrics.close()
      await open.close()
    },
  }
}

/** Copies the embedded database for a backup that made the folder to copy into. */
function copierOf({ copyTo }: OpenDatabase, { dataFolder }: Settings): OpsOptions['copyDatabase'] {
  if (copyTo === null) return null
  return async (id) => {
    const folder = path.join(dataFolder, COPIES, id)
    if (!isId(id) || !existsSync(folder)) return false
    await copyTo(embeddedFolder(folder))
    return true
  }
}

/** Waits for `work`, and after `limitMs` calls `giveUp` and stops waiting. */
async function withinMs(limitMs: number, work: PromiseLike<unknown>, giveUp: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      giveUp()
      resolve()
    }, limitMs)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}
