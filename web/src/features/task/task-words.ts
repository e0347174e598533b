import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

export type Task = OutputOf<Calls['task']['list']>['tasks'][number]
export type TaskDetail = OutputOf<Calls['task']['get']>

const number = (count: number): string => count.toLocaleString('en')

/** How many rows are behind it, whatever became of them. */
export const pastCount = ({ doneCount, failedCount, skippedCount }: Task): number =>
  doneCount + failedCount + skippedCount

/** 120 / 1,000，失败 3，跳过 12 */
export function countWords({ doneCount, failedCount, skippedCount, total }: Task): string {
  const others = [
    ...(failedCount > 0 ? [`失败 ${number(failedCount)}`] : []),
    ...(skippedCount > 0 ? [`跳过 ${number(skippedCount)}`] : []),
  ]
  return [`${number(doneCount)} / ${number(total)}`, ...others].join('，')
}

/** 已完成 120 / 1,000，失败 3，跳过 12 */
export const progressWords = (task: Task): string => `已完成 ${countWords(task)}`

/** What it came to, or that it runs: 进行中 · 已完成 · 有失败 · 已取消 · 已停止 */
export function stateWord({ state, failedCount, problem }: Task): string {
  if (state === 'running') return '进行中'
  if (state === 'cancelled') return problem === '' ? '已取消' : '已停止'
  return failedCount > 0 ? '有失败' : '已完成'
}

/** What the rows of an ended task came to: 成功 117，失败 3，跳过 12 */
export function resultWords({ doneCount, failedCount, skippedCount }: Task): string {
  return [
    `成功 ${number(doneCount)}`,
    ...(failedCount > 0 ? [`失败 ${number(failedCount)}`] : []),
    ...(skippedCount > 0 ? [`跳过 ${number(skippedCount)}`] : []),
  ].join('，')
}

/** Told once when it has ended: 批量下架已完成：成功 117 */
export const endWords = (task: Task): string =>
  `批量${task.title}${stateWord(task)}${task.problem === '' ? '' : `（${task.problem}）`}：${resultWords(task)}`

/** True when there is something about its end that a person should look into. */
export const needsLook = ({ failedCount, problem }: Task): boolean => failedCount > 0 || problem !== ''
