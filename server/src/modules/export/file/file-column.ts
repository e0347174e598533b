import { cellText } from '@huanji/contract/columns/cell-text'
import { type Column, valuesOf } from '@huanji/contract/columns/column'
import type { CellForm } from '@huanji/contract/columns/sheet-xml'

/** A column of a file. */
export interface FileColumn {
  readonly title: string
  readonly form: CellForm
  /** It holds one of a few words. */
  readonly isNarrow: boolean
  /** What a row adds to the column's sum, in fen; absent where the column is no sum. */
  readonly fen?: (row: unknown) => number
  /** What a row's cell holds, before it is written as the format writes it; empty for an empty cell. */
  readonly read: (row: unknown) => string
}

const NARROW: readonly string[] = ['choice', 'state', 'grade', 'flags']

const NUMBERED = { money: 'money', moment: 'moment', code: 'code', count: 'count' } as const

/** A column of a list as its file has it. */
export function fileColumn(column: Column): FileColumn {
  const { isSummed } = column
  const shown = { ...shownColumn(column), isNarrow: NARROW.includes(column.kind) }
  if (isSummed !== true) return shown
  return { ...shown, fen: (row) => (valuesOf(column, row)[0] as number | null) ?? 0 }
}

function shownColumn(column: Column): Omit<FileColumn, 'isNarrow' | 'fen'> {
  const { title, kind, fields } = column
  const form = NUMBERED[kind as keyof typeof NUMBERED] ?? 'text'
  if (form === 'moment') return { title, form, read: (row) => (valuesOf(column, row)[0] as string | null) ?? '' }
  // several figures in one cell are no figure
  if (form === 'count' && fields.length > 1) {
    return { title, form: 'text', read: (row) => valuesOf(column, row).filter(isThere).join(' / ') }
  }
  return { title, form, read: (row) => cellText(column, row) }
}

const isThere = (value: unknown): boolean => value !== null && value !== ''
