import type { Column } from './columns/column.ts'
import { EXPORT_KEYS, type ExportKindKey } from './export-keys.ts'
import type { FeatureSpec } from './feature.ts'
import { declared } from './features/index.ts'

type Named<Key extends string> = Readonly<Record<Key, Readonly<Record<string, Column>>>>

const lists: NonNullable<FeatureSpec['lists']> = declared('lists')
const facts: NonNullable<FeatureSpec['facts']> = declared('facts')

const columnsOf = (of: typeof lists | typeof facts): Named<string> =>
  Object.fromEntries(Object.entries(of).map(([key, { columns }]) => [key, columns]))

/** The columns of every list, by its key. */
export const LIST_COLUMNS = columnsOf(lists)

/** What pages of one thing show of it, by the thing. */
export const FACT_COLUMNS = columnsOf(facts)

/** What a file of each kind can hold: the columns of its list, the hidden ones too. */
export const EXPORT_COLUMNS = Object.fromEntries(
  EXPORT_KEYS.map((key) => [key, LIST_COLUMNS[key]]),
) as Named<ExportKindKey>
