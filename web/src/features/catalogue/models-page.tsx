import { OWN_MODEL_STATE_LABELS } from '@huanji/contract/features/catalogue/labels'
import { ownModelColumns } from '@huanji/contract/features/catalogue/rows'
import { optionsOf } from '@huanji/contract/labels'
import { PAGES } from '@huanji/contract/pages'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList } from '../../components/list/list-types.ts'
import { askListEarly } from '../../components/list/use-list-query.ts'
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts'
import { toast } from '../../components/toast/toast.ts'
import { can } from '../../session/session.ts'
import { MODEL_ACTIONS } from './model-actions.ts'
import { newModel } from './new-model.ts'

const NEW = '新建机型'

async function create(queries: QueryClient): Promise<void> {
  const made = await newModel(queries, '')
  if (made) toast('success', `机型“${made.title}”可以使用了`)
}

const models = defineList({
  key: 'models',
  title: PAGES.models.title,
  call: api.catalogue.listModels,
  rowKey: (row) => row.modelId,
  rowLabel: (row) => row.title,
  filters: [
    { kind: 'text', name: 'keyword', label: '机型', placeholder: '品牌 / 名称 / 型号', main: true },
    { kind: 'select', name: 'state', label: '状态', options: optionsOf(OWN_MODEL_STATE_LABELS) },
  ],
  columns: ownModelColumns,
  cells: {
    title: { widthPx: 200, grows: 1 },
    state: { widthPx: 128, tones: { own: 'info', merged: 'success' } },
  },
  actions: MODEL_ACTIONS,
  empty: {
    title: '还没有自建机型',
    hint: '机型库里没有的手机，在这里或质检时新建机型，马上就能质检、上架和统计；机型库收录后会自动并入。',
    lead: { name: NEW, grant: api.catalogue.createModel.path, run: ({ queries }) => create(queries) },
  },
})

function NewButton() {
  const queries = useQueryClient()
  const begin = () => void create(queries)
  useShortcuts([{ key: 'n', label: NEW, run: begin }])
  return (
    <Button tone="primary" icon="plus" onClick={begin}>
      {NEW}
    </Button>
  )
}

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(models)

/** 机型: the models that the merchant wrote down, and what became of them. */
export function ModelsPage() {
  return <ListPage list={models} toolbar={can(api.catalogue.createModel.path) ? <NewButton /> : null} />
}
