import type { AnswerDifference } from '@huanji/domain/refunds/differences'
import type { RecheckOutcome } from '@huanji/domain/refunds/recheck'
import type { Answers } from '@huanji/domain/template/types'
import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, jsonText, type RowOfQuery } from '../../database/query.ts'
import { employeeName } from '../history/employee-store.ts'

const COLUMNS = [
  'r.unitId',
  'r.receivedAt',
  'r.receivedCode',
  'r.isSamePhone',
  'r.bagCode',
  'r.isSameBag',
  'r.outcomes',
  'r.answers',
  'r.differences',
  'r.recheckNote',
  'r.recheckedAt',
  'r.newUnitId',
] as const satisfies ColumnsOf<'refundUnit', 'r'>

const unitsOf = (tx: Tx, refundId: string) =>
  db
    .selectFrom('refundUnit as r')
    .leftJoin('unit as n', (join) => join.onRef('n.merchantId', '=', 'r.merchantId').onRef('n.id', '=', 'r.newUnitId'))
    .where('r.merchantId', '=', tx.merchantId)
    .where('r.refundId', '=', refundId)
    .orderBy('r.receivedAt')
    .orderBy('r.unitId')
    .select(COLUMNS)
    .select(({ fn, ref, val }) => [
      'n.barCode as newBarCode',
      fn.coalesce(employeeName(tx, ref('r.receivedBy')), val('')).as('receivedByName'),
      fn.coalesce(employeeName(tx, ref('r.recheckedBy')), val('')).as('recheckedByName'),
    ])

/** A phone of a case as it came back. */
export type ReturnedUnit = RowOfQuery<typeof unitsOf>

/** The phones of a case that came back, by the order in which they were scanned. */
export const returnedUnits = (tx: Tx, refundId: string): Promise<ReturnedUnit[]> => tx.rows(unitsOf(tx, refundId))

/** A phone that was scanned in. */
export interface ReceivedUnit {
  readonly unitId: string
  /** As it was scanned. */
  readonly receivedCode: string
  readonly isSamePhone: boolean
  /** Empty where it came without one. */
  readonly bagCode: string
  readonly isSameBag: boolean
  readonly receivedBy: string
  readonly now: Date
}

/** Records a phone that was scanned in; false when it was already. */
export async function insertReturned(tx: Tx, refundId: string, { now, ...unit }: ReceivedUnit): Promise<boolean> {
  const row = { merchantId: tx.merchantId, refundId, ...unit, receivedAt: now }
  const added = db
    .insertInto('refundUnit')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchantId', 'refundId', 'unitId']).doNothing())
  return (await tx.run(added)) === 1
}

/** Forgets that phones of a case were scanned in, with what was found: they are scanned in anew, or not here any more. */
export async function removeReturned(tx: Tx, refundId: string, unitIds: readonly string[]): Promise<void> {
  if (unitIds.length === 0) return
  const units = db.deleteFrom('refundUnit').where('merchantId', '=', tx.merchantId).where('refundId', '=', refundId)
  await tx.run(units.where('unitId', '=', anyOf(unitIds)))
}

/** The result of a phone's re-check. */
export interface Recheck {
  readonly outcomes: readonly RecheckOutcome[]
  readonly answers: Answers
  readonly differences: readonly AnswerDifference[]
  readonly recheckNote: string
  readonly recheckedBy: string
  readonly now: Date
}

/** Records what looking at a phone of a case again came to, in place of what was recorded before. */
export async function setRecheck(tx: Tx, refundId: string, unitId: string, recheck: Recheck): Promise<void> {
  const { answers, differences, outcomes, now, ...found } = recheck
  const unit = db.updateTable('refundUnit').where('merchantId', '=', tx.merchantId).where('refundId', '=', refundId)
  await tx.run(
    unit
      .where('unitId', '=', unitId)

      .set({
        ...found,
        outcomes: [...outcomes],
        answers: jsonText(answers),
        differences: jsonText(differences),
        recheckedAt: now,
      }),
  )
}

/** Records that a phone is in stock again as another unit. */
export async function setStockedAs(tx: Tx, refundId: string, unitId: string, newUnitId: string): Promise<void> {
  const unit = db.updateTable('refundUnit').where('merchantId', '=', tx.merchantId).where('refundId', '=', refundId)
  await tx.run(unit.where('unitId', '=', unitId).set({ newUnitId }))
}

/** Records that a phone of an order came back. */
export async function setReturned(tx: Tx, orderId: string, unitId: string): Promise<void> {
  const unit = db.updateTable('saleOrderUnit').where('merchantId', '=', tx.merchantId).where('orderId', '=', orderId)
  await tx.run(unit.where('unitId', '=', unitId).set({ dispatchState: 'returned' }))
}
