import { parseArgs } from 'node:util'
import { verifyDomain } from '@huanji/domain/verify'
import { createApp } from './app.ts'
import { openDatabase } from './database/open.ts'
import { beginJournal, type DemoPlan, type Journal, openJournal } from './demo/journal.ts'
import { MERCHANTS_MAX } from './demo/people.ts'
import { historyUntil, seedDemo } from './demo/seed.ts'
import * as modules from './modules.ts'
import { shiftingClock, systemClock } from './platform/clock.ts'
import { derivedKey } from './platform/derived-key.ts'
import { createLog } from './platform/log.ts'
import { StartupRefusal } from './platform/startup-refusal.ts'
import { readSettings, type Settings } from './settings.ts'
import { claimDatabase, markDemo } from './start/installation.ts'
import { checkPorts } from './start/ports.ts'
import { startSandbox } from './start/sandbox.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const USAGE = '用法：npm run demo -- [--merchants 2] [--orders 300] [--seed 1]。 Usage as shown.'

interface Wanted {
  readonly merchants: number
  readonly orders: number
  readonly seed: number
}

function readWanted(): Wanted {
  try {
    const { values } = parseArgs({
      options: {
        merchants: { type: 'string', default: '2' },
        orders: { type: 'string', default: '300' },
        seed: { type: 'string', default: '1' },
      },
    })
    const wanted = { merchants: Number(values.merchants), orders: Number(values.orders), seed: Number(values.seed) }
    const areWhole = Object.values(wanted).every((number) => Number.isInteger(number) && number >= 1)
    if (areWhole && wanted.merchants <= MERCHANTS_MAX && wanted.orders <= 999_999) return wanted
  } catch {
    // refused below, with the usage
  }
  throw new StartupRefusal(`参数不正确：商家 1–${MERCHANTS_MAX} 个，订单 1–999999 单，均为整数。`, USAGE)
}

function planOf({ merchants, orders, seed }: Wanted): DemoPlan {
  return { seed, merchants, phones: orders, sellsAll: true, ...historyUntil(systemClock.now().getTime()) }
}

/** The journal to work on: the one that was cut off, or a new one on empty data. */
function journalFor(settings: Settings, wanted: Wanted, isEmpty: boolean): Journal {
  const begun = isEmpty ? null : openJournal(settings.dataFolder)
  if (begun === null && !isEmpty) {
    throw new StartupRefusal(
      '数据库里已有数据，演示数据只写入空库。',
      '请用 HUANJI_DATA 或 DATABASE_URL 换一个空的数据目录或数据库。 The database is not empty.',
    )
  }
  if (begun === null) return beginJournal(settings.dataFolder, planOf(wanted))
  const { seed, merchants, phones } = begun.plan
  say(`继续上次的演示数据：${merchants} 个商家，${phones} 台手机，种子 ${seed}`)
  return begun
}

async function make(settings: Settings, wanted: Wanted): Promise<void> {
  const log = createLog(settings.logLevel)
  verifyDomain()
  const { databaseUrl, dataFolder, poolSize, secret, port, host, opsPort, sandboxPort } = settings
  await checkPorts([
    { setting: 'PORT', port, host },
    { setting: 'OPS_PORT', port: opsPort, host },
    { setting: 'HUANJI_SANDBOX_PORT', port: sandboxPort, host: '127.0.0.1' },
  ])
  const open = await openDatabase({ databaseUrl, dataFolder, poolSize, cursorKey: derivedKey(secret, 'cursor'), log })
  await claimDatabase(open.db, settings.mode, systemClock.now())
  const journal = journalFor(settings, wanted, await open.isEmpty())
  await markDemo(open.db, systemClock.now())
  if (journal.isFinished) {
    say('演示数据已经齐全，没有要做的。')
    await open.close()
    return
  }
  const clock = shiftingClock()
  clock.shiftTo(journal.reachedMs)
  const { sandbox, clock: sandboxClock, access } = await startSandbox(settings, log, journal.reachedMs)
  const app = await createApp({ settings, open, clock, log, modules, marketplace: access, usesQueue: false })
  await app.listen()
  const leaving = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => leaving.abort())
  const { signal } = leaving
  const startedMs = performance.now()
  try {
    const parts = { app, db: open.db, settings, clock, sandbox, sandboxClock, headers: {}, signal, say }
    const isDone = await seedDemo({ ...parts, usable: () => say('账号已就绪，正在制造订单…') })
    const minutes = (performance.now() - startedMs) / 60_000
    if (isDone)
      say(`演示数据已就绪：用时 ${minutes.toFixed(1)} 分钟，每分钟约 ${Math.round(wanted.orders / minutes)} 单`)
    else say('已停在半途，再次运行会从这里继续。')
  } finally {
    await app.close()
    await sandbox.stop()
  }
}

try {
  const wanted = readWanted()
  // asked for by name: this command makes a demo, on a database server too; nobody else is served meanwhile
  const settings: Settings = { ...readSettings({ HUANJI_MODE: 'demo', ...process.env }), rateFactor: 0, part: 'all' }
  if (settings.mode !== 'demo' || settings.marketplace !== null) {
    throw new StartupRefusal(
      '正式环境或已连接真实闲鱼时不能制造演示数据。',
      '请在演示模式下、不设 HUANJI_MARKETPLACE_* 时运行。 Demo data is refused in production.',
    )
  }
  await make(settings, wanted)
} catch (error) {
  if (!(error instanceof StartupRefusal)) throw error
  process.stderr.write(`没有制造演示数据：${error.message}\n`)
  process.exitCode = 1
}
