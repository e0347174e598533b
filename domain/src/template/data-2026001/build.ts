import type { Feature, Platform } from '../../catalogue/types.ts'
import type { Applicability, Grade, Group, GroupCode, Item, Option } from '../types.ts'

type OptionRow = Omit<Option, 'code'>
type ItemRow = Omit<Item, 'code' | 'name' | 'askActively' | 'valueKind' | 'options'> &
  Partial<Pick<Item, 'askActively' | 'valueKind'>> & { readonly options: readonly OptionRow[] }

export const ALL: Applicability = { when: 'all' }
export const APPLE: Applicability = { when: 'apple' }
export const ANDROID: Applicability = { when: 'android' }

/** Asked only of phones with a feature, and of one platform where the second argument names it. */
export function having(feature: Feature, platform?: Platform): Applicability {
  return platform ? { when: 'feature', feature, platform } : { when: 'feature', feature }
}

/** The normal answer, filled in unless the item has to be asked. */
export function normal(name: string): OptionRow {
  return { name, isDefault: true, effect: 'normal', cap: null }
}

/** One of several answers none of which is better: brand, capacity, colour. */
export function plain(name: string): OptionRow {
  return { name, isDefault: false, effect: 'normal', cap: null }
}

/** Shown on the report and moving the price, but not the grade. */
export function info(name: string): OptionRow {
  return { name, isDefault: false, effect: 'info', cap: null }
}

/** Limits the grade to `cap` at best. */
export function capped(cap: Exclude<Grade, 'NEW' | 'E' | 'X'>, name: string): OptionRow {
  return { name, isDefault: false, effect: 'cap', cap }
}

/** Makes the phone a fault unit, grade E. */
export function fault(name: string): OptionRow {
  return { name, isDefault: false, effect: 'fault', cap: 'E' }
}

/** Forbids listing on every channel, grade X. */
export function stop(name: string): OptionRow {
  return { name, isDefault: false, effect: 'stop', cap: 'X' }
}

/** One item; its options get the codes `<item>-1`, `<item>-2` … by position. */
export function item(code: string, name: string, row: ItemRow): Item {
  const options = row.options.map((option, index) => ({ code: `${code}-${index + 1}`, ...option }))
  return { code, name, askActively: false, valueKind: 'none', ...row, options }
}

/** One group of the template, in the order of the report. */
export function group(code: GroupCode, name: string, items: readonly Item[]): Group {
  return { code, name, items }
}
