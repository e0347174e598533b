import { PHOTO_LIMITS } from '@huanji/domain/photos/limits'
import { savepoint, type Tx } from '../../../database/database.ts'
import { Refusal, refuse } from '../../../errors/refusal.ts'
import { newId } from '../../../platform/ids.ts'
import { findRecord, type InspectionRecord, lockRecord, type RecordKey } from '../store.ts'
import { codesOfUnit, shareCode } from '../unit-store.ts'
import { defectsToTake, newExceptionsText, shotsToTake } from './reuse-rule.ts'
import { type ChangedPhotos, checkPhotosOpen, type PhotoContext, settlePhotos } from './saving.ts'
import { insertPhoto, type PhotoRow, photoRowsOf } from './store.ts'

/** What taking photographs over came to. */
export interface Reused extends ChangedPhotos {
  readonly addedCount: number
}

type Choice = (record: InspectionRecord, has: readonly PhotoRow[], offered: readonly PhotoRow[]) => PhotoRow[]

/** The shots that are wanted and not there. */
const chooseShots: Choice = (record, has, offered) => shotsToTake(record.report, has, offered)

/** Shots that show the one phone only, such as its IMEI, stay with it. */
const chooseSharedShots: Choice = (record, has, offered) =>
  shotsToTake(
    record.report,
    has,
    offered.filter((photo) => !photo.internal),
  )

/** The photographs of defects that both records have. */
const chooseDefects: Choice = (record, has, offered) =>
  defectsToTake(record.report, has, offered, {
    fileOf: (photo) => photo.fullKey,
    maxPerItem: PHOTO_LIMITS.defectMaxPerItem,
  })

export const REUSE_CHOICES = { real: chooseShots, defect: chooseDefects } as const

/** Locks records in the order of their ids, so that two of these never wait for each other in a circle. Refuses NOT_FOUND. */
async function lockInOrder(tx: Tx, inspectionIds: readonly string[]): Promise<Map<string, InspectionRecord>> {
  const locked = new Map<string, InspectionRecord>()
  for (const inspectionId of [...new Set(inspectionIds)].sort()) {
    locked.set(inspectionId, (await lockRecord(tx, { inspectionId })) ?? refuse('NOT_FOUND'))
  }
  return locked
}

async function idOf(tx: Tx, key: RecordKey): Promise<string> {
  return ((await findRecord(tx, key)) ?? refuse('NOT_FOUND')).inspectionId
}

const held = (records: ReadonlyMap<string, InspectionRecord>, id: string): InspectionRecord =>
  records.get(id) ?? refuse('NOT_FOUND')

/**
 * Why a record cannot take the photographs of an earlier one over, for a person to read; empty when it can: both must be
 * of one phone, which has no exception now that it did not have then (docs/domain.md §4.3).
 */
export async function reuseObstacle(
  tx: Tx,
  record: Pick<InspectionRecord, 'inspectionId' | 'unitId' | 'report'>,
  earlier: Pick<InspectionRecord, 'inspectionId' | 'unitId' | 'report'>,
): Promise<string> {
  if (record.inspectionId === earlier.inspectionId) return '这就是当前的质检记录'
  if (!(await areOnePhone(tx, record.unitId, earlier.unitId))) return '不是同一台手机，不能复用照片'
  const added = newExceptionsText(record.report, earlier.report)
  return added === '' ? '' : `新增异常：${added}，请重新拍照`
}

async function areOnePhone(tx: Tx, unitId: string, otherId: string): Promise<boolean> {
  if (unitId === otherId) return true
  const [codes, others] = [await codesOfUnit(tx, unitId), await codesOfUnit(tx, otherId)]
  return codes !== null && others !== null && shareCode(codes, others)
}

/**
 * Puts photographs of another record on a photo task beside those that it has; the files are shared, and each says which
 * record it was taken for. The earlier record is locked, so that nothing is taken off it meanwhile.
 * Refuses NOT_FOUND, STATE_CHANGED, PHOTO_REUSE_REFUSED and PHOTO_LIMIT.
 */
export async function reusePhotos(
  context: PhotoContext,
  { photoTaskId, fromInspectionId }: { readonly photoTaskId: string; readonly fromInspectionId: string },
  choose: Choice,
): Promise<Reused> {
  const { tx } = context
  const inspectionId = await idOf(tx, { photoTaskId })
  const records = await lockInOrder(tx, [inspectionId, fromInspectionId])
  const record = held(records, inspectionId)
  const earlier = held(records, fromInspectionId)
  checkPhotosOpen(record)
  const obstacle = await reuseObstacle(tx, record, earlier)
  if (obstacle !== '') refuse('PHOTO_REUSE_REFUSED', { message: obstacle })
  return takeOver(context, record, earlier, choose)
}

async function takeOver(
  context: PhotoContext,
  record: InspectionRecord,
  earlier: InspectionRecord,
  choose: Choice,
): Promise<Reused> {
  const { tx } = context
  const { inspectionId } = record
  const has = await photoRowsOf(tx, [inspectionId])
  const chosen = choose(record, has, await photoRowsOf(tx, [earlier.inspectionId]))
  for (const photo of chosen) {
    const internal = record.report.shots.find((shot) => shot.code === photo.position)?.internal ?? false
    const reusedFromNo = photo.reusedFromNo ?? earlier.inspectionNo
    await insertPhoto(tx, { ...photo, photoId: newId(), inspectionId, internal, reusedFromNo })
  }
  return { record, addedCount: chosen.length, ...(await settlePhotos(context, record)) }
}

/** What became of one record that photographs were to be copied to. */
export interface CopyResult {
  inspectionId: string
  inspectionNo: string
  ok: boolean
  message: string
  addedCount: number
}

/**
 * Puts the shots of one phone of a batch on others of the same batch, where they are missing; each record by itself.
 * Refuses NOT_FOUND when any of the records is not there.
 */
export async function copyToBatch(
  context: PhotoContext,
  { fromPhotoTaskId, toInspectionIds }: { readonly fromPhotoTaskId: string; readonly toInspectionIds: string[] },
): Promise<CopyResult[]> {
  const { tx } = context
  const fromId = await idOf(tx, { photoTaskId: fromPhotoTaskId })
  const records = await lockInOrder(tx, [fromId, ...toInspectionIds])
  const from = held(records, fromId)
  const results: CopyResult[] = []
  for (const inspectionId of new Set(toInspectionIds)) {
    results.push(await copyTo(context, held(records, inspectionId), from))
  }
  return results
}

async function copyTo(context: PhotoContext, record: InspectionRecord, from: InspectionRecord): Promise<CopyResult> {
  const { inspectionId, inspectionNo } = record
  const answer = (ok: boolean, message: string, addedCount = 0) => ({
    inspectionId,
    inspectionNo,
    ok,
    message,
    addedCount,
  })
  if (inspectionId === from.inspectionId) return answer(false, '这就是照片所在的手机')
  if (record.batchId === null || record.batchId !== from.batchId) return answer(false, '不是同一批次的手机')
  try {
    const { addedCount } = await savepoint(context.tx, async () => {
      checkPhotosOpen(record)
      return takeOver(context, record, from, chooseSharedShots)
    })
    return answer(true, addedCount === 0 ? '没有缺少的照片' : '', addedCount)
  } catch (error) {
    if (error instanceof Refusal) return answer(false, error.message)
    throw error
  }
}
