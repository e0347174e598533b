import type { TemplateItem } from '../../inspection/types.ts'
import { typedValueOf } from './checklist.ts'

/** The key of an option: digits 1–9 and 0; letters where digits are typed into the box. */
export function optionKey(item: TemplateItem, index: number): string | null {
  const kind = typedValueOf(item)
  if (kind === 'text') return null
  const keys = kind === 'none' ? '1234567890' : 'abcdefghij'
  return index < keys.length ? keys.charAt(index) : null
}

/** The option that a key chooses, or null. */
export function optionByKey(item: TemplateItem, key: string): string | null {
  return item.options.find((_, index) => optionKey(item, index) === key)?.code ?? null
}
