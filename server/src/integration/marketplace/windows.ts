/** A window of time in whole Unix seconds, both ends included. */
export type TimeWindow = readonly [fromS: number, toS: number]

/** One page of what changed in a window, and how many rows the whole window has or, where that is not told, whether more follow. */
export type ChangesPage<Row> = { readonly list: readonly Row[] } & (
  | { readonly count: number }
  | { readonly has_next_page: boolean }
)

/** All that changed up to a moment: whoever has taken the rows over may go on from there. */
export interface ReadChanges<Row> {
  readonly rows: readonly Row[]
  readonly untilS: number
}

export const PAGE_SIZE = 100
/** The platform refuses `page_no × page_size` above 10 000. */
const PAGES_MAX = 100

const hasMore = <Row>(page: ChangesPage<Row>, pageNo: number): boolean =>
  'count' in page ? pageNo * PAGE_SIZE < page.count : page.has_next_page

/** Every row of a window, or null where there are more than the platform's pages reach. */
async function readWindow<Row>(readPage: (pageNo: number) => Promise<ChangesPage<Row>>): Promise<Row[] | null> {
  const rows: Row[] = []
  for (let pageNo = 1; pageNo <= PAGES_MAX; pageNo += 1) {
    const page = await readPage(pageNo)
    if ('count' in page && page.count > PAGES_MAX * PAGE_SIZE) return null
    rows.push(...page.list)
    if (!hasMore(page, pageNo)) return rows
  }
  return null
}

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
  const rows = await readWindow((pageNo) => readPage(window, pageNo))
  if (rows !== null) {
    yield { rows, untilS: toS }
    return
  }
  if (fromS === toS) throw new Error(`more than ${PAGES_MAX * PAGE_SIZE} changes within one second`)
  const middleS = Math.floor((fromS + toS) / 2)
  yield* readChanges(readPage, [fromS, middleS])
  yield* readChanges(readPage, [middleS + 1, toS])
}
