/** The rows of a list that stand in the page. */
const rowsIn = (page: HTMLElement | null): HTMLElement[] => [
  ...(page?.querySelectorAll<HTMLElement>('tr[data-key]') ?? []),
]

/** The row that has the focus, as an element; the browser's focus is the only cursor there is. */
export const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('tr[data-key]') ?? null

/** Gives the focus to the row with this key; false where it does not stand in the page. */
export function focusRow(page: HTMLElement | null, key: string, options?: FocusOptions): boolean {
  const row = rowsIn(page).find((candidate) => candidate.dataset.key === key)
  row?.focus(options)
  return row !== undefined
}

/**
 * Moves the focus one row on or back.
 * @param from the key of the row to go on from; the one with the focus unless given
 */
export function stepFocus(page: HTMLElement | null, step: 1 | -1, from?: string): void {
  const rows = rowsIn(page)
  const at = from === undefined ? focusedRow() : rows.find((row) => row.dataset.key === from)
  const next = at ? rows.indexOf(at) + step : 0
  rows[Math.max(0, Math.min(rows.length - 1, next))]?.focus()
}
