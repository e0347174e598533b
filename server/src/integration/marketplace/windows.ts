/** A window of time in whole Unix seconds, both ends included. */
export type TimeWindow = readonly [fromS: number, toS: number]

/** One page of what changed in a window, and how many rows the whole window has. */
export interface ChangesPage<Row> {
  readonly list: readonly Row[]
  readonly count: number
}

/** All that changed up to a moment: whoever has taken the rows over may go on from there. */
export interface ReadChanges<Row> {
  readonly rows: readonly Row[]
  readonly untilS: number
}

export const PAGE_SIZE = 100
/** The platform refuses `page_no × page_size` above 10 000. */
const PAGES_MAX = 100

/**
 * Reads everything that changed in a window, oldest part first. A window with more rows than the platform's pages reach
 * is cut in half until each part can be read whole, so that nothing beyond the last page is lost.
 * @throws Error when a single second has more rows than can be read; what came before it has been given by then
 */
export async function* readChanges<Row>(
  readPage: (window: TimeWindow, pageNo: number) => Promise<ChangesPage<Row>>,
  window: TimeWindow,
): AsyncGenerator<ReadChanges<Row>> {
  const [fromS, toS] = window
  const first = await readPage(window, 1)
  if (first.count > PAGES_MAX * PAGE_SIZE) {
    if (fromS === toS) throw new Error(`more than ${PAGES_MAX * PAGE_SIZE} changes within one second`)
    const middleS = Math.floor((fromS + toS) / 2)
    yield* readChanges(readPage, [fromS, middleS])
    yield* readChanges(readPage, [middleS + 1, toS])
    return
  }
  const rows = [...first.list]
  for (let pageNo = 2; (pageNo - 1) * PAGE_SIZE < first.count; pageNo += 1) {
    rows.push(...(await readPage(window, pageNo)).list)
  }
  yield { rows, untilS: toS }
}
