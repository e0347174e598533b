import { api } from '../../api/client.ts'
import { type Action, defineAction, eachRow } from '../../components/actions/action.ts'
import { newIdempotencyKey } from '../../platform/idempotency-key.ts'
import type { ExportRow } from './export-words.ts'

/** Has the browser load a file from an address that is good for a minute. */
function load(url: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}

const label = ({ title }: ExportRow): string => title

export const downloadExport: Action<ExportRow> = defineAction<ExportRow>({
  key: 'download',
  name: '下载',
  icon: 'download',
  tone: 'primary',
  allowed: 'download',
  run: async ([row], { updateRow }) => {
    if (row === undefined) return
    const { url, fileName } = await api.extExport.link({ exportId: row.exportId })
    load(url, fileName)
    updateRow(row, (old) => ({ ...old, isSeen: true }))
  },
})

export const retryExport: Action<ExportRow> = defineAction<ExportRow>({
  key: 'retry',
  name: '重试',
  icon: 'refresh',
  allowed: 'retry',
  bulk: true,
  run: (rows, { updateRow }) =>
    eachRow(rows, label, async ({ exportId }) => {
      const answer = await api.extExport.retry({ exportId }, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
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
      const answer = await api.extExport.cancel({ exportId }, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
      for (const row of rows) if (row.exportId === exportId) updateRow(row, () => answer.export)
    }),
})
