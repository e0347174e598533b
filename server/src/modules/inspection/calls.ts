import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { inspectionColumns } from '@huanji/contract/features/inspection/rows'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { withPermittedSort } from '../../database/list-sort.ts'
import { refuse } from '../../errors/refusal.ts'
import { handlers } from '../../gateway/handler.ts'
import { historyOf } from '../history/store.ts'
import { recordsOfUnits } from './earlier-store.ts'
import { countRecordOptions, countRecords, findDetail, listRecords } from './list-store.ts'
import { photoRowsOf } from './photo/store.ts'
import { presentDetail, presentRecord } from './present.ts'
import { saveInspection } from './saving.ts'
import { unitsOfPhone } from './unit-store.ts'
import { verifyCode } from './verify.ts'

/** The calls of inspection records (docs/specification.md §7). */
export const detRecordGroup = handlers(detRecord, {
  verifyBarCode: ({ tx }, { code }) => verifyCode(tx, code),

  addDetectRecord: saveInspection,

  getDetectRecordList: async (context, given) => {
    const { tx, actor } = context
    const filter = withPermittedSort(inspectionColumns, given, given.state, actor)
    const [page, counts, optionCounts] = await Promise.all([
      listRecords(tx, filter),
      countRecords(tx, filter),
      countRecordOptions(tx, filter),
    ])
    const list = page.list.map((record) => presentRecord(record, context))
    return { ...page, list, counts, optionCounts }
  },

  getDetRecordDetails: async (context, { inspectionId, inspectionNo }) => {
    const { tx } = context
    const key = inspectionId !== undefined ? { inspectionId } : { inspectionNo: inspectionNo ?? '' }
    const record = (await findDetail(tx, key)) ?? refuse('NOT_FOUND')
    const units = await unitsOfPhone(tx, record)
    const records = await recordsOfUnits(tx, [...new Set([record.unitId, ...units.map((one) => one.unitId)])])
    const beside = {
      photos: await photoRowsOf(tx, [record.inspectionId]),
      history: await historyOf(tx, INSPECTION_STATES.name, record.inspectionId),
      others: records.filter((other) => other.inspectionId !== record.inspectionId),
    }
    return presentDetail(record, beside, context)
  },
})
