import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { refresh } from '../../api/queries.ts'
import { errorText, isRefusal } from '../../api/refusal.ts'
import { confirm } from '../../components/confirm/confirm.tsx'
import { toast } from '../../components/toast/toast.ts'
import type { StockImport } from './types.ts'

/** What is done with an import, told when it is done; a refusal was shown by the call. */
async function tell(queries: QueryClient, work: () => Promise<string>): Promise<void> {
  try {
    toast('success', await work())
  } catch (error) {
    if (!isRefusal(error)) toast('error', errorText(error))
  }
  await refresh(queries, api.importedStock.list, api.importedStock.rows, api.detRecord.getDetectRecordList)
}

/** Ends an import that runs, once the person has said so. */
export async function cancelImport(queries: QueryClient, { importId, name }: StockImport): Promise<void> {
  const body = `“${name}”中已导入的行保留，余下的不再导入。`
  if (!(await confirm({ title: '不导入了？', body, ok: '不导入了', cancel: '继续导入', tone: 'danger' }))) return
  await tell(queries, async () => {
    await api.importedStock.cancel({ importId }, { idempotencyKey: newIdempotencyKey() })
    return '已取消，已导入的行可以撤销'
  })
}

/** Takes an import back, once the person has said so. */
export async function undoImport(queries: QueryClient, one: StockImport): Promise<void> {
  const { importId, name, madeCount, updatedCount } = one
  const body = `“${name}”新建的 ${madeCount} 台会移出库存，更新的 ${updatedCount} 台恢复原来的成本；导入后动过的手机保留并列出。`
  if (!(await confirm({ title: '撤销这次导入？', body, ok: '撤销导入', cancel: '不撤销', tone: 'danger' }))) return
  await tell(queries, async () => {
    const given = { importId }
    const { undoneCount, keptCount } = await api.importedStock.undo(given, { idempotencyKey: newIdempotencyKey() })
    return `已撤销 ${undoneCount} 行${keptCount > 0 ? `，${keptCount} 行导入后动过，保留` : ''}`
  })
}
