import { extSealBag, sealBag } from '@huanji/contract/calls/sealed-bag'
import { checkBagCode } from '@huanji/domain/codes/classify'
import { refuse } from '../../../errors/refusal.ts'
import { handlers } from '../../../gateway/handler.ts'
import { advanceInspection, refuseState } from '../commands.ts'
import { lockRecord } from '../store.ts'
import { bindBag } from './commands.ts'
import { rollOf } from './roll.ts'
import { insertBags, listBagRecords, recordBagAct } from './store.ts'

const sealBagCalls = handlers(sealBag, {
  GetSealBagList: ({ tx }, filter) => listBagRecords(tx, filter),
})

/** A bag may be changed while the unit is in the house and not sold. */
const SEALING_STATES: readonly string[] = ['draft', 'awaiting_photos', 'awaiting_seal', 'listable', 'listed']

const extSealBagCalls = handlers(extSealBag, {
  registerRoll: async ({ tx, actor, now }, { firstCode, count }) => {
    const checked = checkBagCode(firstCode)
    const codes = checked.ok ? rollOf(checked.bagCode, count) : null
    const [first, last] = [codes?.at(0), codes?.at(-1)]
    if (!codes || first === undefined || last === undefined) return refuse('BAG_INVALID', {}, { field: 'firstCode' })
    const added = await insertBags(tx, codes, now)
    if (added < count) return refuse('BAG_ROLL_OVERLAP', { count: count - added }, { field: 'firstCode' })
    const note = `${first} – ${last}，共${count}个`
    const { employeeId } = actor
    await recordBagAct(tx, {
      bagCode: first,
      action: 'register',
      state: 'unused',
      inspectionId: null,
      note,
      employeeId,
      now,
    })
    return { firstCode: first, lastCode: last, count }
  },

  bind: async ({ tx, actor, now }, { inspectionId, bagCode, replaceReason }) => {
    const record = (await lockRecord(tx, { inspectionId })) ?? refuse('NOT_FOUND')
    if (!SEALING_STATES.includes(record.state)) refuseState(record.state, '封袋')
    const bound = await bindBag(tx, record, { bagCode, replaceReason }, { who: actor, now })
    return { inspectionId, bagCode: bound, inspectionState: await advanceInspection(tx, inspectionId, actor, now) }
  },
})

export const sealedBagGroups = [sealBagCalls, extSealBagCalls]
