import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import * as z from 'zod'
import { dataOf } from '../fixtures/client.ts'
import { type Answer, send, type Target } from '../gateway/target.ts'
import { type Finding, finding } from './finding.ts'
import { type IdsByName, withOwnIds } from './isolation.ts'

/** What the answers of all lists have in common. */
interface ListAnswer {
  readonly list: readonly Readonly<Record<string, unknown>>[]
  readonly total: number
  readonly sort?: string | null
  readonly optionCounts?: Readonly<Record<string, number>> | null
}

interface Asked {
  readonly answer: Answer
  readonly data: ListAnswer
  /** What the rows are told apart by: the first field of each. */
  readonly ids: readonly unknown[]
}

/** A list that is asked by somebody; `needs` is what it cannot be asked without. */
export interface AskedList {
  readonly spec: CallSpec
  readonly who: LoginContext
  readonly needs: object
}

/** What of a call's example it cannot be asked without, with ids of the caller's own things. */
export function needsOf(spec: CallSpec, own: IdsByName): object {
  const names = Object.keys(Object(spec.example))
  return Object.fromEntries(Object.entries(Object(withOwnIds(spec, own))).filter(([name]) => names.includes(name)))
}

async function ask(target: Target, { spec, who, needs }: AskedList, filter: object): Promise<Asked> {
  const answer = await send(target, spec.path, who, { ...needs, pageSize: 200, ...filter })
  const data = dataOf(spec, answer) as ListAnswer
  return { answer, data, ids: data.list.map((row) => Object.values(row)[0]) }
}

/** The words that a field of a call's input takes; none where it has no such field. */
function wordsOf(spec: CallSpec, name: 'countBy' | 'sort'): string[] {
  const field: unknown = spec.input instanceof z.ZodObject ? spec.input.shape[name] : undefined
  const inner: unknown = field instanceof z.ZodOptional ? field.unwrap() : field
  return inner instanceof z.ZodEnum ? inner.options.map(String) : []
}

export const isCounted = (spec: CallSpec): boolean => wordsOf(spec, 'countBy').length > 0
export const isSorted = (spec: CallSpec): boolean => wordsOf(spec, 'sort').length > 0

const sameRows = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  JSON.stringify([...new Set(one)].sort()) === JSON.stringify([...new Set(other)].sort())

/**
 * What a list counts for the values of a filter is what it finds when it is filtered by them, one by one; and filtered by
 * two of them it finds the rows of both.
 */
export async function checkOptions(target: Target, list: AskedList): Promise<Finding[]> {
  const { spec } = list
  const found: Finding[] = []
  for (const name of wordsOf(spec, 'countBy')) {
    const { answer, data } = await ask(target, list, { countBy: name })
    const counted = Object.entries(data.optionCounts ?? {})
    if (counted.length === 0) found.push(finding(spec.path, name, 'counts no value', answer))
    const there: { readonly value: string; readonly ids: readonly unknown[] }[] = []
    for (const [value, count] of counted) {
      const of = await ask(target, list, { [name]: value })
      if (of.data.total !== count)
        found.push(finding(spec.path, `${name}: ${value}`, `finds ${of.data.total} rows and counts ${count}`, answer))
      if (count > 0) there.push({ value, ids: of.ids })
    }
    const [one, two] = there
    if (one === undefined || two === undefined) continue
    const both = await ask(target, list, { [name]: [one.value, two.value] })
    if (!sameRows(both.ids, [...one.ids, ...two.ids]) || both.data.total !== new Set(both.ids).size)
      found.push(finding(spec.path, `${name}: two values`, 'does not find the rows of both', both.answer))
  }
  return found
}

/**
 * A list has its rows in the order that it says: under every word that it takes under one of the tabs, the rows of the
 * other direction the other way round, and none missing that it has in its own order.
 */
export async function checkSorts(target: Target, list: AskedList, tabs: readonly object[]): Promise<Finding[]> {
  const { spec } = list
  const found: Finding[] = []
  for (const word of wordsOf(spec, 'sort').filter((one) => one.endsWith('.asc'))) {
    let isThere = false
    for (const tab of tabs) {
      const own = await ask(target, list, tab)
      const up = await ask(target, list, { ...tab, sort: word })
      if (own.data.sort !== null) found.push(finding(spec.path, 'no order', 'says that it has one', own.answer))
      if (up.data.sort === null) continue
      isThere = true
      const down = await ask(target, list, { ...tab, sort: word.replace('.asc', '.desc') })
      if (JSON.stringify([...up.ids].reverse()) !== JSON.stringify(down.ids))
        found.push(finding(spec.path, word, 'is not the other direction the other way round', up.answer))
      if (!sameRows(up.ids, own.ids)) found.push(finding(spec.path, word, 'has other rows than no order', up.answer))
    }
    if (!isThere) found.push(finding(spec.path, word, 'is left out under every tab'))
  }
  return found
}
