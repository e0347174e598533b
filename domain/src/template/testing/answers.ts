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

/** Answers to any of the items, right or wrong, for property tests. */
export function anyAnswers(): fc.Arbitrary<Answers> {
  const pairs = itemsOf(TEMPLATE_2026001).map((item) => anyAnswer(item).map((answer) => [item.code, answer] as const))
  return fc.tuple(...pairs).chain((entries) => fc.subarray(entries).map((some) => Object.fromEntries(some)))
}
