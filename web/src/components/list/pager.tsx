import { Button } from '../button/button.tsx'
import input from '../field/field.module.css'
import { isComposed } from '../input-method.ts'
import { totalText } from './count-text.ts'
import styles from './list.module.css'
import { type ListState, PAGE_SIZES } from './url-state.ts'

interface PagerProps {
  answer:
    | { total: number; totalIsCapped: boolean; nextCursor: string | null; previousCursor: string | null }
    | undefined
  state: ListState
  go: (next: ListState) => void
}

/**
 * Steps by the answer's cursors, so that page 5,000 costs what page 1 costs; a number that is typed goes to that page
 * of what is counted.
 */
export function Pager({ answer, state, go }: PagerProps) {
  const isKnown = answer !== undefined && !answer.totalIsCapped
  const pages = answer ? Math.max(1, Math.ceil(answer.total / state.pageSize)) : state.page
  const next = answer?.nextCursor ?? null
  const previous = answer?.previousCursor ?? null
  return (
    <nav className={styles.pager} aria-label="分页">
      <span className="muted num">{answer ? `共 ${totalText(answer)} 条` : ''}</span>
      <select
        className={input.input}
        aria-label="每页条数"
        value={state.pageSize}
        onChange={(event) => go({ ...state, pageSize: Number(event.target.value), page: 1, cursor: '' })}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size} 条/页
          </option>
        ))}
      </select>
      <Button
        small
        icon="left"
        aria-label="上一页"
        disabled={state.page <= 1}
        onClick={() => go({ ...state, page: state.page - 1, cursor: state.page > 2 ? (previous ?? '') : '' })}
      />
      <PageNumber key={state.page} page={state.page} last={pages} go={(page) => go({ ...state, page, cursor: '' })} />
      <span className="num">{isKnown ? `/ ${pages}` : ''}</span>
      <Button
        small
        icon="right"
        aria-label="下一页"
        disabled={next === null}
        onClick={() => go({ ...state, page: state.page + 1, cursor: next ?? '' })}
      />
    </nav>
  )
}

interface PageNumberProps {
  page: number
  /** The highest that can be gone to. */
  last: number
  go: (page: number) => void
}

/** The page one is on, in a box that takes another: Enter goes there, whatever else is typed leaves things as they are. */
function PageNumber({ page, last, go }: PageNumberProps) {
  const leave = (box: HTMLInputElement) => {
    const wanted = Math.min(Number(box.value), Math.max(last, page))
    if (Number.isInteger(wanted) && wanted > 0 && wanted !== page) go(wanted)
    else box.value = String(page)
  }
  return (
    <input
      className={`${input.input} ${styles.pageNumber}`}
      aria-label="页码，回车跳转"
      title="输入页码，回车跳转"
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      defaultValue={page}
      onFocus={(event) => event.target.select()}
      onBlur={(event) => {
        event.target.value = String(page)
      }}
      onKeyDown={(event) => {
        if (isComposed(event)) return
        if (event.key === 'Enter') leave(event.currentTarget)
        if (event.key === 'Escape') event.currentTarget.value = String(page)
      }}
    />
  )
}
