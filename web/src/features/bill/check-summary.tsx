import { DIFFERENCE_LABELS } from '@huanji/contract/features/reconciliation/labels'
import { formatShanghai, shanghaiDate } from '@huanji/domain/time'
import { countText } from '../../components/list/count-text.ts'
import type { CheckRun } from './bill-labels.ts'
import styles from './bill-totals.module.css'

/** Over which orders a reconciliation goes. */
const ordersWord = ({ since }: CheckRun): string => (since === null ? '全部' : `${shanghaiDate(since)}以来的`)

const checkedWord = ({ checked }: CheckRun): string => `${checked.toLocaleString('en-US')}个`

/** What a reconciliation is doing, in words. */
function progressWords(run: CheckRun): string {
  if (run.scope === 'file') return '正在核对导入的结算单…'
  return `正在核对${ordersWord(run)}订单，已核对${checkedWord(run)}`
}

/** Over what a reconciliation went, in words. */
const scopeWords = (run: CheckRun): string =>
  run.scope === 'file' ? '导入的结算单' : `${ordersWord(run)}${checkedWord(run)}订单`

/** The newest reconciliation in a sentence. */
export function runWords(run: CheckRun): string {
  const who = run.requestedBy === '' ? '每晚自动' : run.requestedBy
  if (run.state === 'running') return `${progressWords(run)}（${who}）`
  if (run.state === 'failed') return run.problem
  const at = formatShanghai(run.finishedAt ?? run.createdAt)
  return `上次对账 ${at}（${who}）：${scopeWords(run)}，新发现${run.found}项，对上了${run.resolved}项`
}

interface CheckSummaryProps {
  lastCheck: CheckRun | null
  kindCounts: Readonly<Record<string, number>>
}

/** When the last reconciliation was, over what, and how many findings of each kind wait. */
export function CheckSummary({ lastCheck, kindCounts }: CheckSummaryProps) {
  return (
    <div className={styles.summary}>
      <dl className={styles.totals} aria-label="待处理差异">
        {Object.entries(DIFFERENCE_LABELS).map(([kind, label]) => (
          <div key={kind}>
            <dt>{label}</dt>
            <dd>
              <b className="num">{countText(kindCounts[kind] ?? 0)}</b>
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted" role="status">
        {lastCheck === null ? '还没有对过账' : runWords(lastCheck)}
      </p>
    </div>
  )
}
