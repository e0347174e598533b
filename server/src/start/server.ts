import { releasedCatalogue } from '@huanji/domain/catalogue/released'
import { verifyDomain } from '@huanji/domain/verify'
import { type App, createApp, type MarketplaceAccess } from '../app.ts'
import { type OpenDatabase, openDatabase } from '../database/open.ts'
import * as modules from '../modules.ts'
import { systemClock } from '../platform/clock.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../platform/demo-accounts.ts'
import { derivedKey } from '../platform/derived-key.ts'
import { createLog, type Log } from '../platform/log.ts'
import { VERSION } from '../platform/version.ts'
import { readSettings, type Settings } from '../settings.ts'
import { ensureDemoData } from './demo-data.ts'
import { claimDatabase } from './installation.ts'
import { checkPorts, wantedPorts } from './ports.ts'
import { type OpenSandbox, startSandbox } from './sandbox.ts'
import { startTracing } from './tracing.ts'
import { buildWeb, WEB_FOLDER } from './web-build.ts'

const ACCOUNTS_A_LINE = 5
/** A call is told within a second that it cannot be served. */
const CALL_WAIT_MS = 800

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
  const tracing = await startTracing(settings)
  verifyDomain()
  await checkPorts(wantedPorts(settings))
  const open = await openData(settings, log, say)
  try {
    await claimDatabase(open.db, settings.mode, systemClock.now())
    const servesWeb = settings.part !== 'worker' && webAt === null
    // the client is built in a process of its own, beside the demo data
    await Promise.all([servesWeb ? buildWeb(say) : null, ensureDemoData(settings, open, log, say)])
    const sandbox = settings.marketplace === null ? await openStandIn(settings, log, say) : null
    const app = await listen({ settings, log, open, sandbox, servesWeb })
    // read while nobody waits for it: the first search would else
    setTimeout(() => releasedCatalogue().catalogue, 1_000).unref()
    announce(settings, webAt ?? `http://127.0.0.1:${settings.port}`, say, !(await open.isEmpty()))
    return {
      stop: async () => {
        await app.close()
        await sandbox?.sandbox.stop()
        await tracing?.stop()
      },
    }
  } catch (error) {
    await open.close()
    throw error
  }
}

async function openData(settings: Settings, log: Log, say: Say): Promise<OpenDatabase> {
  say(settings.databaseUrl === null ? `正在打开内置数据库（${settings.dataFolder}）…` : '正在连接 PostgreSQL…')
  const { databaseUrl, directUrl, dataFolder, poolSize, secret } = settings
  const cursorKey = derivedKey(secret, 'cursor')
  const open = await openDatabase({
    databaseUrl,
    directUrl,
    dataFolder,
    poolSize,
    cursorKey,
    log,
    callWaitMs: CALL_WAIT_MS,
  })
  if (open.kind === 'embedded') say('内置数据库适合试用与小店；正式使用请设置 DATABASE_URL。')
  if (!open.session.isKept) say('数据库前面有连接池：时限与时区随每个事务设置。')
  if (!open.session.isKept && directUrl === null) {
    say('  请设置 HUANJI_DIRECT_URL 为数据库本身的地址，否则页面不能即时更新（docs/scaling.md）。')
  }
  if (open.applied.length > 0) say(`已更新数据表：${open.applied.join('、')}`)
  return open
}

function openStandIn(settings: Settings, log: Log, say: Say): Promise<OpenSandbox> {
  say('正在启动模拟闲鱼（含模拟买家）…')
  return startSandbox(settings, log)
}

interface Parts {
  readonly settings: Settings
  readonly log: Log
  readonly open: OpenDatabase
  readonly sandbox: OpenSandbox | null
  readonly servesWeb: boolean
}

async function listen({ settings, log, open, sandbox, servesWeb }: Parts): Promise<App> {
  const app = await createApp({
    settings,
    open,
    clock: systemClock,
    log,
    modules,
    marketplace: accessOf(settings, sandbox),
    webFolder: servesWeb ? WEB_FOLDER : null,
  })
  await app.listen()
  return app
}

function accessOf({ marketplace }: Settings, sandbox: OpenSandbox | null): MarketplaceAccess {
  const access = sandbox?.access ?? marketplace
  if (access === null) throw new Error('neither a marketplace nor the sandbox is there')
  return access
}

function announce(settings: Settings, address: string, say: Say, hasAccounts: boolean): void {
  if (settings.part === 'worker') {
    say(`焕机已启动：本进程只投递，不应答（版本 ${VERSION}）。`)
    return
  }
  say(`焕机已启动：${address}（版本 ${VERSION}）`)
  if (settings.mode !== 'demo') return
  if (!hasAccounts) {
    say('还没有账号：请打开上面的地址注册商家。')
    return
  }
  say(`演示账号（密码 ${DEMO_PASSWORD}）：`)
  for (let first = 0; first < DEMO_ACCOUNTS.length; first += ACCOUNTS_A_LINE) {
    const line = DEMO_ACCOUNTS.slice(first, first + ACCOUNTS_A_LINE).map(({ phone, post }) => `${phone} ${post}`)
    say(`  ${line.join(' · ')}`)
  }
}
