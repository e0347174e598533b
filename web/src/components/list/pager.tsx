import { COUNT_CAP } from '@huanji/contract/constants'
import { Button } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import input from '../field/field.module.css'
import styles from './list.module.css'
import { type ListState, PAGE_SIZES } from './url-state.ts'

interface PagerProps {
  answer:
    | { total: number; totalIsCapped: boolean; nextCursor: string | null; previousCursor: string | null }
    | undefined
  state: ListState
  go: (next: ListState) => void
}

/** Steps by the answer's cursors, so that page 5,000 costs what page 1 costs; the number is for the person. */
export function Pager({ answer, state, go }: PagerProps) {
  const pages = answer && !answer.totalIsCapped ? Math.max(1, Math.ceil(answer.total / state.pageSize)) : null
  const next = answer?.nextCursor ?? null
  const previous = answer?.previousCursor ?? null
  return (
    <nav className={styles.pager} aria-label="分页">
      <span className="muted num">
        {answer ? `共 ${answer.totalIsCapped ? `${COUNT_CAP}+` : answer.total} 条` : ''}
      </span>
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
      <span className={cx(styles.at, 'num')}>
        {state.page}
        {pages ? ` / ${pages}` : ''}
      </span>
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
