import type { InputOf, OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { questionOf } from '@huanji/domain/listing/price-rules'
import type { Fen } from '@huanji/domain/money'
import type { LineVerdict } from './lines.ts'

/** A price that is checked beside the others and those on sale, under a key of its own. */
export type RuleRow = InputOf<Calls['goods']['priceRule']>['rows'][number] & { readonly key: string }
type RuleProblem = OutputOf<Calls['goods']['priceRule']>['rows'][number]['problems'][number]

/** What the server said of a price. */
export interface RuleAnswer {
  readonly priceFen: Fen
  readonly problems: readonly RuleProblem[]
}

const notesOf = (problems: readonly RuleProblem[]): string =>
  problems.flatMap(({ level, message }) => (level === 'note' ? [message] : [])).join('；')

/** What this side says of an amount, and the server after it; an answer about another amount says nothing. */
export function withRules(verdict: LineVerdict, priceFen: Fen | null, answer: RuleAnswer | undefined): LineVerdict {
  const isWrong = Object.values(verdict.errors).some((error) => error)
  if (isWrong || !answer || answer.priceFen !== priceFen) return verdict
  const { problems } = answer
  return {
    errors: {},
    // the server's words say all that this side's do
    question: questionOf(problems) ?? verdict.question,
    note: notesOf(problems),
  }
}
