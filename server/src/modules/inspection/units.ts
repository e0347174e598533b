import { formatBarCode } from '@huanji/domain/codes/classify'
import { nextNumber } from '../../database/counter.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { newId } from '../../platform/ids.ts'
import { hasOtherRecords, openRecordOf, soldRecordOf } from './store.ts'
import { mergeUnitCodes } from './unit-codes.ts'
import {
  claimCodes,
  insertUnit,
  lockUnit,
  releaseCodes,
  replaceCodes,
  type UnitCodes,
  type UnitModel,
  unitsHolding,
  unitsOfPhone,
  updateUnitModel,
} from './unit-store.ts'

export interface EnteredUnit {
  readonly unitId: string
  readonly barCode: string
}

/** The record that is being edited, and the unit it is about so far. */
interface Editing {
  readonly inspectionId: string
  readonly unitId: string
}

/** A rival may take a code between the look and the claim; each turn then finds what the rival made. */
const TURNS = 3

/**
 * Finds the unit a phone is, or enters it as a new one with the next bar code. A phone that was sold and came back
 * becomes a new unit linked to the old one (docs/domain.md §3.1). An edited record keeps its unit while the new codes
 * are nobody else's.
 * Refuses IMEI_IN_INSPECTION and UNIT_ON_SALE for a unit with a record that is not finished with, and CODE_INVALID
 * when the codes belong to two phones.
 */
export async function enterUnit(
  tx: Tx,
  codes: UnitCodes,
  model: UnitModel,
  now: Date,
  editing: Editing | null,
): Promise<EnteredUnit> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const holders = await unitsHolding(tx, codes)
    if (holders.length > 1) {
      const message = `这些编码分属两台设备（条码${holders.map((one) => one.barCode).join('、')}），请核对后重新录入`
      refuse('CODE_INVALID', { message }, { field: 'code' })
    }
    const keptUnitId = editing && (await keepsUnit(tx, editing, holders[0]?.unitId)) ? editing.unitId : null
    const unit =
      keptUnitId === null
        ? await takeUnit(tx, holders[0]?.unitId ?? null, codes, model, now)
        : await recode(tx, keptUnitId, codes, { editing, isHolder: holders.length > 0 })
    if (unit === null) continue
    if (
      editing &&
      unit.unitId !== editing.unitId &&
      !(await hasOtherRecords(tx, editing.unitId, editing.inspectionId))
    ) {
      await releaseCodes(tx, editing.unitId)
    }
    await updateUnitModel(tx, unit.unitId, model)
    return unit
  }
  throw new Error('the codes of a phone changed their unit again and again')
}

const hasCodes = (unit: UnitCodes, { kind, imei, imei2, meid, sn }: UnitCodes): boolean =>
  unit.kind === kind && unit.imei === imei && unit.imei2 === imei2 && unit.meid === meid && unit.sn === sn

/** True when an edited record stays with its unit: the codes are its own, or nobody's and the unit is its alone. */
async function keepsUnit(tx: Tx, editing: Editing, holderId: string | undefined): Promise<boolean> {
  if (holderId !== undefined) return holderId === editing.unitId
  return !(await hasOtherRecords(tx, editing.unitId, editing.inspectionId))
}

/** `isHolder`: the unit has one of the codes now, and so all that it was entered with, which are claimed together. */
async function recode(
  tx: Tx,
  unitId: string,
  codes: UnitCodes,
  { editing, isHolder }: { readonly editing: Editing | null; readonly isHolder: boolean },
): Promise<EnteredUnit | null> {
  const known = await lockUnit(tx, unitId)
  if (!known) throw new Error('the unit of a record is gone')
  const isShared = editing !== null && (await hasOtherRecords(tx, unitId, editing.inspectionId))
  const wanted = isShared ? mergeUnitCodes(known, codes) : codes
  if (isHolder && hasCodes(known, wanted)) return known
  return (await replaceCodes(tx, unitId, wanted)) ? known : null
}

/** The unit that holds the codes, when it is free, or a new one; null when a rival was faster. */
async function takeUnit(
  tx: Tx,
  holderId: string | null,
  codes: UnitCodes,
  model: UnitModel,
  now: Date,
): Promise<EnteredUnit | null> {
  const holder = holderId === null ? null : await lockUnit(tx, holderId)
  if (holder) {
    await refuseBusyUnit(tx, holder.unitId)
    if (!(await soldRecordOf(tx, holder.unitId))) {
      return (await replaceCodes(tx, holder.unitId, mergeUnitCodes(holder, codes))) ? holder : null
    }
    await releaseCodes(tx, holder.unitId)
  }
  const unitId = newId()
  if (!(await claimCodes(tx, unitId, codes))) return null
  const earlier = await unitsOfPhone(tx, codes)
  const barCode = formatBarCode(await nextNumber(tx, 'unit'))
  await insertUnit(tx, { ...codes, ...model, unitId, barCode, previousUnitId: earlier[0]?.unitId ?? null, now })
  return { unitId, barCode }
}

/** Refuses a unit that has a record that is not finished with, naming it (docs/domain.md §3.1). */
export async function refuseBusyUnit(tx: Tx, unitId: string): Promise<void> {
  const open = await openRecordOf(tx, unitId)
  if (!open) return
  if (open.state === 'listed') refuse('UNIT_ON_SALE', {}, { field: 'code' })
  refuse('IMEI_IN_INSPECTION', { inspectionNo: open.inspectionNo }, { field: 'code' })
}
