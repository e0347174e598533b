import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../database/open.ts'
import { connectOwner, embeddedFolder, hasEmbedded } from '../database/owner.ts'
import { verifyChain } from '../modules/audit/verify.ts'
import { eachMerchant } from '../modules/tenant/each-merchant.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { openStorage } from '../storage/open.ts'
import { megabytes } from './backup-command.ts'
import type { DataSettings } from './data-settings.ts'
import { putBack, type VerifiedBackup, verifyBackup } from './put-back.ts'

type Say = (line: string) => void

const USAGE =
  '用法：npm run restore -- --from <备份文件> [--identity <age 私钥文件>] [--verify]；--verify 只检查备份，不写入。 Restores a backup into an empty database and storage, or only checks it.'

function wordsOf(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { from: { type: 'string' }, identity: { type: 'string' }, verify: { type: 'boolean' } },
    })
    return values
  } catch {
    throw new StartupRefusal(`看不懂的命令：${words.join(' ')}。`, USAGE)
  }
}

/**
 * Restores a backup as the words of the terminal say: it is read to its end first, so that a broken one changes nothing.
 * @throws StartupRefusal with cause and cure
 */
export async function runRestore(settings: DataSettings, words: readonly string[], say: Say): Promise<void> {
  const { from, identity, verify = false } = wordsOf(words)
  if (from === undefined || from === '') throw new StartupRefusal('没有说从哪份备份恢复。', USAGE)
  const openers = { identityFile: identity ?? null, passphraseFile: settings.backup.passphraseFile }
  say('正在检查备份…')
  const backup = await verifyBackup(path.resolve(from), openers)
  say(describe(backup))
  if (verify) return
  await restoreInto(settings, systemClock, backup)
  await checkChains(settings, say)
  say('已恢复。启动焕机后，会按闲鱼的现状继续。')
}

function describe({ createdAt, tables, manifest }: VerifiedBackup): string {
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
  const files = `${manifest.files} 个文件（${megabytes(manifest.fileBytes)}）`
  return `备份完整：${createdAt}，第 ${tables.migration} 号迁移，${rows} 行，${files}。`
}

async function restoreInto(settings: DataSettings, clock: Clock, backup: VerifiedBackup): Promise<void> {
  const { databaseUrl, dataFolder } = settings
  const isNew = databaseUrl === null && !hasEmbedded(dataFolder)
  const owner = await connectOwner(settings)
  try {
    await putBack({ owner, storage: openStorage(settings, clock).storage }, backup)
    await owner.close()
  } catch (error) {
    await owner.close()
    if (isNew) fs.rmSync(embeddedFolder(dataFolder), { recursive: true, force: true })
    throw error
  }
}

/** Opens what was restored, which brings its tables up to date, and follows every merchant's audit log. */
async function checkChains({ databaseUrl, dataFolder, logLevel }: DataSettings, say: Say): Promise<void> {
  const log = createLog(logLevel)
  const open = await openDatabase({ databaseUrl, dataFolder, poolSize: 2, cursorKey: '', log })
  try {
    if (open.applied.length > 0) say(`已更新数据表：${open.applied.join('、')}`)
    let entries = 0
    await eachMerchant(open.db, async ({ merchantId }) => {
      const { brokenAt, entryCount } = await verifyChain((work) => open.db.tenant(merchantId, work))
      if (brokenAt !== null) throw brokenChain(merchantId, brokenAt)
      entries += entryCount
    })
    say(`操作日志连续完整（${entries} 条）。`)
  } finally {
    await open.close()
  }
}

const brokenChain = (merchantId: string, number: number) =>
  new StartupRefusal(
    `数据已恢复，但商家 ${merchantId} 的操作日志从第 ${number} 条起与链不符：备份之前就已被改动。`,
    '请查明原因，或换一份更早的备份。 The rows were restored, but an audit log had been altered before the backup was made.',
  )
