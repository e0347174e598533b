import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { refresh } from '../../api/queries.ts'
import { type Action, defineAction, eachRow } from '../../components/actions/action.ts'
import { lateModule } from '../../components/late/late-module.ts'
import type { OwnModel } from './types.ts'

const loadDialog = lateModule(() => import('./open-dialog.tsx'))
const loadMapping = lateModule(() => import('../report/mapping-dialog.tsx'))

const refreshList = (queries: QueryClient): Promise<void> =>
  refresh(queries, api.catalogue.listModels, api.catalogue.brands, api.detConfig.productSearch)

const edit = defineAction<OwnModel>({
  key: 'edit',
  name: '编辑',
  icon: 'edit',
  shortcut: 'e',
  grant: api.catalogue.editModel.path,
  allowed: 'edit',
  run: async ([row], { queries }) => {
    const { editModel } = await loadDialog()
    if (row) await editModel(queries, row)
  },
})

const map = defineAction<OwnModel>({
  key: 'map',
  name: '闲鱼对照',
  icon: 'tag',
  grant: api.modelMappingEdit.save.path,
  suits: ({ state }) => state === 'own',
  run: async ([row], { queries }) => {
    const { mendMapping } = await loadMapping()
    if (!row) return
    await mendMapping(row.modelId)
    await refreshList(queries)
  },
})

const remove = defineAction<OwnModel>({
  key: 'delete',
  name: '删除',
  icon: 'trash',
  tone: 'danger',
  grant: api.catalogue.removeModel.path,
  allowed: 'delete',
  bulk: true,
  confirm: (rows) => ({
    title: '删除机型',
    body: `将删除${rows.length === 1 && rows[0] ? `“${rows[0].title}”` : `${rows.length}个机型`}，不能恢复。有过手机的机型不会被删除。`,
    ok: '删除',
    tone: 'danger',
  }),
  run: async (rows, { queries }) => {
    const outcomes = await eachRow(
      rows,
      ({ title }) => title,
      async ({ modelId }) => {
        await api.catalogue.removeModel({ modelId }, { idempotencyKey: newIdempotencyKey(), handles: 'all' })
      },
    )
    await refreshList(queries)
    return outcomes
  },
})

/** What can be done with a model that the merchant wrote down. */
export const MODEL_ACTIONS: readonly Action<OwnModel>[] = [edit, map, remove]
