import { FLOW_LABELS } from '@huanji/domain/fees/account-flows'
import { ALL_STATES } from '@huanji/domain/states/all'
import { labelsOf } from '../columns/define-columns.ts'
import type { FeatureSpec } from '../feature.ts'
import { FEATURES } from '../features/index.ts'
import { REQUEST_LABELS } from '../labels.ts'
import { FACT_COLUMNS, LIST_COLUMNS } from '../list-columns.ts'
import { FIELD_WORDS } from './field-words.ts'
import { OWN_CHOICES } from './own-choices.ts'

/** One value that a field can have, and what it means. */
export interface Choice {
  readonly value: string
  readonly label: string
}

type Words = Readonly<Record<string, string>>

/** What codes are called where the domain or a feature says it already. */
const KNOWN: readonly Words[] = [
  ...ALL_STATES.map(({ states }) => labelsOf(states)),
  ...Object.values<FeatureSpec>(FEATURES).flatMap(({ dictionaries = {}, labels = [] }) => [
    ...Object.values(dictionaries).map((options) =>
      labelsOf(options.map(({ value, label }) => ({ code: value, label }))),
    ),
    ...labels,
  ]),
  FLOW_LABELS,
  REQUEST_LABELS,
]

/** Columns that several lists have under titles of their own. */
const SHARED_COLUMNS: Words = { amount: '金额', at: '时间', createdAt: '创建时间', deadline: '截止时间' }

const COLUMN_TITLES: Words = {
  ...Object.fromEntries(
    [...Object.values(LIST_COLUMNS), ...Object.values(FACT_COLUMNS)].flatMap((columns) =>
      Object.entries(columns).map(([key, { title }]) => [key, title]),
    ),
  ),
  ...SHARED_COLUMNS,
}

const DIRECTIONS: Words = { asc: '升序', desc: '降序' }

/** 按某列排列: `paidAt.desc`. */
function sortWord(value: string): string {
  const [column = '', direction = ''] = value.split('.')
  const title = COLUMN_TITLES[column]
  return title === undefined ? '' : `按${title}，${DIRECTIONS[direction] ?? ''}`
}

const has = (words: Words, values: readonly string[]): boolean => values.every((value) => Object.hasOwn(words, value))

/** The table whose codes these are: one that has no others before one that has more. */
function tableOf(name: string, values: readonly string[]): Words | null {
  const own = OWN_CHOICES[name]?.find((words) => has(words, values))
  if (own !== undefined) return own
  const known = KNOWN.filter((words) => has(words, values))
  return known.find((words) => Object.keys(words).length === values.length) ?? known[0] ?? null
}

/** What each value of a choice means; without a word where nothing says it, which the reference's test refuses. */
export function choicesOf(name: string, values: readonly string[]): Choice[] {
  if (name === 'sort') return values.map((value) => ({ value, label: sortWord(value) }))
  if (name === 'countBy') return values.map((value) => ({ value, label: FIELD_WORDS[value] ?? '' }))
  const words = tableOf(name, values)
  return values.map((value) => ({ value, label: words?.[value] ?? '' }))
}
