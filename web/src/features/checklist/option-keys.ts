import { RULE_OPTIONS } from '@huanji/domain/template/codes'
import type { TemplateItem } from '../inspection/types.ts'
import { typedValueOf } from './checklist.ts'

/** The key of an option that no number stands for, where digits are typed into a box. */
const UNREAD_KEY = '-'

/** The key of an option: digits 1–9 and 0. Where a number is typed it chooses the option, and only an unread one has a key. */
export function optionKey(item: TemplateItem, index: number): string | null {
  const kind = typedValueOf(item)
  if (kind === 'none') return index < 10 ? '1234567890'.charAt(index) : null
  return item.options[index]?.code === RULE_OPTIONS.batteryUnread.code ? UNREAD_KEY : null
}

/** The option that a key chooses, or null. */
export function optionByKey(item: TemplateItem, key: string): string | null {
  return item.options.find((_, index) => optionKey(item, index) === key)?.code ?? null
}
