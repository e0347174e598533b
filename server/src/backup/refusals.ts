import { StartupRefusal } from '../platform/startup-refusal.ts'

/** The refusal of an archive that is cut off, altered or no backup at all; nothing of it is used. */
export const brokenArchive = (file: string, reason: string): StartupRefusal =>
  new StartupRefusal(
    `备份文件不完整或已损坏（${reason}）：${file}`,
    '没有写入任何数据；请换一份备份，并检查存放它的磁盘。 The backup is truncated or altered: nothing was written, use another one.',
  )

/** The refusal of an archive that this key, or no key, does not open. */
export const lockedArchive = (file: string): StartupRefusal =>
  new StartupRefusal(
    `备份已加密，现有的密钥打不开它：${file}`,
    '请用 --identity 指定 age 私钥文件，或用 HUANJI_BACKUP_PASSPHRASE_FILE 指定口令文件。 The backup is encrypted: name the key that opens it.',
  )

/** The refusal of a file of the operator's that cannot be read or written. */
export function unusableFile(what: string, file: string, error: unknown): StartupRefusal {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartupRefusal(
    `${what}无法使用：${file}（${reason}）。`,
    '请检查路径、权限与磁盘空间。 The file cannot be used: check its path, its rights and the disk.',
  )
}
