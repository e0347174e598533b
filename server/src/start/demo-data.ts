import fs from 'node:fs'
import path from 'node:path'
import type { OpenDatabase } from '../database/open.ts'
import { systemClock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Settings } from '../settings.ts'
import { markDemo } from './installation.ts'

const MODULE = path.join(import.meta.dirname, '../demo/make-demo.ts')

/** True where demo data is to be made: a demo with the stand-in marketplace, on an empty database. */
async function isWanted({ mode, marketplace, part }: Settings, open: OpenDatabase): Promise<boolean> {
  // an installation may have been stripped of the maker
  return (
    mode === 'demo' && marketplace === null && part !== 'gateway' && (await open.isEmpty()) && fs.existsSync(MODULE)
  )
}

/**
 * Makes the demo data where it is wanted and not there, before anybody is answered: all of it or, when the start is cut
 * off, nothing. Its maker is loaded only then; production never does.
 */
export async function ensureDemoData(
  settings: Settings,
  open: OpenDatabase,
  log: Log,
  say: (line: string) => void,
): Promise<void> {
  if (!(await isWanted(settings, open))) return
  const startedMs = performance.now()
  say('正在准备演示数据（只在第一次启动时）…')
  const { makeDemo } = await import('../demo/make-demo.ts')
  await markDemo(open.db, systemClock.now())
  let phones: number
  try {
    phones = await makeDemo({ db: open.db, settings, log, endMs: systemClock.now().getTime(), say })
  } catch (error) {
    // the product works without it, and the next start tries again
    log.error({ err: error }, 'the demo data could not be made')
    return
  }
  say(`演示数据已就绪：${phones} 台手机，用时 ${Math.round((performance.now() - startedMs) / 1000)} 秒`)
}
