import { inspectionDetail } from '@huanji/contract/features/inspection/inspection'
import { inspectionRow } from '@huanji/contract/features/inspection/rows'
import type * as z from 'zod'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { rowOf } from '../../platform/field-rights.ts'
import type { HistoryLine } from '../history/store.ts'
import { INSPECTION_ACTIONS } from './actions.ts'
import { presentAnswers } from './assessment.ts'
import type { EarlierRecord } from './earlier-store.ts'
import type { DetailedRecord, ListedRecord } from './list-store.ts'
import { photoUrl, presentPhoto } from './photo/present.ts'
import type { PhotoRow } from './photo/store.ts'
import { reportPath } from './report-address.ts'

type Row = z.output<typeof inspectionRow>
type Context = Pick<CallContext, 'actor' | 'services' | 'now'>
type Detail = z.output<typeof inspectionDetail>

/** What is asked of a record's pictures; null where nothing is. */
const retakeAsked = ({ retakeAskedAt, retakeAskedBy, retakeReason }: ListedRecord): Row['retake'] =>
  retakeAskedAt === null ? null : { askedAt: retakeAskedAt, askedBy: retakeAskedBy ?? '', reason: retakeReason }

/** A row and what is worked out of it, for the rows of the contract. */
export const withComputed = <Listed extends ListedRecord>(record: Listed, { actor, services, now }: Context) => ({
  ...record,
  // a draft has none yet, and one that was voided never had one
  reportPath: record.systemGrade === null ? null : reportPath({ ...record, merchantId: actor.merchantId }),
  coverUrl: photoUrl(record.coverKey, services, now),
  retake: retakeAsked(record),
  allowedActions: allowedActions(INSPECTION_ACTIONS, record, actor),
})

const rowAsRead = rowOf(inspectionRow)
const detailAsRead = rowOf(inspectionDetail)

/** A record as the list shows it. */
export const presentRecord = (record: ListedRecord, context: Context): Row =>
  rowAsRead(withComputed(record, context), context.actor)

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
  const { services, now, actor } = context
  const { kind, imei, imei2, meid, sn, report } = record
  const row = {
    ...withComputed(record, context),
    code: { kind, imei, imei2, meid, sn },
    answers: presentAnswers(record.answers),
    explanation: report.explanation,
    groups: report.groups,
    photos: beside.photos.map((photo) => presentPhoto(photo, services, now)),
    history: beside.history,
    versions: [...beside.others],
    replacedBy:
      record.replacedById !== null && record.replacedByNo !== null
        ? { inspectionId: record.replacedById, inspectionNo: record.replacedByNo }
        : null,
  }
  return detailAsRead(row, actor)
}
