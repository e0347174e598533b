import type { Channel } from '@huanji/domain/channel'
import { dropDraft, readDraft, writeDraft } from '../../components/form/draft.ts'
import { type BatchState, isIdle } from './batch-state.ts'

/** Where work is kept: each channel's new batch, and each batch that phones are added to, have a draft of their own. */
const draftName = (channel: Channel, joinedId: string | null): string =>
  joinedId === null ? `${channel}-batch` : `batch-${joinedId}`

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A draft of an earlier release may have another shape; then it is no draft. */
function isBatchState(value: unknown): value is BatchState {
  if (!isRecord(value) || !isRecord(value.common) || !isRecord(value.taken)) return false
  const { units, lastKey, singles, sent, common } = value
  return (
    Array.isArray(units) &&
    units.every((unit) => isRecord(unit) && isRecord(unit.code) && isRecord(unit.answers)) &&
    typeof lastKey === 'number' &&
    Array.isArray(singles) &&
    (sent === null || (isRecord(sent) && typeof sent.idempotencyKey === 'string' && Array.isArray(sent.keys))) &&
    isRecord(common.sku) &&
    isRecord(common.answers)
  )
}

/** The batch that was at work when the page went, or null. */
export const readBatchDraft = (channel: Channel, joinedId: string | null): BatchState | null =>
  readDraft(draftName(channel, joinedId), isBatchState)

/** Keeps the batch in this browser, or forgets it once nothing of it is left to do. */
export function keepBatchDraft(channel: Channel, joinedId: string | null, state: BatchState): void {
  const name = draftName(channel, joinedId)
  if (isIdle(state)) dropDraft(name)
  else writeDraft(name, state)
}
