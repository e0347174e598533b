import { codeOf, isStorageFailure, isUnavailable } from '../database/errors.ts'
import { StartupRefusal } from '../platform/startup-refusal.ts'
import { StorageUnavailable } from '../storage/storage.ts'

/**
 * Runs what a command of the terminal does, and ends it with a sentence and code 1 where it cannot be done. What nobody
 * thought of is said with its stack.
 * @param before what stands before the sentence
 */
export async function runCommand(before: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${before}${endSentence(error)}\n`)
    process.exitCode = 1
  }
}

/** Why a command ended, for the person at the terminal: cause and cure, each on a line of its own. */
export function endSentence(error: unknown): string {
  if (error instanceof StartupRefusal) return error.message
  const [cause, cure] = knownEnd(error)
  return cure === null ? cause : `${cause}\n${cure}`
}

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT'])
const FORBIDDEN = new Set(['EACCES', 'EPERM', 'EROFS'])
const NOT_GRANTED = '42501'
const NO_ROLE = new Set(['22023', '42704'])

function knownEnd(error: unknown): readonly [cause: string, cure: string | null] {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof StorageUnavailable) {
    return [
      `文件存储无法读写（${message}）。`,
      '请检查 S3_ENDPOINT、S3_BUCKET 与密钥，或数据目录所在的磁盘；npm run doctor 会逐项检查。',
    ]
  }
  if (code === 'EADDRINUSE') {
    return [
      `端口 ${fieldOf(error, 'port')} 已被其他程序占用。`,
      '请停止占用它的程序，或换一个端口（PORT、OPS_PORT、HUANJI_SANDBOX_PORT）。 The port is taken.',
    ]
  }
  if (DISK_FULL.has(code) || isStorageFailure(error)) {
    return [`磁盘已满或无法读写（${message}）。`, '请清理或扩容后重试。 The disk is full or cannot be used.']
  }
  if (FORBIDDEN.has(code)) {
    return [
      `没有权限读写 ${fieldOf(error, 'path')}（${code}）。`,
      '请把它交给运行焕机的用户，或换一个位置。 Not allowed: check the owner and the rights.',
    ]
  }
  if (code === NOT_GRANTED || (NO_ROLE.has(code) && message.includes('role'))) {
    return [
      `数据库权限不足（${message}）。`,
      '请用数据库的所有者运行 npm run migrate，再运行 npm run doctor 查看。 The database lacks roles or grants.',
    ]
  }
  if (isUnavailable(error)) {
    return [
      `数据库没有应答或中断了连接（${code || message}）。`,
      '请确认数据库正在运行后重试；npm run doctor 会检查连接。 The database does not answer.',
    ]
  }
  const stack = error instanceof Error ? (error.stack ?? message) : message
  return [`遇到没有料到的错误：${stack}`, '请把以上内容交给焕机的维护者。 This was not foreseen: please report it.']
}

/** What the operating system says beside the code, such as the path or the port. */
const fieldOf = (error: unknown, name: string): string =>
  typeof error === 'object' && error !== null && name in error ? String(Reflect.get(error, name)) : ''
