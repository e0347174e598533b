/** Rows `first` to `end - 1`. */
export interface RowSpan {
  readonly first: number
  readonly end: number
}

/** Rows kept ready above and below what is seen, so that j, k and short scrolls never meet a gap. */
const SPARE_ROWS = 12
/** The span moves by this many rows at a time, so that scrolling renders seldom. */
const STEP_ROWS = 6

/**
 * The rows to render for a scroll position.
 * @param scrollTopPx how far the box is scrolled
 * @param heightPx how high the box is
 * @param rowPx how high each row is
 * @param count how many rows there are
 */
export function spanOf(scrollTopPx: number, heightPx: number, rowPx: number, count: number): RowSpan {
  const top = Math.floor(scrollTopPx / rowPx)
  const bottom = Math.ceil((scrollTopPx + heightPx) / rowPx)
  const first = Math.floor((top - SPARE_ROWS) / STEP_ROWS) * STEP_ROWS
  const end = Math.ceil((bottom + SPARE_ROWS) / STEP_ROWS) * STEP_ROWS
  return { first: Math.max(0, Math.min(first, count)), end: Math.min(count, end) }
}
