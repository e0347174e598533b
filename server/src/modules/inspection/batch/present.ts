import type { OutputOf } from '@huanji/contract/call'
import type { batch as batchCalls } from '@huanji/contract/features/inspection/batch'
import { batchRow, batchUnitRow } from '@huanji/contract/features/inspection/rows'
import type { InspectionState } from '@huanji/domain/states/inspection'
import { allowedActions } from '../../../gateway/allowed-actions.ts'
import type { CallContext } from '../../../gateway/handler.ts'
import { rowOf } from '../../../platform/field-rights.ts'
import { presentAnswers } from '../assessment.ts'
import { photoUrl } from '../photo/present.ts'
import { withComputed } from '../present.ts'
import { exceptionsText } from '../report.ts'
import { BATCH_ACTIONS } from './actions.ts'
import { hasException } from './content.ts'
import type { BatchCount, DetailedBatch, ListedBatch, ListedPhone, ListedVersion } from './list-store.ts'

type Context = Pick<CallContext, 'actor' | 'services' | 'now'>
type Row = OutputOf<typeof batchCalls.getMultiDetRecordList>['list'][number]
type Details = OutputOf<typeof batchCalls.getDetRecordDetailsByDetRecordId>

const batchAsRead = rowOf(batchRow)
const phoneAsRead = rowOf(batchUnitRow)

/** In which of a batch's counts a phone of each state is; a voided one is in none. */
const COUNTED_AS: Readonly<Record<Exclude<InspectionState, 'voided'>, CountName>> = {
  draft: 'waitingCount',
  awaiting_photos: 'waitingCount',
  awaiting_seal: 'waitingCount',
  listable: 'availableCount',
  listed: 'lockedCount',
  sold: 'soldCount',
}
type CountName = 'waitingCount' | 'availableCount' | 'lockedCount' | 'soldCount'

function countsOf(batchId: string, counts: readonly BatchCount[]) {
  const sums = { totalCount: 0, waitingCount: 0, availableCount: 0, lockedCount: 0, soldCount: 0 }
  for (const { state, count, ...of } of counts) {
    if (of.batchId !== batchId || state === 'voided') continue
    sums.totalCount += count
    sums[COUNTED_AS[state]] += count
  }
  return sums
}

/** A batch as the list shows it. @param counts of the phones of this batch and perhaps others */
export const presentBatch = (listed: ListedBatch, counts: readonly BatchCount[], context: Context): Row =>
  batchAsRead(
    {
      ...listed,
      ...countsOf(listed.batchId, counts),
      coverUrl: photoUrl(listed.coverKey, context.services, context.now),
      allowedActions: allowedActions(BATCH_ACTIONS, {}, context.actor),
    },
    context.actor,
  )

/** A batch as its own page shows it. */
export function presentBatchDetail(
  listed: DetailedBatch,
  versions: readonly ListedVersion[],
  counts: readonly BatchCount[],
  context: Context,
): Details['batch'] {
  const { sku, sampleInspectionId, samplePhotoTaskId } = listed
  return {
    ...presentBatch(listed, counts, context),
    sku,
    sampleInspectionId,
    samplePhotoTaskId,
    versions: versions.map((version) => presentVersion(version, counts)),
  }
}

function presentVersion(version: ListedVersion, counts: readonly BatchCount[]): Details['batch']['versions'][number] {
  const own = counts.filter(({ batchVersion }) => batchVersion === version.number)
  const listedAt = own.map(({ firstListedAt }) => firstListedAt).filter((at) => at !== null)
  return {
    ...version,
    answers: presentAnswers(version.answers),
    frozenAt: version.frozenAt ?? listedAt.sort()[0] ?? null,
    unitCount: own.reduce((sum, { state, count }) => (state === 'voided' ? sum : sum + count), 0),
  }
}

/** A phone of a batch as the list shows it; without a picture of its own, the batch's stands for it. */
export function presentPhone(
  { ownExceptions, commonExceptions, ...record }: ListedPhone,
  { sampleInspectionId, coverKey }: Pick<DetailedBatch, 'sampleInspectionId' | 'coverKey'>,
  context: Context,
): Details['list'][number] {
  const own = (ownExceptions ?? []).filter((one) => !hasException(commonExceptions ?? [], one))
  return phoneAsRead(
    {
      ...withComputed({ ...record, coverKey: record.coverKey ?? coverKey }, context),
      batchVersion: record.batchVersion,
      isSample: record.inspectionId === sampleInspectionId,
      ownExceptions: exceptionsText(own),
    },
    context.actor,
  )
}
