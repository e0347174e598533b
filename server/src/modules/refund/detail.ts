import type { refundDetail, refundPicture, refundUnit } from '@huanji/contract/features/refund/rows'
import type { Channel } from '@huanji/domain/channel'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { findTemplate } from '@huanji/domain/template/template'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { historyOf } from '../history/store.ts'
import { presentAnswers } from '../inspection/assessment.ts'
import { type PhotoView, photoUrl, presentPhoto } from '../inspection/photo/present.ts'
import { publicPhotosOf } from '../inspection/photo/store.ts'
import { findRecord } from '../inspection/store.ts'
import { type OrderUnit, unitsOfOrder } from '../order/store.ts'
import { approvalsOf } from './approval-store.ts'
import { requireOfChannel } from './channel-rules.ts'
import { replacementOf } from './edit-store.ts'
import { findDetailedRefund } from './list-store.ts'
import { type RefundPhoto, refundPhotos } from './photo-store.ts'
import { presentRefundDetail, shownBeside } from './present.ts'
import type { RefundRecord } from './store.ts'
import { type ReturnedUnit, returnedUnits } from './unit-store.ts'

type Context = Pick<CallContext, 'tx' | 'actor' | 'services' | 'now'>
type Picture = z.output<typeof refundPicture>
type Unit = z.output<typeof refundUnit>

/** A kept picture of a case as a screen shows it; null while it was not fetched. */
function viewOf(photo: RefundPhoto, { services, now }: Pick<Context, 'services' | 'now'>): PhotoView | null {
  const { fullKey, thumbKey, width, height } = photo
  if (fullKey === null || thumbKey === null || width === null || height === null) return null
  return {
    photoId: photo.pictureId,
    url: photoUrl(fullKey, services, now),
    thumbUrl: photoUrl(thumbKey, services, now),
    width,
    height,
    position: null,
    itemCode: null,
    optionCode: null,
    internal: true,
    takenAt: photo.takenAt,
    takenBy: photo.takenBy,
    reusedFrom: null,
    marks: [],
  }
}

/** The buyer's pictures of a case, also those that could not be fetched. */
export const presentEvidence = (
  photos: readonly RefundPhoto[],
  context: Pick<Context, 'services' | 'now'>,
): Picture[] =>
  photos
    .filter(({ purpose }) => purpose === 'evidence')
    .map((photo) => ({ pictureId: photo.pictureId, photo: viewOf(photo, context), problem: photo.problem }))

const viewsOf = (photos: readonly RefundPhoto[], purpose: RefundPhoto['purpose'], context: Context): PhotoView[] =>
  photos
    .filter((photo) => photo.purpose === purpose)
    .map((photo) => viewOf(photo, context))
    .filter((view) => view !== null)

const receivedOf = ({ receivedAt, receivedByName, receivedCode, isSamePhone, bagCode, isSameBag }: ReturnedUnit) => ({
  at: receivedAt,
  by: receivedByName,
  code: receivedCode,
  isSamePhone,
  bagCode,
  isSameBag,
})

function recheckOf({ recheckedAt, recheckedByName, outcomes, answers, differences, recheckNote }: ReturnedUnit) {
  if (recheckedAt === null) return null
  return {
    at: recheckedAt,
    by: recheckedByName,
    note: recheckNote,
    outcomes: [...(outcomes ?? [])],
    answers: presentAnswers(answers ?? {}),
    differences: (differences ?? []).map((one) => ({ ...one })),
  }
}

const newUnitOf = ({ newUnitId, newBarCode }: ReturnedUnit) =>
  newUnitId === null || newBarCode === null ? null : { unitId: newUnitId, barCode: newBarCode }

/** A phone of the order with the report it was sold on, and how it came back. */
async function unitOf(context: Context, unit: OrderUnit, channel: Channel, returned: ReturnedUnit | undefined) {
  const { tx, services, now } = context
  const { inspectionId, bagCode, ...sold } = unit
  const record = await findRecord(tx, { inspectionId })
  const photos = await publicPhotosOf(tx, [inspectionId])
  const { unitId, barCode, imei, imei2, meid, sn, modelName, skuText, grade, inspectionNo } = sold
  const templateVersion = record?.templateVersion ?? ''
  return {
    unitId,
    barCode,
    imei,
    imei2,
    meid,
    sn,
    modelName,
    skuText,
    grade,
    inspectionId,
    inspectionNo,
    channel: record?.channel ?? channel,
    templateId: findTemplate(templateVersion)?.id ?? '',
    templateVersion,
    soldAnswers: presentAnswers(record?.answers ?? {}),
    soldPhotos: photos.map((photo) => presentPhoto(photo, services, now)),
    soldBagCode: bagCode,
    received: returned ? receivedOf(returned) : null,
    recheck: returned ? recheckOf(returned) : null,
    newUnit: returned ? newUnitOf(returned) : null,
  } satisfies Unit
}

/** The phones that an order left with, those that went out in exchange included. */
export const soldUnits = async (tx: Tx, orderId: string): Promise<OrderUnit[]> =>
  ((await unitsOfOrder(tx, orderId)) ?? []).filter(
    ({ dispatchState }) => dispatchState === 'shipped' || dispatchState === 'returned',
  )

/** A case as its phones are found for it. */
type OfPhones = Pick<RefundRecord, 'refundId' | 'orderId' | 'claimedReportNo'>

/**
 * The phones in which a case finds those that come back: the one that it is about, else all of the order's but the one that
 * it sends out in exchange.
 */
export async function unitsOfCase(tx: Tx, { refundId, orderId, claimedReportNo }: OfPhones): Promise<OrderUnit[]> {
  const sentId = await replacementOf(tx, refundId)
  const units = (await soldUnits(tx, orderId)).filter(({ unitId }) => unitId !== sentId)
  const claimed = units.filter(({ inspectionNo }) => inspectionNo === claimedReportNo)
  return claimed.length > 0 ? claimed : units
}

/** A case of a channel with everything its page shows. Refuses NOT_FOUND. */
export async function refundInDetail(
  context: Context,
  channel: Channel,
  refundId: string,
): Promise<z.output<typeof refundDetail>> {
  const { tx } = context
  const refund = requireOfChannel(await findDetailedRefund(tx, refundId), channel)
  const beside = await shownBeside(tx, refund)
  const returned = await returnedUnits(tx, refundId)
  const photos = await refundPhotos(tx, refundId)
  // what the case itself sends out in exchange is none that the order left with
  const sentId = await replacementOf(tx, refundId)
  const units: Unit[] = []
  for (const unit of await unitsOfCase(tx, refund)) {
    const ofUnit = returned.find(({ unitId }) => unitId === unit.unitId)
    units.push(await unitOf(context, unit, channel, ofUnit))
  }
  const others = {
    evidence: presentEvidence(photos, context),
    refusalPhotos: viewsOf(photos, 'refusal', context),
    recheckPhotos: viewsOf(photos, 'recheck', context),
    units,
    orderUnitCount: (await soldUnits(tx, refund.orderId)).filter(({ unitId }) => unitId !== sentId).length,
    approvals: await approvalsOf(tx, refundId),
    history: await historyOf(tx, REFUND_STATES.name, refundId),
  }
  return presentRefundDetail(refund, beside, others, context)
}
