import type { SaleTerms } from '@huanji/domain/fees/left-of-price'
import { asOneText, jumpQuestion } from '@huanji/domain/jump'
import { lossQuestion } from '@huanji/domain/listing/cost-floor'
import type { Fen } from '@huanji/domain/money'
import { confirmAll } from './confirm-prices.tsx'

/** What a phone is offered at, and how it would go away. */
export interface OfferedAt {
  readonly priceFen: Fen
  readonly terms: SaleTerms
}

/** A cost that a person typed for a phone: what it was, what it is to be, and what the phone is offered at where that is known. */
export interface TypedCost {
  /** What a person knows the phone by. */
  readonly label: string
  readonly beforeFen: Fen | null
  readonly afterFen: Fen | null
  readonly offered: OfferedAt | null
}

/** What has to be confirmed of a cost: it jumps, or the phone would lose at what it is offered at; null without a doubt. */
function costQuestion({ beforeFen, afterFen, offered }: TypedCost): string | null {
  if (afterFen === null) return null
  const loss = offered === null ? null : lossQuestion(offered.priceFen, afterFen, offered.terms)
  return asOneText([jumpQuestion('成本价', beforeFen, afterFen), loss].filter((one) => one !== null)) || null
}

/**
 * Asks once for all costs that look wrong.
 * @returns true when there are none, or the person stands by them
 */
export function confirmCosts(costs: readonly TypedCost[]): Promise<boolean> {
  const questions = costs.flatMap((cost) => {
    const question = costQuestion(cost)
    return question === null ? [] : [{ key: cost.label, label: cost.label, question }]
  })
  return confirmAll(questions, `${questions.length}台的成本价请再确认`, '成本价没错，保存')
}
