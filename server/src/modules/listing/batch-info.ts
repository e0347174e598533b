import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/features/listing/goods'
import { skuIdOf } from '@huanji/domain/listing/sku-id'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { findBatch } from '../inspection/batch/store.ts'
import { answerText } from '../inspection/report.ts'
import { batchVersionAsKept, unitsOfBatchVersion } from './batch-store.ts'

type Call = (typeof goods)['batchInfo']

/** As many phones as one look at a batch shows. */
const UNITS_SHOWN = 500

/** What was answered for a version of a batch, as it stands for ever once it was offered, and its phones. Refuses NOT_FOUND. */
export async function batchInfo(
  { tx }: CallContext,
  { batchId, batchVersion }: ParsedOf<Call>,
): Promise<OutputOf<Call>> {
  const batch = await findBatch(tx, batchId)
  const number = batchVersion ?? batch?.batchVersion
  const kept = number === undefined ? null : await batchVersionAsKept(tx, batchId, number)
  if (!batch || !kept) return refuse('NOT_FOUND')
  const units = await unitsOfBatchVersion(tx, batchId, kept.number, UNITS_SHOWN + 1)
  return {
    batchId,
    batchNo: batch.batchNo,
    batchVersion: kept.number,
    frozenAt: kept.frozenAt ?? kept.firstListedAt,
    modelId: batch.modelId,
    modelName: batch.modelName,
    skuId: skuIdOf(batch.sku),
    skuText: batch.skuText,
    grade: kept.grade,
    templateVersion: kept.templateVersion,
    groups: kept.report.groups.map(({ name, lines }) => ({
      name,
      lines: lines.map((line) => ({ itemName: line.itemName, answer: answerText(line), exception: line.exception })),
    })),
    units: units.slice(0, UNITS_SHOWN),
    unitsAreCapped: units.length > UNITS_SHOWN,
  }
}
