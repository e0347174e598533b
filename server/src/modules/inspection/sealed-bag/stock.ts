import type { OutputOf } from '@huanji/contract/call'
import { COUNT_CAP } from '@huanji/contract/constants'
import type { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import type { Tx } from '../../../database/database.ts'
import { type Roll, rollOfNote } from './roll.ts'
import { countBoundSince, countUnusedBags, leftOfRolls, newestRollNotes } from './stock-store.ts'

type Stock = OutputOf<typeof bagRoll.stock>

/** The pace is that of so many days. */
const USED_DAYS = 14
const DAY_MS = 86_400_000
/** New rolls take some days to come. */
const LOW_DAYS = 5
/** Whatever the pace, fewer are soon used up. */
const LOW_COUNT = 20

/** The newest rolls, each with what is left of it. */
async function rollsWithRest(tx: Tx): Promise<Stock['rolls']> {
  const notes = await newestRollNotes(tx)
  const rolls = notes.map(rollOfNote).filter((roll): roll is Roll => roll !== null)
  const left = new Map((await leftOfRolls(tx, rolls)).map((one) => [one.firstCode, one]))
  return rolls.map((roll) => {
    const { leftCount = 0, nextCode = null } = left.get(roll.firstCode) ?? {}
    return { ...roll, leftCount, nextCode }
  })
}

/** The bags that are left, how long they last at the pace of the last days, and what is left of the newest rolls. */
export async function bagStock(tx: Tx, now: Date): Promise<Stock> {
  const left = await countUnusedBags(tx, COUNT_CAP + 1)
  const usedCount = await countBoundSince(tx, new Date(now.getTime() - USED_DAYS * DAY_MS), COUNT_CAP)
  const leftCount = Math.min(left, COUNT_CAP)
  const daysLeft = usedCount === 0 ? null : Math.floor((leftCount * USED_DAYS) / usedCount)
  return {
    leftCount,
    leftIsCapped: left > COUNT_CAP,
    usedCount,
    usedDays: USED_DAYS,
    daysLeft,
    isLow: leftCount < LOW_COUNT || (daysLeft !== null && daysLeft < LOW_DAYS),
    rolls: await rollsWithRest(tx),
  }
}
