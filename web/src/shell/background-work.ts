import { setBackgroundWork } from '../components/list/background-work.ts'
import { startTask } from '../features/task/tasks.tsx'

/** Has the lists' work on everything that a filter finds done by the features for it. */
export function connectBackgroundWork(): void {
  setBackgroundWork({
    startTask,
    askExport: async (question) => (await import('../features/export/export-dialog.tsx')).askExport(question),
  })
}
