import { COUNT_CAP } from '@huanji/contract/constants'
import { type Action, actionsForRows, isGranted, type RowWords } from '../actions/action.ts'
import { fitOf, fitText, statesText } from '../actions/fit.ts'
import { Button } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import styles from './list.module.css'
import { type Selection, type Ticks, useTicks } from './selection.ts'

export interface BulkBarProps<Row> {
  selection: Selection<Row>
  /** The keys of the rows on screen. */
  keys: readonly string[]
  answer: { readonly total: number; readonly totalIsCapped: boolean } | undefined
  actions: readonly Action<Row>[]
  words: RowWords<Row>
  start: (action: Action<Row>, rows: readonly Row[]) => void
  /** Starts an action for everything that the filter finds but these keys. */
  startFound: (action: Action<Row>, excluded: readonly string[]) => void
  exportRows: (rows: readonly Row[]) => void
  /** Where no tabs stand: it lies over the table's head, beside its tick box. */
  isOverHead: boolean
}

/** What can be done with the ticked rows; it covers the tabs' line while rows are ticked, so nothing moves. */
export function BulkBar<Row>(props: BulkBarProps<Row>) {
  const { selection, isOverHead } = props
  const ticks = useTicks(selection)
  return (
    <section className={cx(styles.bulkBar, isOverHead && styles.overHead)} aria-label="批量操作">
      {ticks.allBut === null ? (
        <TickedRows {...props} ticks={ticks} />
      ) : (
        <TickedFound {...props} allBut={ticks.allBut} />
      )}
      <Button small tone="quiet" onClick={() => selection.clear()}>
        取消选择
      </Button>
    </section>
  )
}

function TickedRows<Row>({ selection, keys, answer, ticks, ...props }: BulkBarProps<Row> & { ticks: Ticks<Row> }) {
  const { actions, words, start, exportRows } = props
  const rows = [...ticks.rows.values()].map(({ row }) => row)
  const elsewhere = rows.length - keys.filter((key) => ticks.rows.has(key)).length
  const offered = actionsForRows(actions, rows)
  const states = statesText(rows, words)
  return (
    <>
      <span>
        已选 <b className="num">{rows.length}</b> 项{elsewhere > 0 ? `（其他页 ${elsewhere} 项）` : ''}
      </span>
      <FindMore selection={selection} keys={keys} answer={answer} />
      {offered.map((action) => {
        const fit = fitOf(action, rows)
        return (
          <Button
            key={action.key}
            small
            // what passes over some of the rows is not what they were ticked for
            tone={action.tone === 'primary' && fit.skipped.length > 0 ? 'plain' : (action.tone ?? 'plain')}
            {...(action.icon ? { icon: action.icon } : {})}
            {...(fit.skipped.length > 0 ? { title: fitText(action, fit, words) } : {})}
            onClick={() => start(action, rows)}
          >
            批量{action.name}
            {fit.skipped.length > 0 ? (
              <span className="num" aria-hidden="true">
                {fit.fitting.length}
              </span>
            ) : null}
          </Button>
        )
      })}
      {offered.length === 0 && actions.some(({ bulk }) => bulk) ? (
        <span>
          所选 {rows.length} 条都不能操作{states === '' ? '' : `（${states}）`}
        </span>
      ) : null}
      <Button small icon="download" onClick={() => exportRows(rows)}>
        导出所选
      </Button>
    </>
  )
}

/** Offered once the whole page is ticked and the filter finds more than that. */
function FindMore<Row>({ selection, keys, answer }: Pick<BulkBarProps<Row>, 'selection' | 'keys' | 'answer'>) {
  const isPageTicked = keys.length > 0 && keys.every((key) => selection.has(key))
  if (!answer || !isPageTicked || (!answer.totalIsCapped && answer.total <= keys.length)) return null
  return (
    <Button small tone="link" onClick={() => selection.tickFound()}>
      {answer.totalIsCapped ? `选择前 ${COUNT_CAP.toLocaleString('en')} 条` : `选择全部 ${answer.total} 条`}
    </Button>
  )
}

function TickedFound<Row>({
  answer,
  actions,
  allBut,
  startFound,
}: BulkBarProps<Row> & { allBut: ReadonlySet<string> }) {
  const offered = actions.filter((action) => action.task !== undefined && isGranted(action))
  const total = answer ? Math.min(answer.total, COUNT_CAP) : 0
  return (
    <>
      <span>
        已选{answer?.totalIsCapped ? '前' : '全部'} <b className="num">{total - allBut.size}</b> 项
        {allBut.size > 0 ? `（已排除 ${allBut.size} 项）` : ''}
      </span>
      {offered.map((action) => (
        <Button
          key={action.key}
          small
          tone={action.tone ?? 'plain'}
          {...(action.icon ? { icon: action.icon } : {})}
          onClick={() => startFound(action, [...allBut])}
        >
          批量{action.name}
        </Button>
      ))}
      {offered.length === 0 ? <span>这里没有能对全部记录执行的操作</span> : null}
    </>
  )
}
