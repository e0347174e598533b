import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { errorText, isRefusal } from '../../api/refusal.ts'
import { type Action, defineAction, eachRow } from '../../components/actions/action.ts'
import { toast } from '../../components/toast/toast.ts'
import type { ExportRow } from './export-words.ts'

/** Has the browser load a file from an address that is good for a minute. */
function load(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}

const label = ({ title }: ExportRow): string => title

/** Loads an export's file: first the link, which is good for a minute. A refusal has been shown by then. */
export async function downloadExport({ exportId }: Pick<ExportRow, 'exportId'>): Promise<void> {
  try {
    const { url, fileName } = await api.exportTasks.link({ exportId })
    load(url, fileName)
  } catch (error) {
    if (!isRefusal(error)) toast('error', errorText(error))
  }
}

export const retryExport: Action<ExportRow> = defineAction<ExportRow>({
  key: 'retry',
  name: '重试',
  icon: 'refresh',
  allowed: 'retry',
  bulk: true,
  run: (rows, { updateRow }) =>
    eachRow(rows, label, async ({ exportId }) => {
      const answer = await api.exportTasks.retry({ exportId }, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
      for (const row of rows) if (row.exportId === exportId) updateRow(row, () => answer.export)
    }),
})

export const cancelExport: Action<ExportRow> = defineAction<ExportRow>({
  key: 'cancel',
  name: '取消',
  icon: 'close',
  allowed: 'cancel',
  bulk: true,
  run: (rows, { updateRow }) =>
    eachRow(rows, label, async ({ exportId }) => {
      const answer = await api.exportTasks.cancel({ exportId }, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
      for (const row of rows) if (row.exportId === exportId) updateRow(row, () => answer.export)
    }),
})
