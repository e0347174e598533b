import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { defPhoto } from '@huanji/contract/features/inspection/photo'
import { photoEdit, photoReuse } from '@huanji/contract/features/inspection/photo-reuse'
import { newInspection, recordAction } from '@huanji/contract/features/inspection/record-action'
import { enter, type HandledPhone, takePhotos } from './steps.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A life of some phones; each value it yields is a moment that it waits for, in milliseconds since 1970. */
export type Life = AsyncGenerator<number, void, void>

/** Curated, with a scratch that is photographed close, and a circle and an arrow drawn on the photograph. */
async function* marked(phone: HandledPhone): Life {
  const { world, inspector } = phone
  yield world.endMs - 20 * HOUR_MS
  const scratched = {
    ...phone,
    plan: { ...phone.plan, answers: { ...phone.plan.answers, C01: { options: ['C01-3'] } } },
  }
  const saved = await enter(scratched, phone.bagCode)
  await takePhotos(scratched, saved)
  const { photoTaskId } = saved
  const { photos } = await inspector.call(defPhoto.getDefPhotoInfoByTaskId, { photoTaskId })
  const close = photos.find((photo) => photo.itemCode === 'C01')
  if (close === undefined) throw new Error('the scratch was not photographed')
  const marks = [
    { shape: 'circle', x1: 0.36, y1: 0.3, x2: 0.7, y2: 0.74 },
    { shape: 'arrow', x1: 0.16, y1: 0.14, x2: 0.42, y2: 0.4 },
  ] as const
  await inspector.call(photoEdit.mark, { photoTaskId, photoId: close.photoId, marks: [...marks] })
}

/** Curated, with half of its photographs taken. */
async function* halfPhotographed(phone: HandledPhone): Life {
  yield phone.world.endMs - 3 * HOUR_MS
  const saved = await enter(phone, '')
  await takePhotos(phone, saved, Math.ceil(saved.missingShots.length / 2))
}

/** Curated, entered for the wrong phone and voided. */
async function* voided(phone: HandledPhone): Life {
  const { world, inspector } = phone
  yield world.endMs - 30 * HOUR_MS
  const { inspectionId } = await enter(phone, '')
  yield world.endMs - 29 * HOUR_MS
  const { results } = await inspector.call(recordAction.deleteDetRecord, {
    rows: [{ inspectionId }],
    reason: '录错手机',
  })
  if (!results[0]?.ok) throw new Error(`a record was not voided: ${results[0]?.message}`)
}

/** Opens the second inspection of a finished phone; the first one's report ends and stays to be compared. */
async function reopened({ inspector }: HandledPhone, inspectionId: string, reason: string) {
  const { version } = await inspector.call(detRecord.getDetRecordDetails, { inspectionId })
  const draft = await inspector.call(newInspection.reinspect, { inspectionId, version, reason })
  return { inspectionId: draft.inspectionId, version: draft.version }
}

/** Looked at again before the sale: a knock had been overlooked, so it has new photographs and a new bag. */
async function* corrected(phone: HandledPhone): Life {
  const { world, plan } = phone
  yield world.endMs - 52 * HOUR_MS
  const first = await enter(phone, phone.bagCode)
  await takePhotos(phone, first)
  yield world.endMs - 26 * HOUR_MS
  const draft = await reopened(phone, first.inspectionId, '抽检发现边框磕碰')
  const knocked = { ...phone, plan: { ...plan, answers: { ...plan.answers, B03: { options: ['B03-4'] } } } }
  const again = await enter(knocked, phone.spareBagCode, draft)
  await takePhotos(knocked, again)
}

/** Looked at again after weeks on the shelf: nothing has changed, so the photographs are those of before. */
async function* confirmed(phone: HandledPhone): Life {
  const { world, inspector } = phone
  yield world.endMs - 27 * DAY_MS
  const first = await enter(phone, '')
  await takePhotos(phone, first)
  yield world.endMs - 5 * HOUR_MS
  const draft = await reopened(phone, first.inspectionId, '在库超过25天，重新质检')
  const { photoTaskId } = await enter(phone, '', draft)
  const reuse = { photoTaskId, fromInspectionId: first.inspectionId }
  await inspector.call(photoReuse.useOldRealPhotoInfo, reuse)
  await inspector.call(photoReuse.reusePhotoRecord, reuse)
}

/** Records of one phone each, beside the scenarios: where they are to be sold, and what becomes of them. */
export const SINGLE_RECORDS = [
  { channel: 'curated', live: marked },
  { channel: 'curated', live: halfPhotographed },
  { channel: 'curated', live: voided },
  { channel: 'auction', live: corrected },
  { channel: 'curated', live: confirmed },
] as const
