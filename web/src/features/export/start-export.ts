import type { InputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { ERR } from '@huanji/contract/errors'
import { EXPORT_KINDS, type ExportKindKey } from '@huanji/contract/export-kinds'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { isRefusal } from '../../api/refusal.ts'
import { toast } from '../../components/toast/toast.ts'
import { can } from '../../session/session.ts'
import { type ExportRow, endWords, hasEnded } from './export-words.ts'

export type ExportFormat = ExportRow['format']

/** What is to be exported: everything that a filter finds, in these columns. */
export interface ExportInput {
  readonly kind: ExportKindKey
  readonly format: ExportFormat
  readonly filter: Readonly<Record<string, unknown>>
  readonly columns: readonly string[]
}

type Create = Omit<InputOf<Calls['goodsExport']['create']>, 'kind'>

const CALLS = {
  listings: api.goodsExport.create,
  'auction-orders': api.auctionOrderExport.create,
  'curated-orders': api.curatedOrderExport.create,
  refunds: api.refundExport.create,
  bills: api.billExport.create,
  'bill-months': api.billExport.createMonth,
} as const

/** Asks for a file and tells of its end. @throws whatever refused it */
export async function startExport({ kind, format, filter, columns }: ExportInput): Promise<void> {
  const create = CALLS[kind] as (input: Create, options: object) => Promise<{ readonly exportId: string }>
  const { exportId } = await create({ format, filter, columns: [...columns] }, { idempotencyKey: newIdempotencyKey() })
  toast('success', `已开始导出${EXPORT_KINDS[kind].title}，完成后会提醒您`)
  if (can(api.goodsExport.list.path)) void watchExport(exportId)
}

/** A small file is there at once; a large one takes minutes, and nobody needs to know to the second. */
const FIRST_LOOK_MS = 1_500
const LATEST_LOOK_MS = 15_000
const NEWEST = 20

const ask = () => api.goodsExport.list({ mine: true, pageSize: NEWEST }, { handles: 'all' })
const isShutOut = (error: unknown): boolean =>
  isRefusal(error) && (error.errCode === ERR.sessionInvalid || error.errCode === ERR.notGranted)
/** Whoever is signed out, or may not see the records any more, is told nothing: asking on would not end. */
const GONE: { readonly list: readonly ExportRow[] } = { list: [] }

/** Tells once how an export ended, wherever the person is by then; what is closed meanwhile is told by the records. */
async function watchExport(exportId: string): Promise<void> {
  for (let everyMs = FIRST_LOOK_MS; ; everyMs = Math.min(everyMs * 1.5, LATEST_LOOK_MS)) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    const answer = await ask().catch((error: unknown) => (isShutOut(error) ? GONE : null))
    const row = answer?.list.find((one) => one.exportId === exportId)
    if (answer !== null && row === undefined) return
    if (row === undefined || !hasEnded(row)) continue
    if (row.state !== 'cancelled' && !row.isSeen) toast(row.state === 'ready' ? 'success' : 'error', endWords(row))
    return
  }
}
