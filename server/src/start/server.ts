import { verifyDomain } from '@huanji/domain/verify'
import { type App, createApp, type MarketplaceAccess } from '../app.ts'
import { type OpenDatabase, openDatabase } from '../database/open.ts'
import * as modules from '../modules.ts'
import { type ShiftingClock, shiftingClock, systemClock } from '../platform/clock.ts'
import { derivedKey } from '../platform/derived-key.ts'
import { createLog, type Log } from '../platform/log.ts'
import { readSettings, type Settings } from '../settings.ts'
import { type DemoModule, loadDemo } from './demo-data.ts'
import { claimDatabase, DEMO_ACCOUNTS, markDemo } from './installation.ts'
import { checkPorts, wantedPorts } from './ports.ts'
import { type RunningSandbox, startSandbox } from './sandbox.ts'
import { type TwoTimes, twoTimes } from './two-times.ts'
import { buildWeb, WEB_FOLDER } from './web-build.ts'

const ACCOUNTS_A_LINE = 5

type Say = (line: string) => void

export interface StartOptions {
  /** Where another server answers with the web client and hands calls on to this one; null builds and serves it here. */
  readonly webAt: string | null
}

export interface RunningServer {
  /** Ends everything in order: calls under way, deliveries, the sandbox, the database. */
  stop(): Promise<void>
}

/**
 * Starts the whole product as the environment says, and says what it does while it does it.
 * @throws StartupRefusal with cause and cure
 */
export async function startServer(
  environment: NodeJS.ProcessEnv,
  say: Say,
  { webAt }: StartOptions,
): Promise<RunningServer> {
  const settings = readSettings(environment)
  const log = createLog(settings.logLevel)
  verifyDomain()
  await checkPorts(wantedPorts(settings))
  const open = await openData(settings, log, say)
  try {
    await claimDatabase(open.db, settings.mode, systemClock.now())
    const servesWeb = settings.part !== 'worker' && webAt === null
    if (servesWeb) await buildWeb(say)
    const clock = shiftingClock()
    const demo = await demoPlan(settings, open)
    if (demo !== null) {
      await markDemo(open.db, systemClock.now())
      clock.shiftTo(demo.startMs)
    }
    const sandbox = settings.marketplace === null ? await openSandbox(settings, log, demo, say) : null
    const times = demo === null ? null : twoTimes(clock)
    const app = await listen({ settings, log, open, clock, sandbox, times, servesWeb })
    const leaving = new AbortController()
    const address = webAt ?? `http://127.0.0.1:${settings.port}`
    const seeding =
      demo !== null && sandbox !== null && times !== null
        ? seed({ demo, app, open, clock, sandbox, times, settings, address, say, signal: leaving.signal })
        : null
    if (seeding === null) announce(settings, address, say, !(await open.isEmpty()))
    const seeded = seeding?.catch((error: unknown) => log.error({ err: error }, 'the demo data could not be finished'))
    return {
      stop: async () => {
        leaving.abort()
        await seeded
        await stop(app, sandbox)
      },
    }
  } catch (error) {
    await open.close()
    throw error
  }
}

async function openData(settings: Settings, log: Log, say: Say): Promise<OpenDatabase> {
  say(settings.databaseUrl === null ? `正在打开内置数据库（${settings.dataFolder}）…` : '正在连接 PostgreSQL…')
  const { databaseUrl, dataFolder, poolSize, secret } = settings
  const open = await openDatabase({ databaseUrl, dataFolder, poolSize, cursorKey: derivedKey(secret, 'cursor'), log })
  if (open.kind === 'embedded') say('内置数据库适合试用与小店；正式使用请设置 DATABASE_URL。')
  if (open.applied.length > 0) say(`已更新数据表：${open.applied.join('、')}`)
  return open
}

interface Demo extends DemoModule {
  readonly startMs: number
}

/** Demo data that is still to be made, or null. */
async function demoPlan(settings: Settings, open: OpenDatabase): Promise<Demo | null> {
  if (settings.mode !== 'demo' || settings.marketplace !== null || settings.part === 'gateway') return null
  const demo = await loadDemo()
  const situation = { settings, isEmpty: await open.isEmpty(), nowMs: systemClock.now().getTime() }
  const plan = demo?.planDemo(situation) ?? null
  return demo === null || plan === null
    ? null
    : { planDemo: demo.planDemo, seedDemo: demo.seedDemo, startMs: plan.startMs }
}

async function openSandbox(settings: Settings, log: Log, demo: Demo | null, say: Say): Promise<RunningSandbox> {
  say('正在启动模拟闲鱼（含模拟买家）…')
  return startSandbox(settings, log, demo?.startMs ?? null)
}

interface Running {
  readonly settings: Settings
  readonly open: OpenDatabase
  readonly clock: ShiftingClock
  readonly sandbox: RunningSandbox | null
  readonly times: TwoTimes | null
}

async function listen({
  settings,
  log,
  open,
  clock,
  sandbox,
  times,
  servesWeb,
}: Running & { log: Log; servesWeb: boolean }): Promise<App> {
  const app = await createApp({
    settings,
    open,
    clock,
    log,
    modules,
    marketplace: accessOf(settings, sandbox),
    webFolder: servesWeb ? WEB_FOLDER : null,
    // while the data is made, its maker delivers and takes the turns, each at its moment
    ...(times === null ? {} : { aroundRequests: times.aroundRequests, usesQueue: false }),
  })
  await app.listen()
  return app
}

function accessOf({ marketplace }: Settings, sandbox: RunningSandbox | null): MarketplaceAccess {
  const access = sandbox?.access ?? marketplace
  if (access === null) throw new Error('neither a marketplace nor the sandbox is there')
  return access
}

type Seeding = Running & {
  demo: Demo
  app: App
  sandbox: RunningSandbox
  times: TwoTimes
  address: string
  say: Say
  signal: AbortSignal
}

async function seed({
  demo,
  app,
  open,
  clock,
  sandbox,
  times,
  settings,
  address,
  say,
  signal,
}: Seeding): Promise<void> {
  const isDone = await demo.seedDemo({
    app,
    db: open.db,
    settings,
    clock,
    sandbox: sandbox.sandbox,
    sandboxClock: sandbox.clock,
    headers: times.headers,
    signal,
    say,
    usable: () => announce(settings, address, say, true),
  })
  if (!isDone) return
  await app.startQueue()
  say('演示数据已就绪')
}

function announce(settings: Settings, address: string, say: Say, hasAccounts: boolean): void {
  if (settings.part === 'worker') {
    say('焕机已启动：本进程只投递，不应答。')
    return
  }
  say(`焕机已启动：${address}`)
  if (settings.mode !== 'demo') return
  if (!hasAccounts) {
    say('还没有账号：请打开上面的地址注册商家。')
    return
  }
  say('演示账号（密码 Huanji2026）：')
  for (let first = 0; first < DEMO_ACCOUNTS.length; first += ACCOUNTS_A_LINE) {
    const line = DEMO_ACCOUNTS.slice(first, first + ACCOUNTS_A_LINE).map(({ phone, post }) => `${phone} ${post}`)
    say(`  ${line.join(' · ')}`)
  }
}

async function stop(app: App, sandbox: RunningSandbox | null): Promise<void> {
  await app.close()
  await sandbox?.sandbox.stop()
}
