import type { Platform } from '../catalogue/types.ts'
import { RULE_OPTIONS } from './codes.ts'
import type { Answer, Item, Option } from './types.ts'

/** A battery that cannot be read is no fault of an Android phone (docs/domain.md §2.3). */
export const isNoFaultOn = (platform: Platform | undefined, option: Option): boolean =>
  platform === 'android' && option.code === RULE_OPTIONS.batteryUnread.code

/** How bad an option is for the grade: 0 normal, 1 information, then the caps from 99 down to a hard stop. */
export function severityOf(option: Option, platform?: Platform): number {
  if (isNoFaultOn(platform, option)) return 1
  if (option.cap === null) return option.effect === 'info' ? 1 : 0
  return 2 + ['NEW', '99', '95', '90', '80', '70', 'E', 'X'].indexOf(option.cap)
}

/** The battery option for whole percents 0–100 (docs/domain.md §2.3). */
export function batteryOption(percent: number): string {
  if (percent >= 90) return RULE_OPTIONS.batteryFull.code
  if (percent >= 85) return RULE_OPTIONS.battery85.code
  if (percent >= 80) return RULE_OPTIONS.battery80.code
  return RULE_OPTIONS.batteryLow.code
}

/** Reads whole percents 0–100 typed with or without a percent sign; null for anything else. */
export function readPercent(text: string): number | null {
  const match = /^(\d{1,3})\s*[%％]?$/.exec(text.trim())
  const percent = match ? Number(match[1]) : Number.NaN
  return percent <= 100 ? percent : null
}

/** Reads a whole number 0–9999; null for anything else. */
export function readCount(text: string): number | null {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text.trim()) : null
}

/**
 * The options an item allows together: in a multi-choice item any exception clears the normal answer; in the others
 * two answers leave the one that is worse on the platform, or the first of two equally bad ones (docs/domain.md §1.3).
 */
export function resolveOptions(item: Item, chosen: readonly string[], platform?: Platform): string[] {
  const options = item.options.filter((option) => chosen.includes(option.code))
  if (item.mode === 'multi') {
    const exceptions = options.filter((option) => !option.isDefault)
    return (exceptions.length > 0 ? exceptions : options).map((option) => option.code)
  }
  const worst = options.reduce<Option | null>(
    (kept, option) => (kept !== null && severityOf(kept, platform) >= severityOf(option, platform) ? kept : option),
    null,
  )
  return worst ? [worst.code] : []
}

/**
 * An answer brought to the form in which it is stored: known options only, allowed together, and the option that a
 * typed number stands for. A number that cannot be read is dropped; null when nothing is left.
 */
export function resolveAnswer(item: Item, answer: Answer | undefined, platform?: Platform): Answer | null {
  if (!answer) return null
  const options = resolveOptions(item, answer.options, platform)
  const text = answer.value?.trim() ?? ''
  if (item.valueKind === 'percent' && text !== '') {
    const percent = readPercent(text)
    if (percent !== null) return { options: [batteryOption(percent)], value: String(percent) }
  } else if (item.valueKind === 'count') {
    const count = readCount(text)
    return count === null ? null : { options: [RULE_OPTIONS.cycleCount.code], value: String(count) }
  } else if (item.valueKind !== 'none' && text !== '') {
    const normal = item.options.filter((option) => option.isDefault).map((option) => option.code)
    return { options: options.length > 0 ? options : normal, value: text.slice(0, 50) }
  }
  return options.length > 0 ? { options } : null
}

/**
 * What a tap on an option leaves chosen: a single choice is replaced, in a multi choice the option is added or taken
 * away, where an exception clears the normal answer and the normal answer clears the exceptions. Taking away the last
 * one brings the normal answer back.
 */
export function toggleOption(item: Item, chosen: readonly string[], optionCode: string): string[] {
  const tapped = item.options.find((option) => option.code === optionCode)
  if (!tapped) return [...chosen]
  if (item.mode !== 'multi' || tapped.isDefault) return [tapped.code]
  const left = chosen.includes(optionCode) ? chosen.filter((code) => code !== optionCode) : [...chosen, optionCode]
  const normal = item.options.find((option) => option.isDefault)
  const exceptions = item.options.filter((option) => !option.isDefault && left.includes(option.code))
  if (exceptions.length > 0) return exceptions.map((option) => option.code)
  return normal ? [normal.code] : []
}
