import type { Columns, Column as DeclaredColumn } from '@huanji/contract/columns/column'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiCall } from '../../api/client.ts'
import type { Action } from '../actions/action.ts'
import type { Option } from '../listbox/option.ts'
import type { CodeBoxName } from '../scan/code-boxes.ts'
import type { StateTone } from '../state-tag/tone.ts'
import type { ColumnSet } from './table-settings.ts'

/** What every list call takes beside its filters. */
export interface ListInput {
  page?: number | undefined
  pageSize?: number | undefined
  cursor?: string | undefined
  sort?: string | undefined
  countBy?: string | undefined
}

/** What every list call answers (contract, `listOf`), beside its own totals and counts. */
export interface ListAnswer<Row> {
  readonly list: readonly Row[]
  readonly total: number
  readonly totalIsCapped: boolean
  readonly page: number
  readonly pageSize: number
  readonly nextCursor: string | null
  readonly previousCursor: string | null
  /** The order it is in, of a list that can be sorted; null for its own. */
  readonly sort?: string | null
  /** Rows for each value of the filter that `countBy` named. */
  readonly optionCounts?: Readonly<Record<string, number>> | null
}

export type FilterOption = Option

/** Filters are named after the fields of the call's input; anything else does not compile. */
type FilterName<Input> = Exclude<keyof Input & string, keyof ListInput>

interface FilterBase<Name extends string> {
  readonly name: Name
  readonly label: string
}

/** A typed or scanned text; committed with Enter, 查询, or on leaving the box. */
export interface TextFilter<Name extends string> extends FilterBase<Name> {
  readonly kind: 'text'
  readonly placeholder?: string
  /** Which of the boxes for codes it is, where it takes one (components/scan/code-boxes.ts). */
  readonly codeBox?: CodeBoxName
  /** Focused by `/`; the first text filter is when none says so. */
  readonly main?: boolean
}

interface ChoiceFilter<Name extends string> extends FilterBase<Name> {
  /** The call takes one value only. */
  readonly single?: true
  /** The call counts the rows of each value (`countBy`); asked for when the filter is opened. */
  readonly counted?: true
}

/** Some of a few values. A function is asked after the first rows are there, or when the box is opened before. */
export interface SelectFilter<Name extends string> extends ChoiceFilter<Name> {
  readonly kind: 'select'
  readonly options: readonly FilterOption[] | (() => Promise<readonly FilterOption[]>)
  /** What no choice is called; 全部 unless said otherwise. */
  readonly none?: string
}

/** Some of very many values, searched on the server: models. The values' labels are kept in the URL beside them. */
export interface SearchFilter<Name extends string> extends ChoiceFilter<Name> {
  readonly kind: 'search'
  readonly search: (keyword: string) => Promise<readonly FilterOption[]>
}

/** One calendar day of Asia/Shanghai, sent as `yyyy-MM-dd`. */
export interface DayFilter<Name extends string> extends FilterBase<Name> {
  readonly kind: 'day'
}

/** A span of days in Asia/Shanghai, both ends included; the call gets two moments under `name` and `to`. */
export interface DaysFilter<Name extends string> extends FilterBase<Name> {
  readonly kind: 'days'
  readonly to: Name
}

export type Filter<Name extends string = string> =
  | TextFilter<Name>
  | SelectFilter<Name>
  | SearchFilter<Name>
  | DayFilter<Name>
  | DaysFilter<Name>

/** A column as it is shown (`columnsOf`). */
export interface Column<Row> {
  /** Stable: column settings are remembered by it. */
  readonly key: string
  readonly title: string
  /** At the least for one that grows, until the person sets another. */
  readonly widthPx: number
  /** Its share of the width that is left over. */
  readonly grows?: number
  /** Money and counts go right. */
  readonly align?: 'right'
  readonly cell: (row: Row) => ReactNode
  /** Adds a copy icon for this text beside the cell; an empty text has none. */
  readonly copy?: (row: Row) => string
  /** Hidden until the person turns it on. */
  readonly hidden?: boolean
  /** What an export writes for it, where its fields do not say it. */
  readonly text?: (row: Row) => string
  /** Columns whose facts its cell shows too. */
  readonly shows: readonly string[]
  readonly declared: DeclaredColumn
}

/** What a list says of a column where the look of its kind (`kinds.tsx`) does not do. */
export interface Cell<Row> {
  readonly widthPx?: number
  /**
   * Takes this share of the width that is left, and `widthPx` at the least: the column that people read a row by, and
   * others whose text is often long.
   */
  readonly grows?: number
  /**
   * Columns whose facts this cell shows too. They are hidden until a person turns them on; an export writes them
   * beside it.
   */
  readonly shows?: readonly string[]
  /** What stands in the cell. */
  readonly cell?: (row: Row) => ReactNode
  /** What an export writes where the cell says more or other than its fields: a sign, a number with its unit. */
  readonly text?: (row: Row) => string
  /** The text for the copy icon; null for no icon. Codes have one for what they show. */
  readonly copy?: ((row: Row) => string) | null
  /** The colours of a state's values, or of flags by their fields. */
  readonly tones?: Readonly<Record<string, StateTone>>
}

/** By the keys of the list's columns. */
export type Cells<Row, Key extends string = string> = { readonly [K in Key]?: Cell<Row> }

/** Status tabs over the table: one filter of the call, with counts from the answer. */
export interface Tabs<Name extends string, Output> {
  readonly name: Name
  /** Behind 全部, which is no value; or all of them, where `unnamed` says which one is no value. */
  readonly options: readonly FilterOption[]
  /** The option that is meant where the address names none, by what the other filters are. */
  readonly unnamed?: (values: Readonly<Record<string, string>>) => string
  readonly counts?: (answer: Output) => Readonly<Record<string, number>>
}

export interface EmptyText {
  readonly title: string
  /** What to do about it. */
  readonly hint: string
  /** The same as a button, for whoever may: what is missing is made from here, or on the page that it leads to. */
  readonly lead?: {
    readonly name: string
    /** The right to it, or the page. */
    readonly grant: string
    readonly run: (context: EmptyLeadContext) => unknown
  }
}

/** What an empty list's way on is given. */
export interface EmptyLeadContext {
  readonly queries: QueryClient
  readonly goTo: (address: string) => unknown
}

export interface ListDefinition<
  Input extends ListInput,
  Row,
  Output extends ListAnswer<Row>,
  Key extends string = string,
> {
  /** Stable name: column settings and the last used filters are remembered under it. */
  readonly key: string
  readonly title: string
  readonly call: ApiCall<Input, Output>
  readonly rowKey: (row: Row) => string
  /** What a person knows a row by (order number, 条码); names it in results. */
  readonly rowLabel: (row: Row) => string
  /** What a row's state is in words, as the reason why an action passes it over; its first state column unless said otherwise. */
  readonly rowState?: (row: Row) => string
  /** The row's photograph, for its preview. */
  readonly rowCover?: (row: Row) => string | null
  /**
   * Those of the contract. The first one stays in place when scrolling sideways; some take the free
   * width (`grows`, else the first text).
   */
  readonly columns: Columns<Row, Key>
  /** What is special about some of them. */
  readonly cells?: Cells<Row, Key>
  /** Other columns under some filters; the first that the filters ask for is shown. */
  readonly columnSets?: readonly ColumnSet[]
  readonly filters?: readonly Filter<FilterName<Input>>[]
  readonly tabs?: Tabs<FilterName<Input>, Output>
  /** Always sent, whatever the filters say: `{ channel: 'auction' }`. */
  readonly fixed?: Partial<Input>
  /** Keys of the address that say what the page is about; they stay whatever is filtered. */
  readonly keeps?: readonly string[]
  /** Further input that follows from the filters, such as the sort that a tab wants. */
  readonly derive?: (input: Partial<Input>) => Partial<Input>
  readonly actions?: readonly Action<Row>[]
  /** Where Enter and the first column's link lead. */
  readonly link?: (row: Row) => string
  /** What Enter does where a row has no page of its own: opens its drawer. */
  readonly open?: (row: Row) => void
  readonly empty?: EmptyText
  /**
   * What stands over the table: the totals of the filter, which may ask for them by themselves, and what else concerns all
   * of its rows.
   */
  readonly totals?: (answer: Output, filter: Partial<Input>) => ReactNode
  /** Buttons beside the title that need no row, such as 发布商品. */
  readonly toolbar?: ReactNode
  /** 20 unless said otherwise. */
  readonly pageSize?: number
  /** Asks again this often while the page is visible and no event stream tells of changes, for lists that live by the minute. */
  readonly refreshEveryMs?: number
}

/** A list whose row and call types are settled; what `ListPage` takes. */
export function defineList<Input extends ListInput, Row, Output extends ListAnswer<Row>, Key extends string>(
  definition: ListDefinition<Input, Row, Output, Key>,
): ListDefinition<Input, Row, Output> {
  return definition
}
