import { z } from 'zod'

/** How a report item is shown: 0 plain, 1 normal, 2 exception (docs/open-platform.md §3.4). */
export const ANSWER_TYPES = { plain: 0, normal: 1, exception: 2 } as const

export const reportItemSchema = z.object({
  answer_id: z.int(),
  answer_name: z.string(),
  answer_type: z.int().min(0).max(2),
  answer_desc: z.string(),
  question_name: z.string(),
  category_name: z.string(),
  group_name: z.string(),
})
export type ReportItem = z.infer<typeof reportItemSchema>

/**
 * The inspection report of a curated phone or tablet `report_data.yx_3c` (docs/open-platform.md §3.4); every field is
 * required.
 */
export const curatedReportSchema = z.object({
  class_id: z.int(),
  subclass_id: z.int(),
  brand_id: z.int(),
  brand_name: z.string().min(1),
  model_id: z.int(),
  model_name: z.string().min(1),
  /** IMEI or serial number. */
  model_sn: z.string().min(1),
  report_user: z.string().min(1),
  /** `yyyy-MM-dd HH:mm:ss`, China time. */
  report_time: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
  report_items: z.array(reportItemSchema).min(1),
  answer_ids: z.array(z.int()),
})
export type CuratedReport = z.infer<typeof curatedReportSchema>
