import { DIFFERENCE_LABELS } from '@huanji/contract/labels'
import { formatShanghai, shanghaiDate } from '@huanji/domain/time'
import { countText } from '../../components/list/count-text.ts'
import type { CheckRun } from './bill-labels.ts'
import styles from './bill-totals.module.css'

/** Over what a reconciliation went, in words. */
function scopeWords({ scope, since, checked }: CheckRun): string {
  if (scope === 'file') return '导入的结算单'
  const orders = `${checked.toLocaleString('en-US')}个订单`
  return since === null ? `全部${orders}` : `${shanghaiDate(since)}以来的${orders}`
}

function runWords(run: CheckRun): string {
  const who = run.requestedBy === '' ? '每晚自动' : run.requestedBy
  if (run.state === 'running') return `正在对账：已核对${scopeWords(run)}（${who}）`
  if (run.state === 'failed') return run.problem
  const at = formatShanghai(run.finishedAt ?? run.createdAt)
  return `上次对账 ${at}（${who}）：${scopeWords(run)}，新发现${run.found}项，消除${run.resolved}项`
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
