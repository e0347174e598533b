import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

export type ExportRow = OutputOf<Calls['goodsExport']['list']>['list'][number]

const counted = (count: number): string => count.toLocaleString('en')

/** True for an export that nobody works on any more. */
export const hasEnded = ({ state }: Pick<ExportRow, 'state'>): boolean => state !== 'queued' && state !== 'running'

/** How an export ended, in a sentence. */
export const endWords = ({ title, state, rowsDone, problem }: ExportRow): string =>
  state === 'ready' ? `${title}已导出 ${counted(rowsDone)} 行，可在“导出记录”下载` : `${title}导出失败：${problem}`

/** How many rows there are, and of how many while it is worked on. */
export function rowsWords({ state, rowsDone, rowsTotal }: ExportRow): string {
  if (hasEnded({ state }) || rowsTotal === null) return rowsDone === 0 && state !== 'ready' ? '' : counted(rowsDone)
  return `${counted(rowsDone)} / ${counted(rowsTotal)}`
}

const KIB = 1024
const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** A file's size as people say it: 12.3 MB. */
export function sizeWords(bytes: number): string {
  if (bytes === 0) return ''
  const step = Math.min(Math.floor(Math.log(bytes) / Math.log(KIB)), UNITS.length - 1)
  const value = bytes / KIB ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`
}

/** Rounded as far as anybody plans by it: 约 40 秒, 约 3 分钟. */
export function leftWords(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 60) return `约剩 ${Math.max(5, Math.ceil(seconds / 5) * 5)} 秒`
  return `约剩 ${Math.ceil(seconds / 60)} 分钟`
}

const HOUR_MS = 3_600_000

/** How long the file can still be had: 6 天后过期. */
export function expiryWords(expiresAt: string | null, nowMs: number): string {
  if (expiresAt === null) return ''
  const leftMs = Date.parse(expiresAt) - nowMs
  if (leftMs <= 0) return '即将清理'
  if (leftMs < HOUR_MS) return '1 小时内过期'
  const hours = Math.floor(leftMs / HOUR_MS)
  return hours < 48 ? `${hours} 小时后过期` : `${Math.floor(hours / 24)} 天后过期`
}
