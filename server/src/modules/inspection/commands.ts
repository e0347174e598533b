import { CHANNEL_RULES } from '@huanji/domain/channel'
import { INSPECTION_STATES, type InspectionAction, type InspectionState } from '@huanji/domain/states/inspection'
import { stateLabel } from '@huanji/domain/states/transition'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { Actor, By } from '../../platform/actor.ts'
import { markOffered } from '../figure/mark-store.ts'
import { moveState, moveStates } from '../history/state-store.ts'
import type { HistoryChange, MovedBy, SystemWho } from '../history/store.ts'
import { awaitingPhotosOf, findBatch, lockBatch } from './batch/store.ts'
import { missingText } from './photo/progress.ts'
import { photoRowsOf } from './photo/store.ts'
import { awaitsSample } from './photographed.ts'
import { exceptionsText } from './report.ts'
import { NO_RETAKE } from './retake-store.ts'
import { bindHeldBag, openBag } from './sealed-bag/commands.ts'
import { type InspectionRecord, type ListableInspection, listableInspections, listedNow, lockRecord } from './store.ts'
import { claimCodes, codesOfUnit, releaseCodes } from './unit-store.ts'

/** Refuses STATE_CHANGED in the words of the state table. */
export function refuseState(state: string, action: string): never {
  return refuse('STATE_CHANGED', { state: stateLabel(INSPECTION_STATES, state) ?? state, action })
}

/** Moves one record along its table, with its line of history. Gives the new state; refuses STATE_CHANGED. */
export async function moveInspection(
  tx: Tx,
  inspectionId: string,
  action: InspectionAction,
  by: MovedBy & { readonly changes?: readonly HistoryChange[] },
): Promise<InspectionState> {
  if (action === 'list') await markOffered(tx, inspectionId, by.now)
  return moveState(tx, {
    table: 'inspection',
    id: inspectionId,
    states: INSPECTION_STATES,
    action,
    ...by,
    set: assignmentsOf(action, by.now),
  })
}

/** What a move writes beside the state. */
function assignmentsOf(action: InspectionAction, now: Date) {
  if (action === 'list') return listedNow(now)
  if (action === 'void' || action === 'replace') return { ...NO_RETAKE, updatedAt: now }
  return action === 'reopen' ? { reopenedAt: now, updatedAt: now } : { updatedAt: now }
}

/** Submits new drafts, all at once. */
export async function submitAll(tx: Tx, inspectionIds: readonly string[], { who, now }: By): Promise<void> {
  const action = 'submit'
  const states = INSPECTION_STATES
  await moveStates(tx, inspectionIds, { table: 'inspection', states, action, who, now, set: { updatedAt: now } })
}

/**
 * Moves a submitted record on by itself as far as its photographs and its bag allow: 待拍摄 → 待封袋 → 可上架. A channel
 * that needs no bag waits for none; a phone that must not be sold stays where it is. With the last photograph of a batch's
 * sample the phones that waited for it move too.
 * Gives the state it stands in afterwards.
 */
export async function advanceInspection(
  tx: Tx,
  inspectionId: string,
  who: Actor | SystemWho,
  now: Date,
): Promise<InspectionState> {
  const record = (await lockRecord(tx, { inspectionId })) ?? refuse('NOT_FOUND')
  let { state } = record
  let isSample = false
  if (state === 'awaiting_photos' && missingText(record.report, await photoRowsOf(tx, [inspectionId])) === '') {
    if (await awaitsSample(tx, record)) {
      // the sample's last photograph may be saved at this moment by somebody who does not see this phone yet
      if (record.batchId !== null) await lockBatch(tx, record.batchId)
      if (await awaitsSample(tx, record)) return state
    }
    state = await moveInspection(tx, inspectionId, 'completePhotos', { who, now })
    isSample = record.batchId !== null && (await findBatch(tx, record.batchId))?.sampleInspectionId === inspectionId
  }
  if (state === 'awaiting_seal' && record.bagCode !== null) {
    await bindHeldBag(tx, record, { who, now })
    state = await moveInspection(tx, inspectionId, 'seal', { who, now, note: record.bagCode })
  }
  if (state === 'awaiting_seal' && !CHANNEL_RULES[record.channel].needsBag && record.finalGrade !== 'X') {
    state = await moveInspection(tx, inspectionId, 'waiveSeal', { who: 'system', now })
  }
  if (isSample && record.batchId !== null) {
    // phones that are being added are seen once they are there
    await lockBatch(tx, record.batchId)
    for (const waiting of await awaitingPhotosOf(tx, record.batchId)) await advanceInspection(tx, waiting, who, now)
  }
  return state
}

/** A record as selling needs it, with its report in one line and its exceptions as one text. */
export interface InspectionForListing extends ListableInspection {
  readonly summaryText: string
  readonly exceptionsText: string
}

/** What selling needs of these records, in the order of their ids; ids the merchant does not have are left out. */
export async function inspectionsForListing(tx: Tx, ids: readonly string[]): Promise<InspectionForListing[]> {
  return (await listableInspections(tx, ids)).map((row) => ({
    ...row,
    summaryText: row.report.summary,
    exceptionsText: exceptionsText(row.report.exceptions),
  }))
}

/** The records locked, always in the same order, so that two sales never wait for each other in a circle. */
async function lockAll(tx: Tx, ids: readonly string[]): Promise<InspectionRecord[]> {
  const records: InspectionRecord[] = []
  for (const inspectionId of [...new Set(ids)].sort()) {
    records.push((await lockRecord(tx, { inspectionId })) ?? refuse('NOT_FOUND'))
  }
  return records
}

/** Puts records on sale. Refuses STATE_CHANGED for one that is not 可上架. */
export async function markListed(tx: Tx, ids: readonly string[], who: Actor | SystemWho, now: Date): Promise<void> {
  for (const { inspectionId } of await lockAll(tx, ids)) await moveInspection(tx, inspectionId, 'list', { who, now })
}

/** Takes records off sale; one that is off sale already stays as it is. Refuses STATE_CHANGED in any other state. */
export async function markUnlisted(
  tx: Tx,
  ids: readonly string[],
  who: Actor | SystemWho,
  now: Date,
  note: string,
): Promise<void> {
  for (const { inspectionId, state } of await lockAll(tx, ids)) {
    if (state !== 'listable') await moveInspection(tx, inspectionId, 'unlist', { who, now, note })
  }
}

/** Marks records as sold; one that is sold already stays as it is. Refuses STATE_CHANGED for one that is not on sale. */
export async function markSold(tx: Tx, ids: readonly string[], who: Actor | SystemWho, now: Date): Promise<void> {
  for (const { inspectionId, state } of await lockAll(tx, ids)) {
    if (state !== 'sold') await moveInspection(tx, inspectionId, 'sell', { who, now })
  }
}

/**
 * Frees sold units whose order was closed before they were shipped: they can be listed again. A phone that was
 * inspected anew in the meantime is another unit by now: its old record ends instead.
 */
export async function markReleased(
  tx: Tx,
  ids: readonly string[],
  who: Actor | SystemWho,
  now: Date,
  note: string,
): Promise<void> {
  for (const { inspectionId, unitId, state } of await lockAll(tx, ids)) {
    if (state === 'listable') continue
    const codes = await codesOfUnit(tx, unitId)
    const isStillHere = codes !== null && (await claimCodes(tx, unitId, codes))
    await moveInspection(tx, inspectionId, isStillHere ? 'release' : 'return', { who, now, note })
    if (!isStillHere) await openBag(tx, unitId, { who, now, note })
  }
}

/**
 * Takes sold units back into stock: their records end, their bags are opened, and the phone becomes a new unit
 * with a new bar code when it is inspected again (docs/domain.md §3.1, §3.4).
 */
export async function markReturned(
  tx: Tx,
  ids: readonly string[],
  who: Actor | SystemWho,
  now: Date,
  note: string,
): Promise<void> {
  for (const { inspectionId, unitId } of await lockAll(tx, ids)) {
    await moveInspection(tx, inspectionId, 'return', { who, now, note })
    await releaseCodes(tx, unitId)
    await openBag(tx, unitId, { who, now, note })
  }
}
