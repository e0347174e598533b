import { heldFields, joined, namesOf, wordOf } from '@huanji/contract/columns/cell-text'
import type { ColumnKind, Column as DeclaredColumn } from '@huanji/contract/columns/column'
import type { Grade } from '@huanji/domain/template/types'
import type { ReactNode } from 'react'
import { GradeBadge } from '../grade/grade-badge.tsx'
import { Money } from '../money/money.tsx'
import { StateTag, type StateTone } from '../state-tag/state-tag.tsx'
import { Time } from '../time/time.tsx'
import { changeSummary, type Facts } from './changes.ts'

/** What a cell is made of. */
interface CellParts {
  /** Of the column's fields, in their order. */
  readonly values: readonly unknown[]
  readonly column: DeclaredColumn
  /** The colours of states; neutral where nothing is said. */
  readonly tones: Readonly<Record<string, StateTone>>
}

/** How the columns of a kind are shown, unless a list says otherwise. */
interface KindLook {
  readonly widthPx: number
  readonly align?: 'right'
  /** The cell has a copy icon for what it shows. */
  readonly isCopied?: true
  readonly cell: (parts: CellParts) => ReactNode
}

const DASH = <span className="muted">—</span>

function State(parts: CellParts) {
  const word = wordOf(parts.column, parts.values)
  return word === '' ? DASH : <StateTag tone={parts.tones[joined(parts.values)] ?? 'neutral'}>{word}</StateTag>
}

function Flags({ values, column, tones }: CellParts) {
  const held = heldFields(column, values)
  if (held.length === 0) return DASH
  return held.map((field) => (
    <StateTag key={field} tone={tones[field] ?? 'neutral'}>
      {column.labels?.[field]}
    </StateTag>
  ))
}

function Changes({ values: [before, after] }: CellParts) {
  const summary = changeSummary({ before: before as Facts, after: after as Facts })
  return summary ? <span title={summary}>{summary}</span> : DASH
}

/**
 * The one place that says how each kind of column looks. That a column's fields hold what its kind needs was checked
 * where the columns are declared (`defineColumns`).
 */
export const KIND_LOOKS: Readonly<Record<ColumnKind, KindLook>> = {
  text: { widthPx: 132, cell: ({ values }) => joined(values) || DASH },
  code: {
    widthPx: 168,
    isCopied: true,
    cell: ({ values }) => (joined(values) ? <span className="code">{joined(values)}</span> : DASH),
  },
  money: { widthPx: 112, align: 'right', cell: ({ values: [fen] }) => <Money fen={fen as number | null} /> },
  moment: { widthPx: 158, cell: ({ values: [at] }) => <Time at={at as string | null} /> },
  count: {
    widthPx: 96,
    align: 'right',
    cell: ({ values }) => (joined(values) ? <span className="num">{joined(values)}</span> : DASH),
  },
  choice: { widthPx: 76, cell: ({ values, column }) => wordOf(column, values) || DASH },
  state: { widthPx: 104, cell: State },
  grade: { widthPx: 84, cell: ({ values: [grade] }) => <GradeBadge grade={grade as Grade | null} /> },
  names: { widthPx: 180, cell: ({ values: [list] }) => namesOf(list) || DASH },
  flags: { widthPx: 132, cell: Flags },
  changes: { widthPx: 280, cell: Changes },
}
