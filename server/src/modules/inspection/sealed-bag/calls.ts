import type { OutputOf } from '@huanji/contract/call'
import { bagRecordColumns } from '@huanji/contract/features/inspection/rows'
import { bagRoll, sealBag } from '@huanji/contract/features/inspection/sealed-bag'
import { checkBagCode, otherThanBag } from '@huanji/domain/codes/classify'
import type { BagState } from '@huanji/domain/states/bag'
import { withPermittedSort } from '../../../database/list-sort.ts'
import { refuse } from '../../../errors/refusal.ts'
import { handlers } from '../../../gateway/handler.ts'
import { advanceInspection } from '../commands.ts'
import { isPhotographed } from '../photographed.ts'
import { lockRecord } from '../store.ts'
import { takeBag, voidUnusedBags } from './commands.ts'
import { noteOfRoll, rollOf } from './roll.ts'
import { bagStock } from './stock.ts'
import { countBagRecordOptions, findBagUse, insertBags, listBagRecords, recordBagAct } from './store.ts'

const sealBagCalls = handlers(sealBag, {
  records: async ({ tx, actor }, given) => {
    const filter = withPermittedSort(bagRecordColumns, given, given.state, actor)
    return { ...(await listBagRecords(tx, filter)), optionCounts: await countBagRecordOptions(tx, filter) }
  },
})

type Availability = OutputOf<typeof bagRoll.check>['availability']

/** A bag is used for one phone only: whatever is neither unused nor void was used, or is held for a phone. */
const AVAILABILITY: Readonly<Record<BagState, Availability>> = {
  unused: 'free',
  held: 'used',
  bound: 'used',
  shipped: 'used',
  opened: 'used',
  voided: 'voided',
}

/**
 * The codes of a roll with what its record says. Refuses BAG_INVALID for a first code that cannot be counted up so far, and
 * with its name for a code that is another thing's.
 * @param isNew false for one that is taken back: it may have been registered before codes of others were refused
 */
function readRoll({ firstCode, count }: { firstCode: string; count: number }, isNew: boolean) {
  const checked = checkBagCode(firstCode)
  const codes = checked.ok ? rollOf(checked.bagCode, count) : null
  const [first, last] = [codes?.at(0), codes?.at(-1)]
  if (!codes || first === undefined || last === undefined) return refuse('BAG_INVALID', {}, { field: 'firstCode' })
  for (const code of isNew ? codes : []) {
    const other = otherThanBag(code)
    if (other !== null) return refuse('BAG_INVALID', { but: `，不能是${other}（${code}）` }, { field: 'firstCode' })
  }
  return { codes, first, last, note: noteOfRoll({ firstCode: first, lastCode: last, count }) }
}

const bagRollCalls = handlers(bagRoll, {
  registerRoll: async ({ tx, actor, now }, { firstCode, count }) => {
    const { codes, first, last, note } = readRoll({ firstCode, count }, true)
    const added = await insertBags(tx, codes, now)
    if (added < count) return refuse('BAG_ROLL_OVERLAP', { count: count - added }, { field: 'firstCode' })
    const { employeeId } = actor
    const roll = { bagCode: first, inspectionId: null, note, employeeId, now }
    await recordBagAct(tx, { ...roll, action: 'register', state: 'unused' })
    return { firstCode: first, lastCode: last, count }
  },

  voidRoll: async ({ tx, actor, now }, { firstCode, count }) => {
    const { codes, first, last, note } = readRoll({ firstCode, count }, false)
    await voidUnusedBags(tx, codes, { who: actor, now, note })
    return { firstCode: first, lastCode: last, count }
  },

  stock: ({ tx, now }) => bagStock(tx, now),

  check: async ({ tx }, { bagCode }) => {
    const checked = checkBagCode(bagCode)
    if (!checked.ok) return refuse('BAG_INVALID', {}, { field: 'bagCode' })
    const bag = await findBagUse(tx, checked.bagCode)
    const availability: Availability = bag ? AVAILABILITY[bag.state] : 'unknown'
    return {
      bagCode: checked.bagCode,
      availability,
      // of a phone of a shop that the person is not bound to, no more is said than that the bag is taken
      inspectionId: bag?.inspectionNo ? bag.inspectionId : null,
      inspectionNo: bag?.inspectionNo ?? '',
    }
  },

  bind: async ({ tx, actor, now }, { inspectionId, bagCode, replaceReason }) => {
    const record = (await lockRecord(tx, { inspectionId })) ?? refuse('NOT_FOUND')
    const wanted = { bagCode, replaceReason, isPhotographed: await isPhotographed(tx, record) }
    const taken = await takeBag(tx, record, wanted, { who: actor, now })
    return { inspectionId, bagCode: taken, inspectionState: await advanceInspection(tx, inspectionId, actor, now) }
  },
})

export const sealedBagGroups = [sealBagCalls, bagRollCalls]
