import type { CatalogueModel } from '@huanji/domain/catalogue/models'
import type { Channel } from '@huanji/domain/channel'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import type { Tx } from '../../database/database.ts'
import type { CallContext } from '../../gateway/handler.ts'
import type { By } from '../../platform/actor.ts'
import { moveStates } from '../history/state-store.ts'
import { assess } from './assessment.ts'
import { createRecords } from './creating.ts'
import { buildReport } from './report.ts'
import type { RecordContent } from './store.ts'
import { unitModelOf } from './submission.ts'
import { releaseCodesOf, type UnitCodes, type UnitSku } from './unit-store.ts'
import { type ClaimedUnit, claimNewUnits, type EnteredUnit, enterFresh } from './units.ts'

/** A phone that nobody has looked at yet: what a table says of it. */
export interface StockedPhone {
  readonly codes: UnitCodes
  readonly model: CatalogueModel
  readonly sku: UnitSku
  readonly channel: Channel
  /** Since when it is here, ISO 8601; null for since now. */
  readonly stockedAt: string | null
  readonly remark: string
}

/** A phone as it was taken into stock: its unit, and the draft that waits for its inspection. */
export interface StockedUnit extends EnteredUnit {
  readonly inspectionId: string
}

/** The phones that are ours until the transaction ends, each with its place; those a rival holds by now are left out. */
async function claimThose(tx: Tx, phones: readonly StockedPhone[]): Promise<{ at: number; unit: ClaimedUnit }[]> {
  const atOnce = await claimNewUnits(
    tx,
    phones.map(({ codes }) => codes),
  )
  if (atOnce !== null) return atOnce.map((unit, at) => ({ at, unit }))
  const claimed: { at: number; unit: ClaimedUnit }[] = []
  for (const [at, { codes }] of phones.entries()) {
    const [unit] = (await claimNewUnits(tx, [codes])) ?? []
    if (unit) claimed.push({ at, unit })
  }
  return claimed
}

/** What the draft of a phone holds that nobody has answered anything of. */
function draftOf(
  { codes, model, sku, channel, remark }: StockedPhone,
  { unitId, barCode }: EnteredUnit,
): RecordContent {
  const assessment = assess(model, channel, {}, sku)
  const { modelId, modelName, skuText } = unitModelOf(model, sku)
  return {
    unitId,
    barCode,
    imei: codes.imei,
    channel,
    remark,
    modelId,
    modelName,
    skuText,
    batchId: null,
    batchVersion: null,
    shopAccountId: null,
    reusedInspectionId: null,
    templateId: assessment.template.id,
    templateVersion: assessment.template.version,
    answers: assessment.answers,
    report: buildReport(assessment),
    exceptionCount: assessment.exceptions.length,
    systemGrade: null,
    finalGrade: null,
    overrideReason: '',
    repairFlag: null,
  }
}

/**
 * Takes phones into stock that are not known yet, each with a draft that waits at the station: whoever scans its code
 * goes on with model and SKU filled in. In the order given; null for a phone that a rival entered meanwhile.
 * @param note of the line of history
 */
export async function stockPhones(
  context: Pick<CallContext, 'tx' | 'actor' | 'now'>,
  phones: readonly StockedPhone[],
  note: string,
): Promise<(StockedUnit | null)[]> {
  const { tx, now } = context
  const stocked: (StockedUnit | null)[] = phones.map(() => null)
  const claimed = phones.length === 0 ? [] : await claimThose(tx, phones)
  const fresh = claimed.flatMap(({ at, unit }) => {
    const phone = phones[at]
    return phone ? [{ ...unit, at, phone, model: unitModelOf(phone.model, phone.sku), stockedAt: phone.stockedAt }] : []
  })
  if (fresh.length === 0) return stocked
  const units = await enterFresh(
    tx,
    fresh.map(({ at: _at, phone: _phone, ...unit }) => unit),
    now,
  )
  const placed = fresh.flatMap(({ at, phone }, index) => (units[index] ? [{ at, phone, unit: units[index] }] : []))
  const records = await createRecords(
    context,
    placed.map(({ phone, unit }) => draftOf(phone, unit)),
    note,
  )
  for (const [index, { at, unit }] of placed.entries()) {
    const record = records[index]
    if (record) stocked[at] = { ...unit, inspectionId: record.inspectionId }
  }
  return stocked
}

/**
 * Voids drafts that `stockPhones` made and nobody has touched, and gives the codes of their phones back, so that they can
 * be entered anew. The records must be locked.
 */
export async function takeDraftsBack(
  tx: Tx,
  drafts: readonly { readonly inspectionId: string; readonly unitId: string }[],
  by: By & { readonly note: string },
): Promise<void> {
  await moveStates(
    tx,
    drafts.map(({ inspectionId }) => inspectionId),
    { table: 'inspection', states: INSPECTION_STATES, action: 'void', ...by, set: { updatedAt: by.now } },
  )
  await releaseCodesOf(
    tx,
    drafts.map(({ unitId }) => unitId),
  )
}
