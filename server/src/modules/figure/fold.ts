import { eachDay, type Period } from '@huanji/domain/overview/period'
import type { Database, Tx } from '../../database/database.ts'
import { holdFigures, setCounted, storedPeriod, writeFigures } from './figure-store.ts'
import { isMarked, markDays, marksOf, removeMarks } from './mark-store.ts'
import { periodsOf, recount } from './recount.ts'
import { daysWithRows } from './recount-store.ts'
import type { FigureRow } from './values.ts'

/** So many days are counted in one transaction, so that none is long. */
const DAYS_AT_ONCE = 31
/** More marks than a merchant makes between two turns. */
const MARKS_AT_ONCE = 5_000

/**
 * Counts the days that are marked, until none is. Each transaction holds the merchant's figures first, reads marks, counts
 * their days from the rows, and removes the marks that it read: a mark that is committed meanwhile stays for the next one.
 * So whoever dies on the way has done nothing or all of it, and of two at once the later one counts what the first did not see.
 */
export async function foldMarks(db: Database, merchantId: string, now: () => Date): Promise<void> {
  while (await db.tenant(merchantId, (tx) => foldSome(tx, now()))) {
    // as long as some were left
  }
}

/** Counts some of the marked days; true while there are more. */
async function foldSome(tx: Tx, now: Date): Promise<boolean> {
  if ((await holdFigures(tx)) === null) await markPast(tx)
  const marks = await marksOf(tx, MARKS_AT_ONCE)
  const [first] = periodsOf(
    marks.map(({ day }) => day),
    DAYS_AT_ONCE,
  )
  if (!first) {
    await setCounted(tx, now)
    return false
  }
  await writeFigures(tx, first, await recount(tx, first))
  const counted = marks.filter(({ day }) => day >= first.from && day <= first.to)
  await removeMarks(tx, counted)
  const isAll = counted.length === marks.length && marks.length < MARKS_AT_ONCE
  if (isAll) await setCounted(tx, now)
  return !isAll
}

/** Marks all days that have rows: once for each merchant, since its rows may be older than its figures. */
async function markPast(tx: Tx): Promise<void> {
  const past = await daysWithRows(tx)
  if (past !== null) await markDays(tx, eachDay(past))
}

/** A day and part of which what was stored differed from what its rows came to: no amounts, since it is logged. */
export type Difference = Pick<FigureRow, 'day' | 'kind' | 'part' | 'channel' | 'shopAccountId'>

/**
 * Compares stored figures with their rows and corrects them; gives what differed, which is a defect: a change that marked no
 * day. Days that are marked anyway are left to `foldMarks`, which is to run before.
 * @param takes whether a day is looked at
 */
export async function checkFigures(
  db: Database,
  merchantId: string,
  takes: (day: string) => boolean,
): Promise<Difference[]> {
  const days = await db.tenant(merchantId, async (tx) => daysToCheck(await daysWithRows(tx), await storedPeriod(tx)))
  const found: Difference[] = []
  for (const period of periodsOf(days.filter(takes), DAYS_AT_ONCE)) {
    found.push(...(await db.tenant(merchantId, (tx) => checkPeriod(tx, period))))
  }
  return found
}

function daysToCheck(rows: Period | null, stored: Period | null): string[] {
  const periods = [rows, stored].filter((one) => one !== null)
  return [...new Set(periods.flatMap(eachDay))]
}

async function checkPeriod(tx: Tx, period: Period): Promise<Difference[]> {
  await holdFigures(tx)
  const counted = await recount(tx, period)
  // what was changed since the last turn is counted by the next one, and no difference
  if (await isMarked(tx, period)) return []
  const differing = await writeFigures(tx, period, counted)
  return differing.map(({ day, kind, part, channel, shopAccountId }) => ({ day, kind, part, channel, shopAccountId }))
}
