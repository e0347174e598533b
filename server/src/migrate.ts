import { openDatabase } from './database/open.ts'
import { randomToken } from './platform/ids.ts'
import { createLog } from './platform/log.ts'
import { readSettings } from './settings.ts'
import { runCommand } from './start/run-command.ts'

/**
 * `npm run migrate`: brings the database of the settings up to date and, where it is a Citus cluster, spreads it over the
 * nodes (docs/scaling.md). It may be run at any time and again; a server does the same when it starts. Of the settings it
 * reads only where the data are: no provider and no key of production has to be there for it.
 */
const { DATABASE_URL, HUANJI_DIRECT_URL, HUANJI_DATA, HUANJI_LOG_LEVEL } = process.env
const environment = {
  DATABASE_URL,
  HUANJI_DIRECT_URL,
  HUANJI_DATA,
  HUANJI_LOG_LEVEL,
  // nothing is signed: with a secret given, none is made and kept
  HUANJI_MODE: 'demo',
  HUANJI_SECRET: randomToken(32),
}

await runCommand('数据表没有更新：', async () => {
  const { databaseUrl, directUrl, dataFolder, logLevel } = readSettings(environment)
  const open = await openDatabase({
    databaseUrl: directUrl ?? databaseUrl,
    dataFolder,
    poolSize: 1,
    cursorKey: '',
    log: createLog(logLevel),
  })
  const { applied, isCluster } = open
  await open.close()
  process.stdout.write(applied.length === 0 ? '数据表已是最新。\n' : `已更新数据表：${applied.join('、')}\n`)
  if (isCluster) process.stdout.write('各商家的数据表已按商家分布到集群的各个节点。\n')
})
