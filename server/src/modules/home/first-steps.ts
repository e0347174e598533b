import { address } from '@huanji/contract/features/address/calls'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { goods } from '@huanji/contract/features/listing/goods'
import { type firstStep, openingSteps } from '@huanji/contract/features/merchant/first-steps'
import { employee } from '@huanji/contract/features/people/employee'
import { shop } from '@huanji/contract/features/shop/calls'
import type * as z from 'zod'
import { handlers } from '../../gateway/handler.ts'
import { decideStart, standingOf } from './first-steps-store.ts'

/** In the order in which they are wanted, each with the call that does it. */
const STEPS: readonly (readonly [z.output<typeof firstStep>, string])[] = [
  ['shop', shop.bind.path],
  ['addresses', address.edit.path],
  ['bags', bagRoll.registerRoll.path],
  ['inspection', detRecord.addDetectRecord.path],
  ['listing', goods.publish.path],
  ['staff', employee.edit.path],
]

/** The first ten minutes of a merchant: what is done is seen from what is there, so a step may be done in any way. */
export const firstStepsGroup = handlers(openingSteps, {
  get: async ({ tx, actor }) => {
    const standing = await standingOf(tx, actor.employeeId)
    const { hasShipAddress, hasReturnAddress } = standing
    const isAlone = standing.aloneAt !== null
    const done = {
      shop: standing.hasShop,
      addresses: hasShipAddress && hasReturnAddress,
      bags: standing.hasBags,
      inspection: standing.hasInspected,
      listing: standing.hasListed,
      staff: standing.hasColleague || isAlone,
    }
    const steps = STEPS.map(([key, grant]) => ({
      key,
      isDone: Boolean(done[key]),
      isMine: actor.isOwner || actor.grants.has(grant),
    }))
    return {
      isOver: standing.putAwayAt !== null || steps.every(({ isDone }) => isDone),
      steps,
      hasShipAddress: Boolean(hasShipAddress),
      hasReturnAddress: Boolean(hasReturnAddress),
      isAlone,
    }
  },

  settle: async ({ tx, actor, now }, { choice }) => {
    const decision = { alone: { aloneAt: now }, withOthers: { aloneAt: null }, putAway: { putAwayAt: now } }[choice]
    await decideStart(tx, decision, actor.employeeId)
    return {}
  },
})
