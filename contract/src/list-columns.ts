import { nameOfCall } from './calls.ts'
import type { Column } from './columns/column.ts'
import { EXPORT_KEYS, type ExportKindKey } from './export-keys.ts'
import type { FeatureSpec } from './feature.ts'
import { declared } from './features/index.ts'
import type { FilterWords } from './filter-words.ts'
import type { RowNaming } from './row-words.ts'

type Named<Key extends string> = Readonly<Record<Key, Readonly<Record<string, Column>>>>

const lists: NonNullable<FeatureSpec['lists']> = declared('lists')
const facts: NonNullable<FeatureSpec['facts']> = declared('facts')

const columnsOf = (of: typeof lists | typeof facts): Named<string> =>
  Object.fromEntries(Object.entries(of).map(([key, { columns }]) => [key, columns]))

/** The columns of every list, by its key. */
export const LIST_COLUMNS = columnsOf(lists)

const listOf = <Key extends string, Value>(value: (list: (typeof lists)[string]) => Value | undefined) =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([key, list]) => {
      const said = value(list)
      return said === undefined ? [] : [[key, said] as const]
    }),
  ) as Readonly<Record<Key, Value>>

/** What the filters of each list that can be exported are called. */
export const EXPORT_FILTERS = listOf<ExportKindKey, FilterWords>((list) => list.export && list.filters)

/** What rows are called, by the name of the call that lists them. */
export const ROW_NAMINGS: ReadonlyMap<string, RowNaming> = new Map(
  Object.values(lists).flatMap(({ call, naming }) =>
    naming === undefined ? [] : [[nameOfCall(call), naming] as const],
  ),
)

/** What pages of one thing show of it, by the thing. */
export const FACT_COLUMNS = columnsOf(facts)

/** What a file of each kind can hold: the columns of its list, the hidden ones too. */
export const EXPORT_COLUMNS = Object.fromEntries(
  EXPORT_KEYS.map((key) => [key, LIST_COLUMNS[key]]),
) as Named<ExportKindKey>
