import { daysBetween, shanghaiDate } from '@huanji/domain/time'
import type { JobServices } from '../../jobs/job.ts'
import { registerSchedule } from '../../jobs/schedules.ts'
import { eachMerchant } from '../tenant/each-merchant.ts'
import { checkFigures, foldMarks } from './fold.ts'
import { markedMerchants } from './mark-store.ts'

const MERCHANTS_AT_ONCE = 200

/** Counts what is marked, of every merchant. A failure of one holds up no other. */
async function fold({ db, clock, log }: JobServices): Promise<void> {
  for (const merchantId of await db.worker((tx) => markedMerchants(tx, MERCHANTS_AT_ONCE))) {
    await foldMarks(db, merchantId, () => clock.now()).catch((error: unknown) =>
      log.warn({ err: error, merchantId }, 'figures could not be counted'),
    )
  }
}

/** The last weeks are compared each night, an older day once in four weeks. */
const RECENT_DAYS = 45
const TURNS = 28

/** Whether a day's figures are compared with their rows on `today`. */
export function isDayForCheck(day: string, today: string): boolean {
  const age = daysBetween(day, today)
  return age <= RECENT_DAYS || daysBetween('2000-01-01', day) % TURNS === daysBetween('2000-01-01', today) % TURNS
}

/** Compares stored figures with the rows, and says what differed: a change that marked no day. */
async function check({ db, clock, log }: JobServices): Promise<void> {
  const today = shanghaiDate(clock.now().toISOString())
  await eachMerchant(db, async ({ merchantId }) => {
    await foldMarks(db, merchantId, () => clock.now())
    const differences = await checkFigures(db, merchantId, (day) => isDayForCheck(day, today))
    if (differences.length === 0) return
    const days = [...new Set(differences.map(({ day }) => day))].sort()
    log.error(
      { merchantId, days, figures: differences.slice(0, 20) },
      'figures differed from their rows and were corrected',
    )
  })
}

/** Every few seconds marked days are counted; once a day, and at the first start, figures are compared with the rows. */
export const figureSchedules = [
  registerSchedule('figure.fold', 3, fold),
  registerSchedule('figure.check', 86_400, check),
]
