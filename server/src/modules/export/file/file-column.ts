import { cellText } from '@huanji/contract/columns/cell-text'
import { type Column, valuesOf } from '@huanji/contract/columns/column'
import type { CellForm } from '@huanji/contract/columns/sheet-xml'

/** A column of a file. */
export interface FileColumn {
  readonly title: string
  readonly form: CellForm
  /** It holds one of a few words. */
  readonly isNarrow: boolean
  /** How many characters wide it is, where its form mostly is wider. */
  readonly chars?: number | undefined
  /** What a row adds to the column's sum, in fen; absent where the column is no sum. */
  readonly fen?: (row: unknown) => number
  /** What a row's cell holds, before it is written as the format writes it; empty for an empty cell. */
  readonly read: (row: unknown) => string
}

const NARROW: readonly string[] = ['choice', 'state', 'grade', 'flags']

/** How wide the columns of these fields are, in characters: short ones leave a printed page to the long ones. */
const CHARS: ReadonlyMap<string, number> = new Map([
  ...([
    ['imei', 16],
    ['billNo', 18],
    ['orderNo', 20],
    ['refundNo', 20],
    ['channel', 7],
    ['grade', 7],
  ] as const),
  ...([
    ['shopName', 16],
    ['buyerNick', 13],
    ['stateText', 13],
    ['scheduleDate', 13],
    ['remark', 14],
  ] as const),
  ...([
    ['carrierName', 15],
    ['returnCarrierName', 15],
    ['skuText', 18],
    ['title', 22],
    ['formula', 32],
  ] as const),
])

const NUMBERED = { money: 'money', moment: 'moment', code: 'code', count: 'count' } as const

/** A column of a list as its file has it. */
export function fileColumn(column: Column): FileColumn {
  const { isSummed, fields } = column
  const chars = CHARS.get(fields[0] ?? '')
  const shown = { ...shownColumn(column), isNarrow: NARROW.includes(column.kind), chars }
  if (isSummed !== true) return shown
  return { ...shown, fen: (row) => (valuesOf(column, row)[0] as number | null) ?? 0 }
}

function shownColumn(column: Column): Omit<FileColumn, 'isNarrow' | 'chars' | 'fen'> {
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
