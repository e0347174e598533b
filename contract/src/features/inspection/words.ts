import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { stateLabel } from '@huanji/domain/states/transition'
import { namingOf, standsIn } from '../../row-words.ts'
import { detRecord } from './inspection.ts'

export const inspectionNaming = namingOf(detRecord.getDetectRecordList, (row) => ({
  label: `${row.inspectionNo} ${row.modelName} ${row.imei || row.barCode}`,
  reason: standsIn(stateLabel(INSPECTION_STATES, row.state) ?? row.state),
}))
