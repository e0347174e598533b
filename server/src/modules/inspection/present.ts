import type { OutputOf } from '@huanji/contract/call'
import type { detRecord } from '@huanji/contract/calls/inspection'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import type { HistoryLine } from '../history/store.ts'
import { INSPECTION_ACTIONS } from './actions.ts'
import { presentAnswers } from './assessment.ts'
import type { DetailedRecord, ListedRecord } from './list-store.ts'
import { photoUrl, presentPhoto } from './photo/present.ts'
import type { PhotoRow } from './photo/store.ts'
import type { EarlierRecord } from './store.ts'

type Row = OutputOf<typeof detRecord.getDetectRecordList>['list'][number]
type Context = Pick<CallContext, 'actor' | 'services' | 'now'>
type Detail = OutputOf<typeof detRecord.getDetRecordDetails>

/** A record as the list shows it. */
export function presentRecord(record: ListedRecord, { actor, services, now }: Context): Row {
  const { coverKey, ...rest } = record
  const actions = allowedActions(INSPECTION_ACTIONS, record, actor)
  return { ...rest, coverUrl: photoUrl(coverKey, services, now), allowedActions: actions }
}

/** A record as its own page shows it: the report as it was frozen, with photographs, history and its phone's other records. */
export function presentDetail(
  record: DetailedRecord,
  beside: {
    readonly photos: readonly PhotoRow[]
    readonly history: HistoryLine[]
    readonly others: readonly EarlierRecord[]
  },
  context: Context,
): Detail {
  const { services, now } = context
  const { unitId: _unitId, kind, imei2, meid, sn, report, answers, ...listed } = record
  return {
    ...presentRecord(listed, context),
    photoTaskId: record.photoTaskId,
    code: { kind, imei: record.imei, imei2, meid, sn },
    sku: record.sku,
    templateVersion: record.templateVersion,
    answers: presentAnswers(answers),
    explanation: report.explanation,
    overrideReason: record.overrideReason,
    remark: record.remark,
    groups: report.groups,
    photos: beside.photos.map((photo) => presentPhoto(photo, services, now)),
    history: beside.history,
    versions: beside.others.map(({ inspectionId, inspectionNo, grade, state, createdAt }) => ({
      inspectionId,
      inspectionNo,
      grade,
      state,
      createdAt,
    })),
  }
}
