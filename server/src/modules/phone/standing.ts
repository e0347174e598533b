import type { phoneStanding } from '@huanji/contract/features/phone/calls'
import type { ListingState } from '@huanji/domain/states/listing'
import type * as z from 'zod'
import type { LifeOffer, LifeSale } from './store.ts'

export type Standing = z.output<typeof phoneStanding>

/** The states of a listing in which buyers see it, or soon will. */
const OFFERED: readonly ListingState[] = ['publishing', 'on_sale', 'sold_out']

/** What tells where a unit stands: its orders, newest first, and what holds it. */
interface UnitFacts {
  readonly unitId: string
  /** False for a unit that the phone is no more. */
  readonly isCurrent: boolean
}

/**
 * Where a unit stands. One that was sold and is another unit by now came back; one whose order was closed before it left
 * lies in stock again.
 */
export function standingOf(unit: UnitFacts, sales: readonly LifeSale[], offers: readonly LifeOffer[]): Standing {
  const sale = sales.find((one) => one.unitId === unit.unitId && (one.holding || one.dispatchState === 'returned'))
  if (sale) {
    if (sale.dispatchState === 'returned' || !unit.isCurrent) return 'returned'
    return sale.inRefund ? 'after_sale' : 'sold'
  }
  const isOffered = offers.some((one) => one.unitId === unit.unitId && one.holding && OFFERED.includes(one.state))
  return isOffered ? 'on_sale' : 'in_stock'
}
