import * as z from 'zod'
import { read, write } from '../../call.ts'
import { filledText, historyLine, id, version } from '../../shapes.ts'
import { inspectionState } from './rows.ts'

const NO_ID = '01890000-0000-7000-8000-000000000000'

const rows = z
  .array(z.strictObject({ inspectionId: id }))
  .min(1)
  .max(200)

/** What became of each row, in the order of the rows; one that is refused changes nothing and holds up no other. */
const results = z.array(
  z.strictObject({
    inspectionId: id,
    inspectionNo: z.string(),
    ok: z.boolean(),
    /** The word of the refusal; empty for a row that was done. */
    refusal: z.string(),
    /** What was done, or why not and what to do. */
    message: z.string(),
    /** The field of the request that the refusal is about; empty where it is about none. */
    field: z.string(),
  }),
)

/** What is done with records beside inspecting: 换店铺 · 作废 · 重检, and what was done (docs/specification.md §7). */
export const recordAction = {
  updateXyUid: write({
    path: '/xySaasDetect/detRecord/updateXyUid',
    title: '更换店铺',
    /** The shop through which the phones are to be sold; it must be usable on the channel of each record. */
    input: z.strictObject({ rows, shopAccountId: id }),
    output: z.strictObject({ results }),
    ids: ['rows.inspectionId', 'shopAccountId'],
    example: { rows: [{ inspectionId: NO_ID }], shopAccountId: NO_ID },
  }),
  deleteDetRecord: write({
    path: '/xySaasDetect/detRecord/deleteDetRecord',
    title: '作废质检',
    input: z.strictObject({
      rows,
      reason: filledText(100),
      /** A phone that lies in a bag is refused unless its bag may be voided with the record (docs/domain.md §3.4). */
      voidsBag: z.boolean().default(false),
    }),
    output: z.strictObject({ results }),
    ids: ['rows.inspectionId'],
    example: { rows: [{ inspectionId: NO_ID }], reason: '录入错误' },
  }),
  getDetRecordLogList: read({
    path: '/xySaasDetect/detRecord/getDetRecordLogList',
    title: '质检日志',
    live: ['inspection'],
    access: {
      anyOf: ['/xySaasDetect/detRecord/getDetRecordDetails', '/xySaasDetect/detRecord/getDetectRecordList'],
    },
    /** With `wholePhone` also what happened to the phone's other records. */
    input: z.strictObject({ inspectionId: id, wholePhone: z.boolean().default(false) }),
    output: z.strictObject({
      /** Oldest first, at most 500. */
      list: z.array(
        historyLine.extend({
          inspectionId: id,
          inspectionNo: z.string(),
          /** What was changed from what to what, in words; empty where nothing but the state changed. */
          changes: z.array(z.strictObject({ label: z.string(), before: z.string(), after: z.string() })),
        }),
      ),
    }),
    refusals: ['NOT_FOUND'],
    ids: ['inspectionId'],
    example: { inspectionId: NO_ID },
  }),
} as const

/** Beyond the specification: it names no call for a new version of a report. */
export const newInspection = {
  reinspect: write({
    path: '/api/ext/inspection/reinspect',
    title: '重检',
    access: { anyOf: ['/xySaasDetect/detRecord/addDetectRecord'] },
    /**
     * Ends a finished record that is not on sale and opens a draft that starts from its answers, beside it. Its bag is
     * voided: it was opened to look at the phone.
     */
    input: z.strictObject({ inspectionId: id, version, reason: filledText(100) }),
    output: z.strictObject({ inspectionId: id, inspectionNo: z.string(), version, state: inspectionState }),
    refusals: ['NOT_FOUND', 'STATE_CHANGED', 'VERSION_CONFLICT', 'MODEL_UNKNOWN'],
    ids: ['inspectionId'],
    example: { inspectionId: NO_ID, version: 1, reason: '抽检' },
  }),
} as const
