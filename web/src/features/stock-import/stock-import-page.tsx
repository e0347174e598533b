import { stockImportColumns } from '@huanji/contract/features/stock-import/rows'
import { PAGES } from '@huanji/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { defineAction } from '../../components/actions/action.ts'
import { Button } from '../../components/button/button.tsx'
import { latePart } from '../../components/late/late-part.ts'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList } from '../../components/list/list-types.ts'
import { askListEarly } from '../../components/list/use-list-query.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts'
import type { StateTone } from '../../components/state-tag/state-tag.tsx'
import { ImportCostsButton } from '../phone/import-costs-button.tsx'
import { cancelImport, undoImport } from './import-actions.ts'
import type { StockImport } from './types.ts'

const ImportDrawer = latePart(async () => (await import('./import-drawer.tsx')).ImportDrawer)
const ResultDrawer = latePart(async () => (await import('./result-drawer.tsx')).ResultDrawer)

const TONES: Readonly<Record<StockImport['state'], StateTone>> = {
  running: 'info',
  done: 'success',
  cancelled: 'warning',
  undone: 'neutral',
}

const openResult = (importId: string): Promise<void> =>
  openOverlay<void>((close) => <ResultDrawer importId={importId} onClose={() => close()} />) as Promise<void>

const imports = defineList({
  key: 'stock-imports',
  title: PAGES.stockImports.title,
  call: api.importedStock.list,
  rowKey: (row) => row.importId,
  rowLabel: (row) => row.name,
  filters: [],
  columns: stockImportColumns,
  cells: { name: { widthPx: 220, grows: 1 }, state: { tones: TONES } },
  open: (row) => void openResult(row.importId),
  actions: [
    defineAction<StockImport>({
      key: 'result',
      name: '查看结果',
      icon: 'search',
      run: async ([row]) => {
        if (row) await openResult(row.importId)
      },
    }),
    defineAction<StockImport>({
      key: 'cancel',
      name: '取消',
      icon: 'close',
      allowed: 'cancel',
      run: async ([row], { queries }) => {
        if (row) await cancelImport(queries, row)
      },
    }),
    defineAction<StockImport>({
      key: 'undo',
      name: '撤销',
      icon: 'refresh',
      tone: 'danger',
      allowed: 'undo',
      run: async ([row], { queries }) => {
        if (row) await undoImport(queries, row)
      },
    }),
  ],
  refreshEveryMs: 3_000,
  empty: {
    title: '还没有导入过',
    hint: '点“导入库存”，把现在记库存和进价的表格（xlsx、csv）拖进来，逐行核对后再导入。',
  },
})

function ImportButton() {
  const queries = useQueryClient()
  const begin = async () => {
    const importId = await openOverlay<string>((close) => <ImportDrawer onClose={close} />)
    if (importId === undefined) return
    await refresh(queries, api.importedStock.list)
    await openResult(importId)
    await refresh(queries, api.importedStock.list)
  }
  useShortcuts([{ key: 'n', label: '导入库存', run: () => void begin() }])
  return (
    <>
      <ImportCostsButton />
      <Button tone="primary" icon="upload" onClick={() => void begin()}>
        导入库存
      </Button>
    </>
  )
}

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(imports)

/** 数据导入: stock and cost from merchants' own tables, with what became of each. */
export function StockImportPage() {
  return <ListPage list={imports} toolbar={<ImportButton />} />
}
