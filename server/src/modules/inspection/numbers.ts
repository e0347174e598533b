import { formatInspectionNo } from '@huanji/domain/codes/classify'
import { shanghaiDate } from '@huanji/domain/time'
import { nextNumber } from '../../database/counter.ts'
import type { Tx } from '../../database/database.ts'

/** The next inspection number of the day (docs/domain.md §3.1); it is used up whether the record is kept or not. */
export async function inspectionNoOf(tx: Tx, now: Date): Promise<string> {
  const yyMMdd = shanghaiDate(now.toISOString()).slice(2).replaceAll('-', '')
  return formatInspectionNo(yyMMdd, await nextNumber(tx, `inspection:${yyMMdd}`))
}
