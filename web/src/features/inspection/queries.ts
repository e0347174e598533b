import type { Channel } from '@huanji/domain/channel'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf, refresh } from '../../api/queries.ts'
import type { ModelSummary } from './types.ts'

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
