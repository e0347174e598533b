import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Clock } from '../platform/clock.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { openStorage } from '../storage/open.ts'
import { writeArchive } from './archive-writer.ts'
import type { DataSettings } from './data-settings.ts'
import { isSealing } from './sealing.ts'
import { connectSource } from './source.ts'
import { type TakenBackup, takeBackup } from './take.ts'

type Say = (line: string) => void

const USAGE =
  '用法：npm run backup -- --to <文件或目录> [--keep <份数>]；--keep 只保留目录中最新的几份。 Writes a backup to a file, or into a folder under a name of its own.'

interface Wanted {
  readonly to: string
  /** How many backups of the folder stay; null for all. */
  readonly keep: number | null
}

/** @throws StartupRefusal with how the command is used */
function wantedOf(words: readonly string[]): Wanted {
  const { to, keep } = parsedWords(words)
  if (to === undefined || to === '') throw new StartupRefusal('没有说备份写到哪里。', USAGE)
  if (keep === undefined) return { to, keep: null }
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new StartupRefusal(`份数不正确：${keep}。`, USAGE)
  if (!isFolder(to)) throw new StartupRefusal(`--keep 需要一个目录，而 ${to} 不是。`, USAGE)
  return { to, keep: Number(keep) }
}

function parsedWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: { to: { type: 'string' }, keep: { type: 'string' } } }).values
  } catch {
    throw new StartupRefusal(`看不懂的命令：${words.join(' ')}。`, USAGE)
  }
}

const isFolder = (place: string) => fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() === true

/** The name of a backup in a folder: sorted by name is sorted by time. */
const NAME = /^huanji-\d{8}T\d{6}Z\.tar\.zst(\.age)?$/

function fileFor({ to }: Wanted, isSealed: boolean, now: Date): string {
  if (!isFolder(to)) return path.resolve(to)
  const stamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  return path.resolve(to, `huanji-${stamp}.tar.zst${isSealed ? '.age' : ''}`)
}

/** Removes all but the newest backups of a folder, and gives how many went. */
function removeOlder(folder: string, keep: number): number {
  const names = fs.readdirSync(folder).filter((name) => NAME.test(name))
  const older = names.sort().slice(0, -keep)
  for (const name of older) fs.rmSync(path.join(folder, name))
  return older.length
}

/**
 * Makes a backup as the words of the terminal say, while the product goes on.
 * @throws StartupRefusal with cause and cure; then there is no file, and none was removed
 */
export async function runBackup(
  settings: DataSettings,
  clock: Clock,
  words: readonly string[],
  say: Say,
): Promise<void> {
  const wanted = wantedOf(words)
  const now = clock.now()
  const file = fileFor(wanted, isSealing(settings.backup), now)
  const { storage } = openStorage(settings, clock, { isThere: true })
  const owner = await connectSource(settings)
  try {
    const archive = await writeArchive(file, settings.backup)
    try {
      const taken = await takeBackup({ owner, storage, now }, archive)
      const bytes = await archive.finish()
      tell(file, bytes, taken, clock.now().getTime() - now.getTime(), say)
    } catch (error) {
      await archive.abandon()
      throw error
    }
  } finally {
    await owner.close()
  }
  if (wanted.keep === null) return
  const removed = removeOlder(wanted.to, wanted.keep)
  if (removed > 0) say(`已删除较早的备份 ${removed} 份，保留最新的 ${wanted.keep} 份。`)
}

function tell(file: string, bytes: number, { rows, files, missing, strays }: TakenBackup, ms: number, say: Say): void {
  const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0)
  say(`已备份：${file}`)
  say(`  ${megabytes(bytes)}，${rowCount} 行，${files} 个文件，用时 ${(ms / 1000).toFixed(1)} 秒。`)
  if (strays.count > 0) {
    say(`  存储中有 ${strays.count} 个不是焕机的文件，没有备份：${strays.names.slice(0, 5).join('、')}。`)
  }
  if (missing.count === 0) return
  say(`  注意：数据中提到的 ${missing.count} 个文件不在存储中，备份里也没有，例如 ${missing.keys[0]}。`)
}

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
