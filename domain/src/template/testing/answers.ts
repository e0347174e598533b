import fc from 'fast-check'
import { TEMPLATE_2026001 } from '../data-2026001.ts'
import { itemsOf } from '../template.ts'
import type { Answer, Answers, Item } from '../types.ts'

function anyAnswer(item: Item): fc.Arbitrary<Answer> {
  const options = fc.subarray(item.options.map((option) => option.code))
  if (item.valueKind === 'none') return fc.record({ options })
  const value = fc.oneof(fc.integer({ min: -5, max: 10_005 }).map(String), fc.string({ maxLength: 60 }))
  return fc.record({ options, value }, { requiredKeys: ['options'] })
}

/** Answers from a list of chosen options, `B03-2` or `A14-1`. */
export function chosen(...optionCodes: readonly string[]): Answers {
  const answers: Record<string, { options: string[] }> = {}
  for (const code of optionCodes) {
    const itemCode = code.slice(0, 3)
    answers[itemCode] = { options: [...(answers[itemCode]?.options ?? []), code] }
  }
  return answers
}

/** What an inspector of a used phone without a fault says of it, beside its specification. */
export const CLAIMS: Answers = {
  A09: { options: ['A09-1'] },
  A12: { options: ['A12-1'] },
  A14: { options: [], value: '92' },
  A16: { options: ['A16-1'] },
  A18: { options: ['A18-1'] },
}

/** Answers to any of the items, right or wrong, for property tests. */
export function anyAnswers(): fc.Arbitrary<Answers> {
  const pairs = itemsOf(TEMPLATE_2026001).map((item) => anyAnswer(item).map((answer) => [item.code, answer] as const))
  return fc.tuple(...pairs).chain((entries) => fc.subarray(entries).map((some) => Object.fromEntries(some)))
}
