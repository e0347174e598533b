import { dropDraft, readDraft, writeDraft } from '../../../components/form/draft.ts'
import type { PublishKind } from './publish-kinds.ts'
import type { PublishRow } from './publish-rows.ts'

/** What is kept of a kind's sheet while it is not published. */
export interface PublishDraft {
  readonly rows: readonly PublishRow[]
  readonly shopId: string
}

const draftName = (kind: PublishKind): string => `publish-${kind}`

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A draft of an earlier release may have another shape; then it is no draft. */
function isPublishDraft(value: unknown): value is PublishDraft {
  if (!isRecord(value) || typeof value.shopId !== 'string' || !Array.isArray(value.rows)) return false
  return value.rows.every(
    (row) =>
      isRecord(row) &&
      Array.isArray(row.units) &&
      row.units.every((unit) => isRecord(unit) && typeof unit.skuId === 'string') &&
      Array.isArray(row.lines) &&
      row.lines.every((line) => isRecord(line) && isRecord(line.amounts) && Array.isArray(line.units)),
  )
}

/** The sheet that was not published last time, or null. */
export const readPublishDraft = (kind: PublishKind): PublishDraft | null => readDraft(draftName(kind), isPublishDraft)

/** Keeps a sheet in this browser, or forgets it once nothing of it is left. */
export function keepPublishDraft(kind: PublishKind, draft: PublishDraft): void {
  if (draft.rows.length === 0) dropDraft(draftName(kind))
  else writeDraft(draftName(kind), draft)
}
