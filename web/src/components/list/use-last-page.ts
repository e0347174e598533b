import { useEffect } from 'react'
import type { ListAnswer } from './list-types.ts'
import type { ListState } from './url-state.ts'
import type { ListStateControl } from './use-list-state.ts'

type Answered = Pick<ListAnswer<unknown>, 'list' | 'total'>

/** The page to show instead of one that has no rows; null where the page has some, or there is no other. */
function pageInstead({ list, total }: Answered, { page, pageSize }: Pick<ListState, 'page' | 'pageSize'>) {
  if (list.length > 0 || page <= 1) return null
  return Math.max(1, Math.min(page - 1, Math.ceil(total / pageSize)))
}

/**
 * Leads from a page beyond the last one, whose rows have gone or which an address asked for, to the last one. True while
 * the rows are not those of a page that there is.
 */
export function useLastPage(
  answer: Answered | undefined,
  isStale: boolean,
  { state, go }: Pick<ListStateControl, 'state' | 'go'>,
): boolean {
  const instead = answer && !isStale ? pageInstead(answer, state) : null
  useEffect(() => {
    if (instead !== null) go({ ...state, page: instead, cursor: '' }, 'replace')
  }, [instead, state, go])
  return instead !== null || (isStale && answer?.list.length === 0 && answer.total > 0)
}
