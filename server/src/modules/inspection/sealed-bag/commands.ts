import { checkBagCode } from '@huanji/domain/codes/classify'
import { BAG_STATES, type BagAction } from '@huanji/domain/states/bag'
import { nextState } from '@huanji/domain/states/transition'
import type { Tx } from '../../../database/database.ts'
import { refuse } from '../../../errors/refusal.ts'
import { refuseObstacle } from '../../../gateway/allowed-actions.ts'
import type { Actor, By } from '../../../platform/actor.ts'
import { moveState } from '../../history/state-store.ts'
import { type MovedBy, recordHistoryOfMany, type SystemWho } from '../../history/store.ts'
import { sealObstacle } from '../actions.ts'
import { type InspectionRecord, setBagCode } from '../store.ts'
import {
  type Bag,
  lockBag,
  lockBagOfUnit,
  lockHeldBagOf,
  lockLastBagOfUnit,
  lockUnusedBags,
  recordBagAct,
  setBagStates,
} from './store.ts'

export { bagsOfUnits } from './store.ts'

/** What a move of a bag says beside its state. */
interface MoveFacts {
  readonly order?: { readonly orderId: string; readonly orderNo: string }
  /** Whose bag it is from now on; left as it was without. */
  readonly of?: { readonly unitId: string | null; readonly inspectionId: string | null }
}

async function moveBag(
  tx: Tx,
  bag: Bag,
  action: BagAction,
  by: Required<MovedBy>,
  { order, of }: MoveFacts = {},
): Promise<void> {
  const state = await moveState(tx, {
    table: 'sealBag',
    id: bag.bagId,
    states: BAG_STATES,
    action,
    ...by,
    set: { ...of, updatedAt: by.now },
  })
  await recordBagAct(tx, {
    bagCode: bag.bagCode,
    action,
    state,
    inspectionId: bag.inspectionId,
    ...order,
    note: by.note,
    employeeId: typeof by.who === 'string' ? null : by.who.employeeId,
    now: by.now,
  })
}

/** A bag that is wanted for a unit. */
export interface WantedBag {
  readonly bagCode: string
  readonly replaceReason: string
  /** The unit's photographs are complete, so that the bag can be closed. */
  readonly isPhotographed: boolean
}

/**
 * Takes a bag for the unit of a submitted record: binds it where the photographs are complete, else holds it for the unit
 * until they are. `record` must be locked. Another bag that the unit has is voided first, or freed where it was only held,
 * which needs a reason. Taking the same bag again changes nothing.
 * Refuses BAG_INVALID, BAG_TOO_EARLY before the inspection is submitted, GRADE_NOT_ALLOWED for a unit that must not be
 * sold, BAG_UNKNOWN, BAG_USED, BAG_ALREADY_BOUND without a reason (docs/domain.md §3.4). Gives the code as it is stored.
 */
export async function takeBag(
  tx: Tx,
  record: Pick<InspectionRecord, 'inspectionId' | 'unitId' | 'state' | 'bagCode' | 'finalGrade'>,
  wanted: WantedBag,
  by: By,
): Promise<string> {
  const checked = checkBagCode(wanted.bagCode)
  if (!checked.ok) return refuse('BAG_INVALID', {}, { field: 'bagCode' })
  refuseObstacle(sealObstacle({ ...record, grade: record.finalGrade }))
  const bag = (await lockBag(tx, checked.bagCode)) ?? refuse('BAG_UNKNOWN', {}, { field: 'bagCode' })
  const isOwn = bag.unitId === record.unitId
  if (isOwn && (bag.state === 'bound' || bag.state === 'held')) {
    if (wanted.isPhotographed) await bindHeldBag(tx, record, by)
    return bag.bagCode
  }
  if (bag.state !== 'unused') return refuse('BAG_USED', {}, { field: 'bagCode' })
  const old = (await lockBagOfUnit(tx, record.unitId)) ?? (await lockHeldBagOf(tx, record.unitId))
  if (old) {
    if (wanted.replaceReason === '') return refuse('BAG_ALREADY_BOUND', {}, { field: 'replaceReason' })
    const note = `${wanted.replaceReason}；换为${bag.bagCode}`
    if (old.state === 'held') await releaseBag(tx, old, { ...by, note })
    else await moveBag(tx, old, 'rebind', { ...by, note })
  }
  const note = old?.state === 'bound' ? `换绑，原封袋${old.bagCode}` : ''
  const { unitId, inspectionId } = record
  const own = { ...bag, inspectionId }
  await moveBag(tx, own, wanted.isPhotographed ? 'bind' : 'hold', { ...by, note }, { of: { unitId, inspectionId } })
  await setBagCode(tx, inspectionId, bag.bagCode, by.now)
  return bag.bagCode
}

/** Binds the bag that is held for a unit, now that its photographs are complete; nothing happens without one. */
export async function bindHeldBag(tx: Tx, { unitId }: { readonly unitId: string }, by: MovedBy): Promise<void> {
  const bag = await lockHeldBagOf(tx, unitId)
  if (bag) await moveBag(tx, bag, 'bind', { ...by, note: '' })
}

/** Frees a bag that was held for a unit: nothing ever lay in it. The line in the record still names the unit. */
const releaseBag = (tx: Tx, bag: Bag, by: Required<MovedBy>): Promise<void> =>
  moveBag(tx, bag, 'release', by, { of: { unitId: null, inspectionId: null } })

/** Frees the bag that is held for a record's unit, and gives its code; null where none is. */
export async function releaseHeldBag(
  tx: Tx,
  record: { readonly inspectionId: string; readonly unitId: string },
  by: Required<MovedBy>,
): Promise<string | null> {
  const bag = await lockHeldBagOf(tx, record.unitId)
  if (!bag) return null
  await releaseBag(tx, bag, by)
  await setBagCode(tx, record.inspectionId, null, by.now)
  return bag.bagCode
}

/**
 * Voids bags that were registered and never used, all of them or none: one line in the record of binding, one in the
 * history of each bag. Their codes can be registered no second time.
 * Refuses BAG_ROLL_USED when some of them are not registered, were used, or are void already.
 */
export async function voidUnusedBags(
  tx: Tx,
  bagCodes: readonly string[],
  by: By & { readonly note: string },
): Promise<void> {
  const { who, now, note } = by
  const step = BAG_STATES.moves.find((move) => move.action === 'void')
  if (!step) throw new Error('the table of bag states has no move that voids')
  const bags = await lockUnusedBags(tx, bagCodes)
  const [first] = bags
  if (!first || bags.length < bagCodes.length) {
    return refuse('BAG_ROLL_USED', { count: bagCodes.length - bags.length }, { field: 'firstCode' })
  }
  const ids = bags.map(({ bagId }) => bagId)
  await setBagStates(tx, ids, step.to, now)
  await recordHistoryOfMany(tx, ids, {
    subject: BAG_STATES.name,
    who,
    action: step.action,
    actionLabel: step.label,
    fromState: 'unused',
    toState: step.to,
    note,
    now,
  })
  const { employeeId } = who
  await recordBagAct(tx, {
    bagCode: first.bagCode,
    action: step.action,
    state: step.to,
    inspectionId: null,
    note,
    employeeId,
    now,
  })
}

/** Takes a unit out of the bag it is sealed in, which ends the bag, or frees the one that is held for it; nothing happens without. */
export async function unbindBag(
  tx: Tx,
  record: { inspectionId: string; unitId: string },
  by: Required<MovedBy>,
): Promise<void> {
  if ((await releaseHeldBag(tx, record, by)) !== null) return
  const bag = await lockBagOfUnit(tx, record.unitId)
  if (!bag) return
  await moveBag(tx, bag, 'unbind', by)
  await setBagCode(tx, record.inspectionId, null, by.now)
}

/**
 * Voids the bag that a unit is sealed in, since its record ends; nothing happens without one. The record goes on naming
 * it: an old report says what the phone lay in.
 */
export async function voidBagOf(tx: Tx, { unitId }: { unitId: string }, by: Required<MovedBy>): Promise<void> {
  const bag = await lockBagOfUnit(tx, unitId)
  if (bag) await moveBag(tx, bag, 'void', by)
}

/** The bags of a parcel, and the order that it is of. */
export interface BagShipment {
  readonly bags: readonly string[]
  readonly orderId: string
  readonly orderNo: string
  readonly who: Actor | SystemWho
  readonly now: Date
}

async function moveBags(tx: Tx, shipment: BagShipment, from: Bag['state'], action: BagAction): Promise<void> {
  const { orderId, orderNo, who, now } = shipment
  for (const bagCode of [...new Set(shipment.bags)].sort()) {
    const bag = await lockBag(tx, bagCode)
    if (bag?.state === from) await moveBag(tx, bag, action, { who, now, note: '' }, { order: { orderId, orderNo } })
  }
}

/** Records that bags were shipped with an order. Bags that are not bound any more are left alone. */
export const shipBags = (tx: Tx, shipment: BagShipment): Promise<void> => moveBags(tx, shipment, 'bound', 'ship')

/** Records that bags were not in a parcel after all: their phones still lie in them. Bags that did not leave are left alone. */
export const unshipBags = (tx: Tx, shipment: BagShipment): Promise<void> => moveBags(tx, shipment, 'shipped', 'unship')

/** Ends the bag of a unit that came back: opened when it had gone out, voided when it had not. */
export async function openBag(tx: Tx, unitId: string, by: Required<MovedBy>): Promise<void> {
  const bag = await lockLastBagOfUnit(tx, unitId)
  if (bag) await moveBag(tx, bag, nextState(BAG_STATES, bag.state, 'open') === null ? 'void' : 'open', by)
}
