import { openDatabase } from './database/open.ts'
import { createLog } from './platform/log.ts'
import { StartupRefusal } from './platform/startup-refusal.ts'
import { readSettings } from './settings.ts'

/**
 * `npm run migrate`: brings the database of the settings up to date and, where it is a Citus cluster, spreads it over the
 * nodes (docs/scaling.md). It may be run at any time and again; a server does the same when it starts.
 */
try {
  const { databaseUrl, dataFolder, logLevel } = readSettings(process.env)
  const open = await openDatabase({ databaseUrl, dataFolder, poolSize: 1, cursorKey: '', log: createLog(logLevel) })
  const { applied, isCluster } = open
  await open.close()
  process.stdout.write(applied.length === 0 ? '数据表已是最新。\n' : `已更新数据表：${applied.join('、')}\n`)
  if (isCluster) process.stdout.write('各商家的数据表已按商家分布到集群的各个节点。\n')
} catch (error) {
  if (!(error instanceof StartupRefusal)) throw error
  process.stderr.write(`数据表没有更新：${error.message}\n`)
  process.exitCode = 1
}
