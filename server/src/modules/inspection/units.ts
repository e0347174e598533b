import { formatBarCode } from '@huanji/domain/codes/classify'
import { nextNumbers } from '../../database/counter.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { newId } from '../../platform/ids.ts'
import { hasOtherRecords, openRecordOf, soldRecordOf } from './store.ts'
import { mergeUnitCodes } from './unit-codes.ts'
import {
  claimCodesOf,
  earlierUnitsOf,
  insertUnits,
  lockUnit,
  ordersInHouse,
  releaseCodes,
  replaceCodes,
  type UnitCodes,
  type UnitModel,
  unitsHolding,
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

/** A phone whose unit is nobody else's until the transaction ends; a new unit is not written yet. */
export interface ClaimedUnit {
  readonly unitId: string
  /** Null for a new unit, which gets the next one. */
  readonly barCode: string | null
  readonly codes: UnitCodes
  readonly previousUnitId: string | null
}

/**
 * Finds the unit a phone is, or enters it as a new one with the next bar code, and records what model it is. A phone that
 * was sold and came back becomes a new unit linked to the old one (docs/domain.md §3.1). An edited record keeps its unit
 * while the new codes are nobody else's.
 * Refuses as `claimUnit` does.
 */
export async function enterUnit(
  tx: Tx,
  codes: UnitCodes,
  model: UnitModel,
  now: Date,
  editing: Editing | null,
): Promise<EnteredUnit> {
  const [entered] = await enterClaimed(tx, [await claimUnit(tx, codes, editing)], model, now)
  if (!entered) throw new Error('a claimed unit was not entered')
  return entered
}

/**
 * The first half of entering a phone: locks the unit that holds its codes, or claims them for a new one. Who enters
 * several phones claims all of them, in the order of `claimOrder`, before the first is numbered.
 * Refuses IMEI_IN_INSPECTION and UNIT_ON_SALE for a unit with a record that is not finished with, UNIT_IN_ORDER for one
 * that is sold and waits to be shipped, and CODE_INVALID when the codes belong to two phones.
 */
export async function claimUnit(tx: Tx, codes: UnitCodes, editing: Editing | null): Promise<ClaimedUnit> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [holders = []] = await unitsHolding(tx, [codes])
    if (holders.length > 1) refuseMixedCodes(holders)
    const keptUnitId = editing && (await keepsUnit(tx, editing, holders[0]?.unitId)) ? editing.unitId : null
    const unit =
      keptUnitId === null
        ? await takeUnit(tx, holders[0]?.unitId ?? null, codes)
        : await recode(tx, keptUnitId, codes, { editing, isHolder: holders.length > 0 })
    if (unit === null) continue
    if (
      editing &&
      unit.unitId !== editing.unitId &&
      !(await hasOtherRecords(tx, editing.unitId, editing.inspectionId))
    ) {
      await releaseCodes(tx, editing.unitId)
    }
    return unit
  }
  throw new Error('the codes of a phone changed their unit again and again')
}

/** The second half: writes what is new, each with the next bar code, and records the model of all. In the order given. */
export async function enterClaimed(
  tx: Tx,
  claimed: readonly ClaimedUnit[],
  model: UnitModel,
  now: Date,
): Promise<EnteredUnit[]> {
  const count = claimed.filter(({ barCode }) => barCode === null).length
  let number = count === 0 ? 0 : await nextNumbers(tx, 'unit', count)
  const units = claimed.map((unit) => ({
    ...unit,
    barCode: unit.barCode ?? formatBarCode(number++),
    isNew: unit.barCode === null,
  }))
  const fresh = units.filter(({ isNew }) => isNew)
  await insertUnits(
    tx,
    fresh.map(({ codes, isNew: _isNew, ...unit }) => ({ ...codes, ...unit, model, stockedAt: null })),
    now,
  )
  const known = units.filter(({ isNew }) => !isNew).map(({ unitId }) => unitId)
  await updateUnitModel(tx, known, model)
  return units.map(({ unitId, barCode }) => ({ unitId, barCode }))
}

/** A new phone whose codes are claimed, with what is known of it beside them. */
export interface FreshUnit extends ClaimedUnit {
  readonly model: UnitModel
  /** Since when it is here, ISO 8601; null for since now. */
  readonly stockedAt: string | null
}

/** Writes new phones of different models whose codes were claimed (`claimNewUnits`), each with the next bar code. */
export async function enterFresh(tx: Tx, fresh: readonly FreshUnit[], now: Date): Promise<EnteredUnit[]> {
  if (fresh.length === 0) return []
  const first = await nextNumbers(tx, 'unit', fresh.length)
  const units = fresh.map(({ codes, ...unit }, index) => ({ ...codes, ...unit, barCode: formatBarCode(first + index) }))
  await insertUnits(tx, units, now)
  return units.map(({ unitId, barCode }) => ({ unitId, barCode }))
}

/** Refuses CODE_INVALID: the codes of one phone belong to several units. */
export function refuseMixedCodes(holders: readonly { readonly barCode: string }[]): never {
  const message = `这些编码分属两台手机（条码${holders.map((one) => one.barCode).join('、')}），请核对后重新录入`
  return refuse('CODE_INVALID', { message }, { field: 'code' })
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
): Promise<ClaimedUnit | null> {
  const known = await lockUnit(tx, unitId)
  if (!known) throw new Error('the unit of a record is gone')
  const isShared = editing !== null && (await hasOtherRecords(tx, unitId, editing.inspectionId))
  const wanted = isShared ? mergeUnitCodes(known, codes) : codes
  const claimed = { unitId, barCode: known.barCode, codes: wanted, previousUnitId: null }
  if (isHolder && hasCodes(known, wanted)) return claimed
  return (await replaceCodes(tx, unitId, wanted)) ? claimed : null
}

/** The unit that holds the codes, when it is free, or a new one; null when a rival was faster. */
async function takeUnit(tx: Tx, holderId: string | null, codes: UnitCodes): Promise<ClaimedUnit | null> {
  const holder = holderId === null ? null : await lockUnit(tx, holderId)
  if (holder) {
    const { unitId, barCode } = holder
    await refuseBusyUnit(tx, unitId)
    const orderNo = (await ordersInHouse(tx, [unitId])).get(unitId)
    // sold, and still here: as another unit it could be sold a second time
    if (orderNo !== undefined) refuse('UNIT_IN_ORDER', { orderNo }, { field: 'code' })
    if (!(await soldRecordOf(tx, unitId))) {
      const merged = mergeUnitCodes(holder, codes)
      return (await replaceCodes(tx, unitId, merged)) ? { unitId, barCode, codes: merged, previousUnitId: null } : null
    }
    await releaseCodes(tx, unitId)
  }
  const [claimed] = (await claimNewUnits(tx, [codes])) ?? []
  return claimed ?? null
}

/**
 * Claims the codes of phones that no unit holds, for new ones, in the order of the phones. Null when a rival holds one of
 * them by now: then none is claimed.
 */
export async function claimNewUnits(tx: Tx, phones: readonly UnitCodes[]): Promise<ClaimedUnit[] | null> {
  const units = phones.map((codes) => ({ unitId: newId(), codes }))
  if (!(await claimCodesOf(tx, units))) return null
  const earlier = await earlierUnitsOf(tx, phones)
  return units.map((unit, index) => ({ ...unit, barCode: null, previousUnitId: earlier[index] ?? null }))
}

/** Refuses a unit that has a record that is not finished with, naming it (docs/domain.md §3.1). */
export async function refuseBusyUnit(tx: Tx, unitId: string): Promise<void> {
  const open = await openRecordOf(tx, unitId)
  if (!open) return
  if (open.state === 'listed') refuse('UNIT_ON_SALE', {}, { field: 'code' })
  refuse('IMEI_IN_INSPECTION', { inspectionNo: open.inspectionNo }, { field: 'code' })
}
