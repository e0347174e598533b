import type { InputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { errorText, isRefusal } from '../../api/refusal.ts'
import { Icon } from '../../components/icon/icon.tsx'
import type { TaskRequest } from '../../components/list/background-work.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import styles from './task.module.css'
import { isTaskShown, TaskDialog } from './task-dialog.tsx'
import { TaskListDialog } from './task-list-dialog.tsx'
import { refreshList, refreshTasks, tasksQuery } from './task-queries.ts'
import { countWords, endWords, needsLook, pastCount, resultWords, type Task } from './task-words.ts'

type Create = InputOf<Calls['task']['create']>

/** Begins a task and opens its dialog. A refusal has been shown by then. */
export async function beginTask({ action, filter, excludedIds = [], input }: TaskRequest): Promise<void> {
  const request = { action, filter, excludedIds: [...excludedIds], ...(input ? { input } : {}) } as Create
  try {
    const { taskId } = await api.task.create(request, { idempotencyKey: newIdempotencyKey() })
    showTask(taskId)
  } catch (error) {
    if (!isRefusal(error)) toast('error', errorText(error))
  }
}

/** Opens how a task goes. */
export function showTask(taskId: string): void {
  void openOverlay((close) => <TaskDialog taskId={taskId} onClose={close} />)
}

const showTasks = () => void openOverlay((close) => <TaskListDialog onOpen={showTask} onClose={close} />)

/** Tells once of each task that ends while nobody has its dialog open, and has its list asked again. */
function useEnds(tasks: readonly Task[]): void {
  const queries = useQueryClient()
  const running = useRef(new Set<string>())
  useEffect(() => {
    for (const task of tasks) {
      if (task.state === 'running') running.current.add(task.taskId)
      else if (running.current.delete(task.taskId) && !isTaskShown(task.taskId)) {
        toast(needsLook(task) ? 'error' : 'success', endWords(task))
        void refreshList(queries, task.action)
      }
    }
  }, [tasks, queries])
}

const NONE: readonly Task[] = []

/**
 * The button in the header that says how long work goes, and opens it. It stands there while some runs or has ended
 * unseen.
 * @param openTasks how many the badges tell of: with another number the tasks are asked for again
 */
export function RunningTasks({ openTasks }: { openTasks: number }) {
  const queries = useQueryClient()
  const { data } = useQuery(tasksQuery)
  const tasks = data?.tasks ?? NONE
  useEnds(tasks)
  const known = useRef(openTasks)
  useEffect(() => {
    if (known.current !== openTasks) void queries.invalidateQueries({ queryKey: tasksQuery.queryKey })
    known.current = openTasks
  }, [openTasks, queries])
  const open = tasks.filter(({ state, isSeen }) => state === 'running' || !isSeen)
  // a task that ended is told of by the badges until they are asked again
  const isOver = tasks.length > 0 && open.length === 0
  useEffect(() => {
    if (isOver) void refreshTasks(queries)
  }, [isOver, queries])
  const [first] = open
  if (!first) return null
  const shown = open.find(({ state }) => state === 'running') ?? first
  return (
    <button
      type="button"
      className={styles.indicator}
      aria-haspopup="dialog"
      onClick={() => (open.length === 1 ? showTask(shown.taskId) : showTasks())}
    >
      <IndicatorFace task={shown} more={open.length - 1} />
    </button>
  )
}

function IndicatorFace({ task, more }: { task: Task; more: number }) {
  const isRunning = task.state === 'running'
  const icon = needsLook(task) ? 'alert' : task.state === 'done' ? 'check' : 'info'
  return (
    <>
      {isRunning ? (
        <progress className={styles.bar} value={pastCount(task)} max={task.total} aria-hidden="true" />
      ) : (
        <Icon name={icon} />
      )}
      <span>
        批量{task.title} {isRunning ? countWords(task) : resultWords(task)}
      </span>
      {more > 0 ? <span className="muted">等 {more + 1} 项</span> : null}
    </>
  )
}
