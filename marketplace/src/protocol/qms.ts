import { z } from 'zod'
import { pageRequestShape } from './scalars.ts'

/**
 * Dictionaries of the curated channel (docs/open-platform.md §4). The platform publishes what to send, not what it
 * answers; the answers here are inferred from the report that is later filled with them (docs/open-platform.md §3.4)
 * and hold nothing beyond that.
 */
export const QMS_CLASSES = {
  phone: { classId: 10, subclassId: 1001 },
  tablet: { classId: 11, subclassId: 1101 },
} as const

export const listQmsBrandsRequest = z.object({ class_id: z.int(), subclass_id: z.int() })
export type ListQmsBrandsRequest = z.input<typeof listQmsBrandsRequest>
export const listQmsBrandsData = z.object({ list: z.array(z.object({ brand_id: z.int(), brand_name: z.string() })) })
export type ListQmsBrandsData = z.infer<typeof listQmsBrandsData>

export const listQmsModelsRequest = z.object({ brand_id: z.int(), ...pageRequestShape })
export type ListQmsModelsRequest = z.input<typeof listQmsModelsRequest>
export const listQmsModelsData = z.object({
  list: z.array(z.object({ model_id: z.int(), model_name: z.string(), brand_id: z.int() })),
  count: z.int().optional(),
})
export type ListQmsModelsData = z.infer<typeof listQmsModelsData>

export const listQmsReportItemsRequest = z.object({ class_id: z.int(), subclass_id: z.int() })
export type ListQmsReportItemsRequest = z.input<typeof listQmsReportItemsRequest>

/** An answer a report can show. `answer_type`: 0 plain, 1 normal, 2 exception. */
export const qmsReportItemSchema = z.object({
  group_name: z.string(),
  category_name: z.string(),
  question_name: z.string(),
  answers: z.array(
    z.object({
      answer_id: z.int(),
      answer_name: z.string(),
      answer_type: z.int(),
      answer_desc: z.string().optional(),
    }),
  ),
})
export type QmsReportItem = z.infer<typeof qmsReportItemSchema>
export const listQmsReportItemsData = z.object({ list: z.array(qmsReportItemSchema) })
export type ListQmsReportItemsData = z.infer<typeof listQmsReportItemsData>
