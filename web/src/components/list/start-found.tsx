import { COUNT_CAP } from '@huanji/contract/constants'
import type { Action } from '../actions/action.ts'
import { confirm } from '../confirm/confirm.tsx'
import { backgroundWork } from './background-work.ts'

interface Found<Row> {
  readonly action: Action<Row>
  /** The list call's input without paging. */
  readonly filter: Readonly<Record<string, unknown>>
  readonly excludedIds: readonly string[]
  /** How many rows the filter finds, and whether there are more than are counted. */
  readonly total: number
  readonly totalIsCapped: boolean
}

/** Asks, and then has an action done for everything that a filter finds, as long work with its own progress. */
export async function startFound<Row>({
  action,
  filter,
  excludedIds,
  total,
  totalIsCapped,
}: Found<Row>): Promise<void> {
  if (action.task === undefined) return
  const count = Math.min(total, COUNT_CAP) - excludedIds.length
  if (action.ask) {
    const input = await action.ask({ count, filter })
    if (input) await backgroundWork().startTask({ action: action.task, filter, excludedIds, input })
    return
  }
  const found = totalIsCapped ? `筛选结果的前 ${COUNT_CAP.toLocaleString('en')} 条` : '筛选出的全部记录'
  const isAgreed = await confirm({
    title: `批量${action.name} ${count.toLocaleString('en')} 条？`,
    body: `将对${found}${excludedIds.length > 0 ? `（已排除 ${excludedIds.length} 条）` : ''}逐条执行“${action.name}”，不能${action.name}的会跳过并说明原因。执行中可以离开本页，也可以取消。`,
    ok: action.name,
    ...(action.tone === 'danger' ? { tone: 'danger' as const } : {}),
  })
  if (isAgreed) await backgroundWork().startTask({ action: action.task, filter, excludedIds })
}
