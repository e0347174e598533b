import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf, refresh } from '../../api/queries.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import { ModelDialog } from './model-dialog.tsx'
import { valuesOf, valuesOfText } from './model-values.ts'
import type { MadeModel, OwnModel } from './types.ts'

/** What is known of models is asked anew once one of them is another. */
const refreshModels = (queries: QueryClient): Promise<void> =>
  refresh(
    queries,
    api.catalogue.listModels,
    api.catalogue.brands,
    api.detConfig.productSearch,
    api.detConfig.getProductInfo,
    api.detConfig.getPropertyInfo,
    api.detConfig.getDetectOptionTpl,
  )

const brandsOf = (queries: QueryClient): Promise<readonly string[]> =>
  queries.fetchQuery(queryOf(api.catalogue.brands, {})).then(
    ({ brands }) => brands,
    // without them a brand is typed
    () => [],
  )

/** Writes a model down that begins with what a text says; undefined where the person gave up. */
export async function openNewModel(queries: QueryClient, text: string): Promise<MadeModel | undefined> {
  const brands = await brandsOf(queries)
  const start = valuesOfText(text, brands)
  const made = await openOverlay<MadeModel>((close) => (
    <ModelDialog row={null} start={start} brands={brands} onClose={close} />
  ))
  if (made === undefined) return undefined
  await refreshModels(queries)
  return made
}

/** Changes a model that was written down. */
export async function editModel(queries: QueryClient, row: OwnModel): Promise<void> {
  const brands = await brandsOf(queries)
  const start = { values: valuesOf(row), sku: {} }
  const saved = await openOverlay<MadeModel>((close) => (
    <ModelDialog row={row} start={start} brands={brands} onClose={close} />
  ))
  if (saved === undefined) return
  toast('success', '机型已保存')
  await refreshModels(queries)
}
