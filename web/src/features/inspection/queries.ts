import type { Channel } from '@huanji/domain/channel'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf, refresh } from '../../api/queries.ts'
import type { FoundModel, ModelSummary, Sku } from './types.ts'

/** A record with its report, photographs and history. */
export const detailQuery = (inspectionId: string) => queryOf(api.detRecord.getDetRecordDetails, { inspectionId })

/** The shots of a photo task with the photographs taken. */
export const realPhotosQuery = (photoTaskId: string) => queryOf(api.realPhoto.getDetectRealPhoto, { photoTaskId })

/** What a channel asks of a model: its own set of items, or everything that applies. */
export const templateQuery = (channel: Channel, modelId: string, full: boolean) =>
  queryOptions({
    ...queryOf(api.detConfig.getDetectOptionTpl, { modelId, channel, full }),
    // a released template does not change while a page is open
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Brand and name without saying the brand twice, as the catalogue's own titles do. */
export function modelTitleOf({ brand, name }: Pick<ModelSummary, 'brand' | 'name'>): string {
  const saysBrand = brand.split('/').some((word) => name.toLowerCase().startsWith(word.toLowerCase()))
  return saysBrand ? name : `${brand} ${name}`
}

/** So many models may have one number. */
const NAMED_AT_MOST = 12

/** The models that a scanned code names for sure: by a number, a part number or a name. */
export async function modelsNamed(code: string): Promise<FoundModel[]> {
  const { models } = await api.detConfig.productSearch({ query: code, limit: NAMED_AT_MOST }, { handles: 'all' })
  return models.filter(({ isNamed }) => isNamed)
}

/** Said where one number stands on phones of several models. */
export const sharedNumberText = (count: number): string => `这个型号有 ${count} 个机型，请选择`

/** What a text says of the SKU, without what it does not say. */
export const saidOf = (sku: Sku): Partial<Sku> =>
  Object.fromEntries(Object.entries(sku).filter(([, value]) => value !== ''))

/** Marks everything that shows a record as out of date: lists, details and their counts. */
export const refreshInspections = (client: QueryClient): Promise<void> =>
  refresh(
    client,
    api.detRecord.getDetectRecordList,
    api.detRecord.getDetRecordDetails,
    api.recordAction.getDetRecordLogList,
    api.merchant.business,
    api.sealBag.records,
    api.bagRoll.check,
  )
