import type { OutputOf } from '@huanji/contract/call'
import type { detRecord } from '@huanji/contract/calls/inspection'
import type { Services } from '../../services.ts'
import type { HistoryLine } from '../history/store.ts'
import { presentAnswers } from './assessment.ts'
import type { DetailedRecord, ListedRecord } from './list-store.ts'
import { photoUrl, presentPhoto } from './photo/present.ts'
import type { PhotoRow } from './photo/store.ts'
import type { EarlierRecord } from './store.ts'

type Row = OutputOf<typeof detRecord.getDetectRecordList>['list'][number]
type Detail = OutputOf<typeof detRecord.getDetRecordDetails>

/** A record as the list shows it. */
export function presentRecord(record: ListedRecord, services: Pick<Services, 'storage'>, now: Date): Row {
  const { coverKey, ...rest } = record
  return { ...rest, coverUrl: photoUrl(coverKey, services, now) }
}

/** A record as its own page shows it: the report as it was frozen, with photographs, history and its phone's other records. */
export function presentDetail(
  record: DetailedRecord,
  beside: {
    readonly photos: readonly PhotoRow[]
    readonly history: HistoryLine[]
    readonly others: readonly EarlierRecord[]
  },
  services: Pick<Services, 'storage'>,
  now: Date,
): Detail {
  const { unitId: _unitId, kind, imei2, meid, sn, report, answers, ...listed } = record
  return {
    ...presentRecord(listed, services, now),
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
