import { resolveAnswer } from '../template/resolve.ts'
import { itemsOf } from '../template/template.ts'
import type { Answer, Answers, Item, Template } from '../template/types.ts'
import { chosenOptions, isWorse } from './worse.ts'

/** An item of a report whose answer is another one than when the phone was sold; `sold` and `now` as a person reads them. */
export interface AnswerDifference {
  readonly itemCode: string
  readonly itemName: string
  readonly sold: string
  readonly now: string
  /** The defect is a new one: by the template's order of grades the answer now is worse. */
  readonly isWorse: boolean
}

/** What an item that nobody had looked at reads as. */
const UNANSWERED = '未检'

/** What stands beside the options: a model by its name, percents with their sign, anything else as it was typed. */
function valueText({ valueKind }: Item, value: string, names: ModelNames): string {
  if (valueKind === 'percent') return `${value}%`
  return valueKind === 'model' ? (names.get(value) ?? value) : value
}

/** Models by their id, as a person calls them. */
type ModelNames = ReadonlyMap<string, string>

/** An answer as a person reads it. */
function textOf(item: Item, answer: Answer | null, names: ModelNames): string {
  if (answer === null) return UNANSWERED
  // a number chooses its option by itself, so that the number says more
  if (answer.value !== undefined && answer.value !== '') return valueText(item, answer.value, names)
  return chosenOptions(item, answer)
    .map(({ name }) => name)
    .join('、')
}

const isSame = (one: Answer | null, other: Answer): boolean =>
  one !== null &&
  (one.value ?? '') === (other.value ?? '') &&
  [...one.options].sort().join() === [...other.options].sort().join()

/**
 * What differs between a phone as it was sold and as it came back, item by item in the template's order. Items that were not
 * answered again are as sold.
 *
 * @param template the version that the phone was sold by
 * @param names what the models are called that an answer may name
 */
export function answerDifferences(
  template: Template,
  sold: Answers,
  now: Answers,
  names: ModelNames = new Map(),
): AnswerDifference[] {
  return itemsOf(template).flatMap((item) => {
    const after = resolveAnswer(item, now[item.code])
    const before = resolveAnswer(item, sold[item.code])
    if (after === null || isSame(before, after)) return []
    return [
      {
        itemCode: item.code,
        itemName: item.name,
        sold: textOf(item, before, names),
        now: textOf(item, after, names),
        isWorse: isWorse(item, before, after),
      },
    ]
  })
}
