import type { CatalogueModel } from '../catalogue/types.ts'
import type { Channel } from '../channel.ts'
import { RULE_OPTIONS } from './codes.ts'
import { TEMPLATE_2026001 } from './data-2026001.ts'
import { fitsModel, fitted } from './fitting.ts'
import type { Answers, Item, Option, Template } from './types.ts'

/** Every released version, newest last: old reports are read with the version they were made with. */
export const TEMPLATES: readonly Template[] = [TEMPLATE_2026001]

const NEWEST_TEMPLATE = TEMPLATE_2026001

const QUICK_TEMPLATE: Template = {
  ...NEWEST_TEMPLATE,
  groups: NEWEST_TEMPLATE.groups.map((group) => ({ ...group, items: group.items.filter((item) => item.quick) })),
}

/**
 * The template for a new inspection. Both channels share one; `quick` keeps the smallest sensible set, which is the
 * auction market's default, and `full` keeps everything, which is the curated channel's (docs/domain.md §1.2).
 */
export function currentTemplate(channel: Channel, mode?: 'quick' | 'full'): Template {
  const wanted = mode ?? (channel === 'auction' ? 'quick' : 'full')
  return wanted === 'quick' ? QUICK_TEMPLATE : NEWEST_TEMPLATE
}

/** The full template of a released version, or null. */
export function findTemplate(version: string): Template | null {
  return TEMPLATES.find((template) => template.version === version) ?? null
}

/** All items of a template in the order of the report. */
export function itemsOf(template: Template): Item[] {
  return template.groups.flatMap((group) => group.items)
}

/** The item with this code, or null. */
export function findItem(template: Template, itemCode: string): Item | null {
  return itemsOf(template).find((item) => item.code === itemCode) ?? null
}

/** The option of an item with this code, or null. */
export function findOption(item: Item, optionCode: string): Option | null {
  return item.options.find((option) => option.code === optionCode) ?? null
}

/** True when an answer has chosen this option. */
export function isChosen(answers: Answers, rule: { readonly item: string; readonly code: string }): boolean {
  return answers[rule.item]?.options.includes(rule.code) ?? false
}

/** True for a phone sold as new: sealed, or opened but not activated. */
export function isNewPhone(answers: Answers): boolean {
  return isChosen(answers, RULE_OPTIONS.newSealed) || isChosen(answers, RULE_OPTIONS.newUnactivated)
}

/** True when the phone was found not to start normally; not when nobody has looked yet. */
export function failsToBoot(answers: Answers): boolean {
  const boot = answers[RULE_OPTIONS.bootsNormally.item]
  return boot !== undefined && boot.options.length > 0 && !isChosen(answers, RULE_OPTIONS.bootsNormally)
}

function forEsim(item: Item): Item {
  return item.code === 'F15' ? { ...item, name: 'eSIM' } : item
}

function needsTray(item: Item): boolean {
  return item.appliesTo.when === 'feature' && item.appliesTo.feature === 'simTray'
}

/**
 * The items asked of a model, in the template's order (docs/domain.md §1.3): no hinge on a straight phone, no SIM tray
 * on iPhone Air, and of an item's options only those that the model can have. A unit whose SIM form was answered 纯eSIM
 * (a phone from abroad) drops the tray too. Without a tray the second SIM item reads as eSIM.
 */
export function applicableItems(template: Template, model: CatalogueModel, answers: Answers = {}): Item[] {
  const items = itemsOf(template)
    .filter((item) => fitsModel(item.appliesTo, model))
    .map((item) => fitted(item, model))
  const hasTray = !model.lacks.includes('simTray') && !isChosen(answers, RULE_OPTIONS.esimOnly)
  return hasTray ? items : items.filter((item) => !needsTray(item)).map(forEsim)
}
