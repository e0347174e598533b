import type { CatalogueModel } from '../catalogue/types.ts'
import { RULE_OPTIONS } from './codes.ts'
import { resolveAnswer } from './resolve.ts'
import { isChosen, isNewPhone } from './template.ts'
import type { Answer, Answers, Item, Template } from './types.ts'
import { uninspectableItems } from './uninspectable.ts'

function defaultAnswer(item: Item, model: CatalogueModel | undefined): Answer | null {
  if (item.askActively) return null
  if (item.code === RULE_OPTIONS.esimOnly.item && model?.lacks.includes('simTray')) {
    return { options: [RULE_OPTIONS.esimOnly.code] }
  }
  const normal = item.options.find((option) => option.isDefault)
  return normal ? { options: [normal.code] } : null
}

/** Brand and model follow from the catalogue model, so they cannot contradict it; a brand without an option is 其他, the last. */
function modelAnswers(items: readonly Item[], model: CatalogueModel): Record<string, Answer> {
  const answers: Record<string, Answer> = {}
  for (const item of items) {
    if (item.code === 'A02') {
      const brand = item.options.find(({ name }) => name === model.brand) ?? item.options.at(-1)
      if (brand) answers[item.code] = { options: [brand.code] }
    }
    if (item.code === RULE_OPTIONS.modelPicked.item) {
      answers[item.code] = { options: [RULE_OPTIONS.modelPicked.code], value: model.id }
    }
  }
  return answers
}

/**
 * The answers a form starts with: the normal option of every item that has one, except the items whose answer is a
 * claim to be made by somebody (docs/domain.md §1.3). With a model, its brand, name and SIM form too.
 */
export function defaultAnswers(items: readonly Item[], model?: CatalogueModel): Answers {
  const answers: Record<string, Answer> = {}
  for (const item of items) {
    const answer = defaultAnswer(item, model)
    if (answer) answers[item.code] = answer
  }
  return model ? { ...answers, ...modelAnswers(items, model) } : answers
}

/** A value picked from the model's own list, or the "other" option with the text as typed. */
function pickedFrom(
  answer: Answer,
  list: readonly string[],
  known: { readonly code: string },
  other: { readonly code: string },
): Answer | null {
  if (answer.value === undefined) return answer.options.includes(other.code) ? { options: [other.code] } : null
  const value = list.find((entry) => entry.toLowerCase() === answer.value?.toLowerCase())
  return value === undefined ? { options: [other.code], value: answer.value } : { options: [known.code], value }
}

function cleanAnswer(item: Item, answer: Answer | undefined, model: CatalogueModel): Answer | null {
  const resolved = resolveAnswer(item, answer, model.platform)
  if (!resolved) return defaultAnswer(item, model)
  if (item.valueKind === 'regulatoryNo') {
    return pickedFrom(resolved, model.regulatoryNos, RULE_OPTIONS.regulatoryNoKnown, RULE_OPTIONS.regulatoryNoOther)
  }
  if (item.valueKind === 'colour') {
    return pickedFrom(resolved, model.colours, RULE_OPTIONS.colourKnown, RULE_OPTIONS.colourOther)
  }
  return resolved
}

function withFullBattery(items: readonly Item[], answers: Readonly<Record<string, Answer>>): Record<string, Answer> {
  const battery = RULE_OPTIONS.batteryFull
  const current = answers[battery.item]
  const unread = current === undefined || isChosen(answers, RULE_OPTIONS.batteryUnread)
  const bare = isChosen(answers, battery) && current?.value === undefined
  if (!isNewPhone(answers) || !(unread || bare) || !items.some((item) => item.code === battery.item))
    return { ...answers }
  return { ...answers, [battery.item]: { options: [battery.code], value: '100' } }
}

/**
 * The answers of the asked items in their stored form: model facts set, options allowed together, normal answers filled
 * in, a new phone's battery at 100 %, and nothing left for items that cannot be inspected.
 */
export function cleanAnswers(template: Template, model: CatalogueModel, items: readonly Item[], raw: Answers): Answers {
  const fixed = modelAnswers(items, model)
  const answers: Record<string, Answer> = {}
  for (const item of items) {
    const answer = fixed[item.code] ?? cleanAnswer(item, raw[item.code], model)
    if (answer) answers[item.code] = answer
  }
  const complete = withFullBattery(items, answers)
  const unread = uninspectableItems(template, complete)
  return Object.fromEntries(Object.entries(complete).filter(([itemCode]) => !unread.has(itemCode)))
}
