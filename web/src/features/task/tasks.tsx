import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lateModule } from '../../components/late/late-module.ts'
import { latePart } from '../../components/late/late-part.ts'
import type { TaskRequest } from '../../components/list/background-work.ts'
import { businessQuery } from '../todo/use-badges.ts'

// What shows tasks comes when there is one: every page has this file in its first load.
const load = lateModule(() => import('./running-tasks.tsx'))
const RunningTasks = latePart(async () => (await load()).RunningTasks)

/**
 * Begins long work and shows how it goes in a dialog, which may be closed while it goes on: the header shows it then.
 * Comes back once it has begun; a refusal is told to the person and ends it quietly.
 */
export async function startTask(request: TaskRequest): Promise<void> {
  const { beginTask } = await load()
  await beginTask(request)
}

/** The person's long work, while some runs or has ended unseen: as many as the badges last told. */
export function TaskIndicator() {
  const { data } = useQuery({ ...businessQuery, enabled: false })
  const openTasks = data?.openTasks ?? 0
  return openTasks > 0 ? (
    <Suspense fallback={null}>
      <RunningTasks openTasks={openTasks} />
    </Suspense>
  ) : null
}
