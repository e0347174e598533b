import { formatInspectionNo } from '@huanji/domain/codes/classify'
import { shanghaiDate } from '@huanji/domain/time'
import { nextNumbers } from '../../database/counter.ts'
import type { Tx } from '../../database/database.ts'

/** The day of a moment in Shanghai as numbers carry it: yyMMdd. */
export const numberDay = (now: Date): string => shanghaiDate(now.toISOString()).slice(2).replaceAll('-', '')

/** The next inspection numbers of the day (docs/domain.md §3.1); they are used up whether the records are kept or not. */
export async function inspectionNosOf(tx: Tx, now: Date, count: number): Promise<string[]> {
  const day = numberDay(now)
  const first = await nextNumbers(tx, `inspection:${day}`, count)
  return Array.from({ length: count }, (_, index) => formatInspectionNo(day, first + index))
}

/** The next one of them. */
export async function inspectionNoOf(tx: Tx, now: Date): Promise<string> {
  const [inspectionNo] = await inspectionNosOf(tx, now, 1)
  if (inspectionNo === undefined) throw new Error('no number was given')
  return inspectionNo
}
