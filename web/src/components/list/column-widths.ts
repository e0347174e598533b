import type { CSSProperties } from 'react'

/** How narrow and how wide a person can make a column. */
export const NARROWEST_PX = 56
export const WIDEST_PX = 800

export const TICK_PX = 40

interface SizedColumn {
  readonly key: string
  readonly widthPx: number
  readonly grows?: number
  readonly declared: { readonly kind: string }
}

/** A width a column can have, in whole px. */
export const bounded = (px: number): number => Math.round(Math.min(WIDEST_PX, Math.max(NARROWEST_PX, px)))

/** The variable that holds the width of the column at this place; dragging changes it and nothing else. */
export const widthName = (index: number): `--${string}` => `--w${index}`

/** Whether text of this kind gains by more room. */
const LONG = new Set(['text', 'names', 'changes'])

/**
 * Each column's share of the width that is left over, in all 1: of those declared so, else of the first text, else of the
 * first column. What the person has set does not grow; all 0 where nothing is left to grow.
 */
export function sharesOf(columns: readonly SizedColumn[], chosen: Readonly<Record<string, number>>): number[] {
  const isDeclared = columns.some(({ grows }) => grows)
  const text = Math.max(
    0,
    columns.findIndex(({ declared }) => LONG.has(declared.kind)),
  )
  const weights = columns.map(({ key, grows = 0 }, index) => {
    if (chosen[key] !== undefined) return 0
    return isDeclared ? grows : Number(index === text)
  })
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => (whole === 0 ? 0 : weight / whole))
}

export interface TableWidths {
  /** The table's own: the columns' widths as variables, and all of them together as its least width. */
  readonly table: CSSProperties & Readonly<Record<`--${string}`, string>>
  /** Of each column, as CSS. */
  readonly columns: readonly string[]
  /** Each column's width in px, at the least where it grows. */
  readonly px: readonly number[]
}

/**
 * The widths of a table in a box that is a container: what the person chose, else what the list says. Columns that grow
 * share what is left; where none does, the table is as wide as its columns.
 * @param others the width of what stands beside the columns, as CSS
 */
export function tableWidths(
  columns: readonly SizedColumn[],
  chosen: Readonly<Record<string, number>>,
  others: string,
): TableWidths {
  const px = columns.map(({ key, widthPx }) => chosen[key] ?? widthPx)
  const shares = sharesOf(columns, chosen)
  const whole = [...px.map((_, index) => `var(${widthName(index)})`), others].join(' + ')
  return {
    px,
    columns: shares.map((share, index) => {
      const own = `var(${widthName(index)})`
      return share === 0 ? own : `calc(${own} + ${share} * var(--free))`
    }),
    table: {
      ...Object.fromEntries(px.map((width, index) => [widthName(index), `${width}px`])),
      '--free': `max(0px, 100cqw - (${whole}))`,
      width: shares.some((share) => share > 0) ? '100%' : `calc(${whole})`,
      minWidth: `calc(${whole})`,
    },
  }
}
