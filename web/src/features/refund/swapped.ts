import { isSwapped } from '@huanji/domain/refunds/receipt'
import type { RecheckOutcomeCode, RefundDetail, RefundUnit } from './types.ts'

/** The phones of a case in whose place another one came back. */
export const swappedUnits = ({ units }: Pick<RefundDetail, 'units'>): RefundUnit[] =>
  units.filter(
    ({ received, recheck }) =>
      received !== null && isSwapped({ isSamePhone: received.isSamePhone, outcomes: recheck?.outcomes ?? null }),
  )

/** Everything that was found of the phones of a case that came back; another phone counts before anybody looked at it. */
export const foundOf = (refund: Pick<RefundDetail, 'units'>): RecheckOutcomeCode[] => [
  ...(swappedUnits(refund).length > 0 ? (['otherPhone'] as const) : []),
  ...refund.units.flatMap(({ recheck }) => recheck?.outcomes ?? []),
]
