import { useMemo, useState } from 'react'
import { loginContext } from '../../session/session.ts'
import { readJson, storeJson } from '../../session/storage.ts'

export type Density = 'compact' | 'normal' | 'roomy'

/** How a person likes one list: kept per employee in this browser. */
export interface TableSettings {
  readonly density: Density
  /** Column keys in the person's order; columns that came later follow in their own order. */
  readonly order: readonly string[]
  readonly shown: Readonly<Record<string, boolean>>
  /** Columns that the person made wider or narrower, in px. */
  readonly widths: Readonly<Record<string, number>>
}

/** What nobody has changed. */
export const UNTOUCHED: TableSettings = { density: 'normal', order: [], shown: {}, widths: {} }

/** Of one that was stored before there were widths, these are missing. */
function isSettings(value: unknown): value is Partial<TableSettings> {
  return typeof value === 'object' && value !== null && 'density' in value && 'order' in value && 'shown' in value
}

/** The storage key of something remembered for the signed-in employee. */
export const employeeKey = (what: string): string => `${what}:${loginContext().employeeId}`

const keyOf = (listKey: string): string => employeeKey(`columns:${listKey}`)

/** Other columns of a list under some filters, such as those that a decision about its rows needs. */
export interface ColumnSet {
  /** What its settings are remembered by, beside the list's own. */
  readonly key: string
  /** Whether the filters ask for it. */
  readonly when: (values: Readonly<Record<string, string>>) => boolean
  /** The keys of its columns behind the first one, in their order; the others are hidden. */
  readonly columns: readonly string[]
  /** The actions of a row stand in a column of their own, in sight before anybody points at them. */
  readonly showsActions?: true
}

/** What a list's settings hang on. */
export interface Settable {
  readonly key: string
  readonly columns: Readonly<Record<string, unknown>>
  readonly columnSets?: readonly ColumnSet[]
}

type Values = Readonly<Record<string, string>>

/** The set of columns that the filters ask for; undefined where the list has its own. */
export const columnSetOf = ({ columnSets }: Pick<Settable, 'columnSets'>, values: Values): ColumnSet | undefined =>
  columnSets?.find((set) => set.when(values))

/** What nobody has changed of a list under some filters. */
export function untouchedOf(list: Settable, values: Values): TableSettings {
  const set = columnSetOf(list, values)
  if (!set) return UNTOUCHED
  const shown = Object.fromEntries(Object.keys(list.columns).map((key) => [key, set.columns.includes(key)]))
  return { ...UNTOUCHED, order: set.columns, shown }
}

const settingsKey = (list: Settable, values: Values): string => {
  const set = columnSetOf(list, values)
  return set ? `${list.key} ${set.key}` : list.key
}

/** The settings of a list under some filters as they were left. */
export function storedSettings(list: Settable, values: Values): TableSettings {
  const untouched = untouchedOf(list, values)
  return { ...untouched, ...readJson(keyOf(settingsKey(list, values)), untouched, isSettings) }
}

/** The settings of a list under its filters, and how to change them: those of other filters where these are named. */
export function useTableSettings(
  list: Settable,
  values: Values,
): [TableSettings, (next: TableSettings, of?: Values) => void] {
  const key = settingsKey(list, values)
  const [changed, setChanged] = useState<Readonly<Record<string, TableSettings>>>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which of the list's settings they are
  const stored = useMemo(() => storedSettings(list, values), [list, key])
  const change = (next: TableSettings, of = values) => {
    const changedKey = settingsKey(list, of)
    setChanged((old) => ({ ...old, [changedKey]: next }))
    storeJson(keyOf(changedKey), next, 'local')
  }
  return [changed[key] ?? stored, change]
}

/** Settings that a saved view kept; null where it kept none. */
export const asTableSettings = (kept: unknown): TableSettings | null =>
  isSettings(kept) ? { ...UNTOUCHED, ...kept } : null
