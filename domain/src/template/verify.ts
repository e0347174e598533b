import { RULE_OPTIONS } from './codes.ts'
import { OPTIONS_OF_SOME } from './fitting.ts'
import { findItem, findOption, itemsOf } from './template.ts'
import type { Grade, Item, Option, OptionEffect, Template } from './types.ts'

const CAPS_OF_EFFECT: Readonly<Record<OptionEffect, readonly (Grade | null)[]>> = {
  normal: [null],
  info: [null],
  cap: ['99', '95', '90', '80', '70'],
  fault: ['E'],
  stop: ['X'],
}

function refuseRepeats(codes: readonly string[], what: string): void {
  const seen = new Set<string>()
  for (const code of codes) {
    if (seen.has(code)) throw new Error(`template: ${what} ${code} stands twice`)
    seen.add(code)
  }
}

function verifyOption(item: Item, option: Option): void {
  if (!new RegExp(`^${item.code}-(?:0|[1-9]\\d*)$`).test(option.code)) {
    throw new Error(`template: option ${option.code} does not belong to item ${item.code}`)
  }
  if (option.name.trim() === '') throw new Error(`template: option ${option.code} has no name`)
  if (!CAPS_OF_EFFECT[option.effect].includes(option.cap)) {
    throw new Error(`template: option ${option.code} is ${option.effect} but has cap ${option.cap}`)
  }
  if (option.isDefault && option.effect !== 'normal') {
    throw new Error(`template: default option ${option.code} is not a normal answer`)
  }
}

function verifyItem(item: Item, groupCode: string): void {
  if (!new RegExp(`^${groupCode}\\d{2}$`).test(item.code)) {
    throw new Error(`template: item ${item.code} does not belong to group ${groupCode}`)
  }
  if (item.name.trim() === '') throw new Error(`template: item ${item.code} has no name`)
  if (item.options.length === 0) throw new Error(`template: item ${item.code} has no options`)
  const defaults = item.options.filter((option) => option.isDefault).length
  if (defaults > 1) throw new Error(`template: item ${item.code} has ${defaults} defaults`)
  if (defaults === 0 && item.required && !item.askActively) {
    throw new Error(`template: item ${item.code} must be answered but has no default and is not asked`)
  }
  if (defaults === 0 && item.mode === 'multi') {
    throw new Error(`template: item ${item.code} takes several answers but has no normal one to exclude them`)
  }
  if (item.mode === 'input' && item.valueKind === 'none') {
    throw new Error(`template: item ${item.code} is typed in but holds no value`)
  }
  for (const option of item.options) verifyOption(item, option)
}

/**
 * Refuses a template that cannot be right: repeated or stray codes, a cap that does not fit its effect, an item that
 * must be answered but has neither a default nor is asked for. The server calls it at start-up.
 * @throws Error naming the item or option and the fault
 */
export function verifyTemplate(template: Template): void {
  if (!/^\d{7}$/.test(template.version)) throw new Error(`template: version ${template.version} is not yyyy + number`)
  const items = itemsOf(template)
  refuseRepeats(
    template.groups.map((group) => group.code),
    'group',
  )
  refuseRepeats(
    items.map((item) => item.code),
    'item',
  )
  refuseRepeats(
    items.flatMap((item) => item.options.map((option) => option.code)),
    'option',
  )
  for (const group of template.groups) {
    if (group.items.length === 0) throw new Error(`template: group ${group.code} has no items`)
    for (const item of group.items) verifyItem(item, group.code)
  }
}

/**
 * Refuses a full template in which an option that a rule speaks of is missing or means something else.
 * @throws Error naming the option
 */
export function verifyRuleOptions(template: Template): void {
  for (const rule of [...Object.values(RULE_OPTIONS), ...OPTIONS_OF_SOME]) {
    const item = findItem(template, rule.item)
    const option = item ? findOption(item, rule.code) : null
    if (option?.name !== rule.name) {
      throw new Error(`template: a rule expects ${rule.code} to be ${rule.name}, found ${option?.name ?? 'nothing'}`)
    }
  }
}
