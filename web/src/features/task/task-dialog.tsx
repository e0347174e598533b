import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { toast } from '../../components/toast/toast.ts'
import styles from './task.module.css'
import { refreshList, refreshTasks, taskQuery } from './task-queries.ts'
import { TaskResults } from './task-results.tsx'
import { endWords, pastCount, progressWords, stateWord, type TaskDetail } from './task-words.ts'

const shown = new Set<string>()

/** True while the dialog of a task is open: whoever looks at it need not be told of its end. */
export const isTaskShown = (taskId: string): boolean => shown.has(taskId)

/** Counts the dialog as open, has the badges asked as it opens and closes, and the list as the task ends. */
function useAttention(taskId: string, task: TaskDetail | undefined): void {
  const queries = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    shown.add(taskId)
    void refreshTasks(queries)
    return () => {
      shown.delete(taskId)
      void refreshTasks(queries)
    }
  }, [taskId, queries])
  const { state, action, isSeen } = task ?? {}
  useEffect(() => {
    if (state === undefined) return
    if (state !== 'running') {
      if (wasRunning.current && action) void refreshList(queries, action)
      if (!isSeen) void api.task.markSeen({ taskId }, { handles: 'all' }).catch(() => undefined)
    }
    wasRunning.current = state === 'running'
  }, [state, action, isSeen, taskId, queries])
}

/** How a task goes: a bar with its words, what failed and what was skipped; it may be closed while the task goes on. */
export function TaskDialog({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const { data: task, error } = useQuery(taskQuery(taskId))
  useAttention(taskId, task)
  return (
    <Dialog
      title={task ? `批量${task.title}：${stateWord(task)}` : '批量操作'}
      onClose={onClose}
      widthPx={640}
      footer={task ? <TaskButtons task={task} onClose={onClose} /> : <Button onClick={onClose}>关闭</Button>}
    >
      {task ? <Progress task={task} /> : <p className="muted">{error ? errorText(error) : '正在读取…'}</p>}
      {task ? <TaskResults task={task} /> : null}
    </Dialog>
  )
}

function Progress({ task }: { task: TaskDetail }) {
  const { title, state, total, totalIsCapped, problem } = task
  const words = progressWords(task)
  return (
    <>
      <progress
        className={styles.whole}
        value={pastCount(task)}
        max={total}
        aria-label={`批量${title}的进度`}
        aria-valuetext={words}
      />
      <p className={styles.words}>{words}</p>
      <span role="status" className="sr-only">
        {state === 'running' ? '' : endWords(task)}
      </span>
      {totalIsCapped ? <p className="muted">筛选结果超过 10,000 条，本次只处理前 10,000 条。</p> : null}
      {problem === '' ? null : (
        <p className={styles.problem} role="alert">
          <Icon name="alert" />
          {problem}，批量操作已停止，余下的未执行。
        </p>
      )}
    </>
  )
}

function TaskButtons({ task, onClose }: { task: TaskDetail; onClose: () => void }) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const main = useRef<HTMLButtonElement>(null)
  const { taskId, state, failedCount } = task
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the state the buttons change, and the pressed one goes
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus()
  }, [state])
  const tell = async (call: typeof api.task.cancel | typeof api.task.retry) => {
    setBusy(true)
    try {
      await call({ taskId }, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
    } catch (error) {
      toast('error', errorText(error))
    }
    await refreshTasks(queries)
    setBusy(false)
  }
  if (state === 'running') {
    return (
      <>
        <Button busy={isBusy} onClick={() => tell(api.task.cancel)}>
          取消任务
        </Button>
        <Button ref={main} tone="primary" onClick={onClose}>
          后台继续
        </Button>
      </>
    )
  }
  return (
    <>
      {failedCount > 0 ? (
        <Button icon="refresh" busy={isBusy} onClick={() => tell(api.task.retry)}>
          重试失败的
        </Button>
      ) : null}
      <Button ref={main} tone="primary" onClick={onClose}>
        看完了
      </Button>
    </>
  )
}
