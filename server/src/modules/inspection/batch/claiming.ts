import { savepoint, type Tx } from '../../../database/database.ts'
import { Refusal } from '../../../errors/refusal.ts'
import { lockBags } from '../sealed-bag/store.ts'
import { claimOrder, ordersInHouse, unitsHolding } from '../unit-store.ts'
import { type ClaimedUnit, claimNewUnits, claimUnit } from '../units.ts'
import { bagVerdict, busyVerdict, isTakable, type Judged, refusedBy, type Takable, type Verdict } from './judge.ts'
import { openRecordsOf } from './store.ts'

/** A phone of a list that is ours until the transaction ends. */
export interface ClaimedRow {
  /** Its place in the list. */
  readonly index: number
  readonly row: Takable
  readonly unit: ClaimedUnit
}

type TakableRow = Omit<ClaimedRow, 'unit'>

/**
 * Locks bags and phones of what was found takable. A rival may have been faster: then the phone is refused as it would
 * have been found a moment later, and nothing of it is left. Gives the verdicts of all, and the claimed ones in the order
 * of the list.
 */
export async function claimPhones(
  tx: Tx,
  judged: readonly Judged[],
): Promise<{ verdicts: Verdict[]; claimed: ClaimedRow[] }> {
  const verdicts = judged.map(({ verdict }) => verdict)
  const refuseRow = ({ index, row }: TakableRow, verdict: Verdict) => {
    verdicts[index] = { ...verdict, grade: row.verdict.grade }
  }
  const found = judged.flatMap((row, index) => (isTakable(row) ? [{ index, row }] : []))
  const takable = await withBags(tx, found, refuseRow)
  takable.sort((one, other) => (claimOrder(one.row.codes) < claimOrder(other.row.codes) ? -1 : 1))
  const fresh = takable.filter(({ row }) => row.unitId === null)
  const atOnce = fresh.length === 0 ? [] : await claimTogether(tx, fresh)
  const claimed = [...atOnce]
  for (const one of atOnce.length > 0 ? takable.filter(({ row }) => row.unitId !== null) : takable) {
    const result = await claimAlone(tx, one.row)
    if ('verdict' in result) refuseRow(one, result.verdict)
    else claimed.push({ ...one, unit: result.unit })
  }
  return { verdicts, claimed: claimed.sort((one, other) => one.index - other.index) }
}

/** Locks the bags that were scanned with the phones; those whose bag was taken meanwhile are refused. */
async function withBags(
  tx: Tx,
  rows: readonly TakableRow[],
  refuseRow: (row: TakableRow, verdict: Verdict) => void,
): Promise<TakableRow[]> {
  const codes = rows.map(({ row }) => row.bagCode).filter((code) => code !== '')
  const bags = new Map((codes.length === 0 ? [] : await lockBags(tx, codes)).map((bag) => [bag.bagCode, bag]))
  return rows.filter((one) => {
    const { bagCode, unitId } = one.row
    const verdict = bagVerdict(bagCode, bags.get(bagCode), unitId)
    if (verdict !== null) refuseRow(one, verdict)
    return verdict === null
  })
}

/** All phones that nobody holds, in two statements; none where a rival has one of them by now. */
async function claimTogether(tx: Tx, rows: readonly TakableRow[]): Promise<ClaimedRow[]> {
  const units = await claimNewUnits(
    tx,
    rows.map(({ row }) => row.codes),
  )
  return units === null ? [] : rows.flatMap((one, at) => (units[at] ? [{ ...one, unit: units[at] }] : []))
}

async function claimAlone(tx: Tx, { codes }: Takable): Promise<{ unit: ClaimedUnit } | { verdict: Verdict }> {
  try {
    return { unit: await savepoint(tx, () => claimUnit(tx, codes, null)) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [holders = []] = await unitsHolding(tx, [codes])
    const ids = holders.map(({ unitId }) => unitId)
    const found = { records: await openRecordsOf(tx, ids), orders: await ordersInHouse(tx, ids) }
    return { verdict: busyVerdict(holders, found) ?? refusedBy(error) }
  }
}
