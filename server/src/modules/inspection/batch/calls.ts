import { batch, batchEdit } from '@huanji/contract/features/inspection/batch'
import { batchColumns, batchUnitColumns } from '@huanji/contract/features/inspection/rows'
import { withPermittedSort } from '../../../database/list-sort.ts'
import { refuse } from '../../../errors/refusal.ts'
import { type HandlerGroup, handlers } from '../../../gateway/handler.ts'
import { addToBatch, newPlace, placeOf } from './adding.ts'
import { editBatch } from './editing.ts'
import { judge } from './judge.ts'
import {
  countBatchOptions,
  countPhoneStates,
  countPhones,
  findDetailedBatch,
  listBatches,
  listPhones,
  versionsOf,
} from './list-store.ts'
import { presentBatch, presentBatchDetail, presentPhone } from './present.ts'
import { findBatch } from './store.ts'

/** The calls of batches (docs/specification.md §7). */
const batchCalls = handlers(batch, {
  addMultiCommodity: addToBatch,

  getMultiDetRecordList: async (context, given) => {
    const { tx, actor } = context
    const filter = withPermittedSort(batchColumns, given, undefined, actor)
    const [page, optionCounts] = await Promise.all([listBatches(tx, filter), countBatchOptions(tx, filter)])
    const ids = page.list.map(({ batchId }) => batchId)
    const counts = ids.length === 0 ? [] : await countPhones(tx, ids)
    return { ...page, list: page.list.map((listed) => presentBatch(listed, counts, context)), optionCounts }
  },

  getDetRecordDetailsByDetRecordId: async (context, given) => {
    const { tx, actor } = context
    const filter = withPermittedSort(batchUnitColumns, given, given.state, actor)
    const found = (await findDetailedBatch(tx, filter.batchId)) ?? refuse('NOT_FOUND')
    const [page, counts, phones, versions] = await Promise.all([
      listPhones(tx, filter),
      countPhoneStates(tx, filter),
      countPhones(tx, [filter.batchId]),
      versionsOf(tx, filter.batchId),
    ])
    return {
      ...page,
      list: page.list.map((phone) => presentPhone(phone, found, context)),
      counts,
      batch: presentBatchDetail(found, versions, phones, context),
    }
  },
})

const batchEditCalls = handlers(batchEdit, {
  check: async ({ tx }, { batchId, channel, common, units }) => {
    const place = batchId === undefined ? await newPlace(tx, channel, common) : await placeOf(tx, batchId, findBatch)
    const judged = await judge(tx, place.batch, place.batchId, units)
    return {
      rows: judged.map(({ verdict, codes, barCode }) => ({ ...verdict, imei: codes?.imei ?? '', barCode })),
    }
  },

  edit: editBatch,
})

export const batchGroups: readonly HandlerGroup[] = [batchCalls, batchEditCalls]
