import { FEATURES, type Feature } from '../../catalogue/types.ts'
import { dictionary } from '../../dictionary.ts'
import type { Applicability, Grade, Group, GroupCode, Item, Option, OptionEffect } from '../types.ts'

const MODES = ['single', 'multi', 'input'] as const
const KINDS = ['sku', 'objective', 'subjective'] as const
const PHOTOS = ['none', 'always', 'onException'] as const
const VALUES = ['model', 'regulatoryNo', 'colour', 'text', 'percent', 'count'] as const
const PLATFORMS = ['apple', 'android'] as const
const FLAGS = ['required', 'quick', 'asked'] as const

/** What an option does, by the mark before its name; without a mark it is one of several of which none is better. */
const MARKS = dictionary<Pick<Option, 'effect' | 'cap'>>({
  '=': effect('normal'),
  i: effect('info'),
  99: effect('cap', '99'),
  95: effect('cap', '95'),
  90: effect('cap', '90'),
  80: effect('cap', '80'),
  70: effect('cap', '70'),
  E: effect('fault', 'E'),
  X: effect('stop', 'X'),
})

function effect(name: OptionEffect, cap: Grade | null = null): Pick<Option, 'effect' | 'cap'> {
  return { effect: name, cap }
}

/** The option of a cell; the one that is marked `=` is filled in unless the item has to be asked. */
function optionOf(cell: string, code: string): Option {
  const [, mark = '', name = ''] = /^(?:(=|i|99|95|90|80|70|E|X) )?(.+)$/.exec(cell) ?? []
  return { code, name, isDefault: mark === '=', ...(MARKS[mark] ?? effect('normal')) }
}

/** The last of the words that is one of these. */
const lastOf = <Word extends string>(words: readonly string[], known: readonly Word[]): Word | undefined =>
  known.find((one) => one === words.findLast((word) => known.some((other) => other === word)))

function appliesTo(words: readonly string[]): Applicability {
  const feature = lastOf<Feature>(words, FEATURES)
  const platform = lastOf(words, PLATFORMS)
  if (feature === undefined) return platform ? { when: platform } : { when: 'all' }
  return platform ? { when: 'feature', feature, platform } : { when: 'feature', feature }
}

const WORDS: readonly string[] = [...MODES, ...KINDS, ...PHOTOS, ...VALUES, ...PLATFORMS, ...FLAGS, ...FEATURES]

/** What is answered of a phone that turns out not to have what an item is about; offered where the catalogue does not know. */
const notThere = (code: string, { when }: Applicability): Option[] =>
  when === 'feature' ? [{ code: `${code}-0`, name: '不适用', isDefault: false, effect: 'normal', cap: null }] : []

/**
 * The item of a row: `code | name | words | option | option …`. Of the words that exclude each other the row's goes before the group's.
 * @throws Error for a word that says nothing of an item
 */
function itemOf(row: string, ofGroup: string): Item {
  const [code = '', name = '', said = '', ...options] = row.split('|').map((cell) => cell.trim())
  const words = `${ofGroup} ${said}`.split(' ').filter((word) => word !== '')
  const applies = appliesTo(words)
  const unknown = words.filter((word) => !WORDS.includes(word))
  if (unknown.length > 0) throw new Error(`${code}: ${unknown.join(', ')} says nothing of an item`)
  return {
    code,
    name,
    askActively: words.includes('asked'),
    valueKind: lastOf(words, VALUES) ?? 'none',
    mode: lastOf(words, MODES) ?? 'single',
    kind: lastOf(words, KINDS) ?? 'objective',
    required: words.includes('required'),
    photo: lastOf(words, PHOTOS) ?? 'none',
    appliesTo: applies,
    quick: words.includes('quick'),
    options: [...options.map((cell, index) => optionOf(cell, `${code}-${index + 1}`)), ...notThere(code, applies)],
  }
}

/**
 * One group of the template, in the order of the report: a row an item. `words` say what holds for its items unless their
 * row says otherwise: mode, kind, photograph, value, platform or feature of the phones, `required`, `quick`, and `asked` for what is never
 * filled in silently. Options get the codes `<item>-1`, `<item>-2` … by position; their marks stand in `MARKS`.
 */
export function group(code: GroupCode, name: string, words: string, rows: string): Group {
  const items = rows
    .trim()
    .split('\n')
    .map((row) => itemOf(row, words))
  return { code, name, items }
}
