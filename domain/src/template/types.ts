import type { Feature } from '../catalogue/types.ts'

/** Condition grades from best to worst; E is a fault unit, X must not be listed. */
export type Grade = 'NEW' | '99' | '95' | '90' | '80' | '70' | 'E' | 'X'

/** The grades from best to worst, for sorting and choosing. */
export const GRADES: readonly Grade[] = ['NEW', '99', '95', '90', '80', '70', 'E', 'X']

/** For which phones an item is asked. Plain data, so that it travels to a client unchanged. */
export type Applicability =
  | { readonly when: 'all' }
  | { readonly when: 'apple' }
  | { readonly when: 'android' }
  | { readonly when: 'feature'; readonly feature: Feature; readonly platform?: 'apple' | 'android' }

/**
 * What choosing an option does: `normal` is fine, `info` is shown on the report and moves the price only,
 * `cap` limits the grade, `fault` allows E at best, `stop` forbids listing.
 */
export type OptionEffect = 'normal' | 'info' | 'cap' | 'fault' | 'stop'

export interface Option {
  /** `<item code>-<number>`; never reused or renumbered inside a template version. */
  readonly code: string
  readonly name: string
  readonly isDefault: boolean
  readonly effect: OptionEffect
  /** Best grade still allowed; null for `normal` and `info`. */
  readonly cap: Grade | null
}

/**
 * What the answer's `value` holds beside the chosen options: nothing, a catalogue model id, a regulatory model number,
 * a colour name, a free text, whole percents 0–100, or a whole number 0–9999.
 */
export type ValueKind = 'none' | 'model' | 'regulatoryNo' | 'colour' | 'text' | 'percent' | 'count'

export type GroupCode = 'A' | 'B' | 'C' | 'D' | 'E' | 'F'

export interface Item {
  readonly code: string
  readonly name: string
  readonly mode: 'single' | 'multi' | 'input'
  readonly kind: 'sku' | 'objective' | 'subjective'
  readonly required: boolean
  readonly photo: 'none' | 'always' | 'onException'
  readonly appliesTo: Applicability
  /** Belongs to the smallest sensible set of a quick check. */
  readonly quick: boolean
  /** Never filled in silently: its answer is a claim that somebody has to make. */
  readonly askActively: boolean
  readonly valueKind: ValueKind
  readonly options: readonly Option[]
}

export interface Group {
  readonly code: GroupCode
  readonly name: string
  readonly items: readonly Item[]
}

export interface Template {
  readonly id: string
  readonly version: string
  readonly groups: readonly Group[]
}

/** The answer to one item: the codes of the chosen options, and the value typed or picked where the item takes one. */
export interface Answer {
  readonly options: readonly string[]
  readonly value?: string
}

/** Answers by item code. An item that cannot be inspected has no answer: that state is derived, never stored. */
export type Answers = Readonly<Record<string, Answer>>

/** How the derived state "cannot be inspected" reads; it is not an option of any item. */
export const UNINSPECTABLE = { code: 'uninspectable', label: '无法检测' } as const
