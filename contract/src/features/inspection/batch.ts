import * as z from 'zod'
import { read, write } from '../../call.ts'
import { sortOf } from '../../columns/define-columns.ts'
import {
  answers,
  channel,
  countedBy,
  grade,
  id,
  listOf,
  moment,
  oneOrMany,
  optionCounts,
  paging,
  soughtCode,
  stateCounts,
  text,
  version,
} from '../../shapes.ts'
import { gradeExplanation, sku, unitCodes } from './inspection.ts'
import { batchColumns, batchRow, batchUnitColumns, batchUnitRow, inspectionState, repairFlag } from './rows.ts'

const NO_ID = '01890000-0000-7000-8000-000000000000'

/** How many phones one call takes; a longer list is sent in parts, each of which is whole or not at all. */
export const BATCH_CALL_MAX = 50

/** What is answered once for all phones of a batch. */
const common = z.strictObject({
  modelId: z.string().min(1).max(60),
  sku,
  answers,
  /** Only ever lower than the grade that the answers give, with the reason. */
  finalGrade: grade.optional(),
  overrideReason: text(200).default(''),
})

/** One phone: its codes, and of its answers only those that differ from the batch's. */
const unit = z.strictObject({
  code: unitCodes,
  answers: answers.default({}),
  bagCode: z.string().trim().max(40).default(''),
  remark: text(200).default(''),
})

const units = z.array(unit).max(BATCH_CALL_MAX)

/** What a person can do about a phone that was not taken. */
export const batchRowRemedy = z.enum(['none', 'rescan', 'remove', 'openRecord', 'inspectSingly', 'changeBag'])

/** What a phone of a list came to, in the order of the list. */
const verdict = {
  ok: z.boolean(),
  /** True for a phone that was in this batch already: nothing was done. */
  isKnown: z.boolean(),
  /** The word of the refusal, empty when it is taken: `IMEI_IN_INSPECTION`, `BATCH_GRADE_BELOW`. */
  problem: z.string(),
  /** What to tell the person: why not and what to do, or a doubt about a phone that was taken. */
  message: z.string(),
  remedy: batchRowRemedy,
  /** The record to open, for `openRecord`. */
  openInspectionId: id.nullable(),
  /** Of the phone with its own answers; null while the codes cannot be read. */
  grade: grade.nullable(),
}

/** A version of a batch: what was answered, and since when it may not change any more. */
const batchVersion = z.strictObject({
  number: z.int(),
  grade,
  repairFlag,
  answers,
  overrideReason: z.string(),
  explanation: gradeExplanation,
  /** Something of it is or was on sale since then; null while it can be changed in place. */
  frozenAt: moment.nullable(),
  unitCount: z.int(),
  createdBy: z.string(),
  createdAt: moment,
})

/** Batches of phones with one model, SKU, grade and set of answers (docs/domain.md §6.4). */
export const batch = {
  addMultiCommodity: write({
    path: '/xySaasDetect/detRecord/addMultiCommodity',
    title: '批量提交质检',
    rate: 'upload',
    audit: null,
    input: z.strictObject({
      /** The batch to add to; absent for a new one. */
      batchId: id.optional(),
      channel,
      /** What is answered once; needed for a new batch, absent for an existing one, which keeps its own. */
      common: common.optional(),
      shopAccountId: id.optional(),
      remark: text(200).default(''),
      units: units.min(1),
    }),
    output: z.strictObject({
      /** Null when no phone was taken and so no batch was made. */
      batchId: id.nullable(),
      batchNo: z.string(),
      batchVersion: z.int(),
      grade: grade.nullable(),
      rows: z.array(
        z.strictObject({
          ...verdict,
          inspectionId: id.nullable(),
          inspectionNo: z.string(),
          barCode: z.string(),
          state: inspectionState.nullable(),
        }),
      ),
    }),
    refusals: [
      'NOT_FOUND',
      'MODEL_UNKNOWN',
      'SKU_INCOMPLETE',
      'ANSWERS_INVALID',
      'ANSWERS_MISSING',
      'OVERRIDE_INVALID',
      'GRADE_NOT_ALLOWED',
      'SHOP_UNUSABLE',
      'BATCH_COMMON_MISSING',
    ],
    ids: ['batchId', 'shopAccountId'],
    example: {
      channel: 'curated',
      common: {
        modelId: 'apple-iphone-13',
        sku: { regulatoryNo: 'A2634', storage: '128GB', colour: '午夜色' },
        answers: {},
      },
      units: [{ code: { kind: 'imei', imei: '490154203237518' } }],
    },
  }),
  getMultiDetRecordList: read({
    path: '/xySaasDetect/detRecord/getMultiDetRecordList',
    title: '多台质检列表',
    live: ['inspection'],
    input: z.strictObject({
      ...paging,
      channel: channel.optional(),
      /** 批次号, or any code of one of its phones. */
      code: soughtCode.optional(),
      modelId: oneOrMany(z.string().max(60)).optional(),
      grade: oneOrMany(grade).optional(),
      shopAccountId: oneOrMany(id).optional(),
      creatorId: oneOrMany(id).optional(),
      createdFrom: moment.optional(),
      createdTo: moment.optional(),
      ...countedBy(['modelId', 'grade', 'shopAccountId', 'creatorId']),
      sort: sortOf(batchColumns).optional(),
    }),
    output: listOf(batchRow).extend({ ...optionCounts, sort: sortOf(batchColumns).nullable() }),
    ids: ['shopAccountId', 'creatorId'],
    example: {},
  }),
  getDetRecordDetailsByDetRecordId: read({
    path: '/xySaasDetect/detRecord/getDetRecordDetailsByDetRecordId',
    title: '批次详情',
    live: ['inspection'],
    input: z.strictObject({
      ...paging,
      batchId: id,
      state: inspectionState.optional(),
      code: soughtCode.optional(),
      sort: sortOf(batchUnitColumns).optional(),
    }),
    output: listOf(batchUnitRow).extend({
      counts: stateCounts,
      sort: sortOf(batchUnitColumns).nullable(),
      batch: batchRow.extend({
        sku,
        sampleInspectionId: id.nullable(),
        samplePhotoTaskId: id.nullable(),
        /** Newest first. */
        versions: z.array(batchVersion),
      }),
    }),
    refusals: ['NOT_FOUND'],
    ids: ['batchId'],
    example: { batchId: NO_ID },
  }),
} as const

/** Beyond the specification: what a list would come to before it is submitted, and a batch's next version. */
export const batchEdit = {
  check: read({
    path: '/api/ext/batch/check',
    title: '核对批量手机',
    access: { anyOf: ['/xySaasDetect/detRecord/addMultiCommodity'] },
    rate: 'search',
    input: z.strictObject({
      batchId: id.optional(),
      channel,
      common: common.optional(),
      units: units.min(1),
    }),
    output: z.strictObject({
      rows: z.array(z.strictObject({ ...verdict, imei: z.string(), barCode: z.string().nullable() })),
    }),
    refusals: ['NOT_FOUND', 'MODEL_UNKNOWN', 'BATCH_COMMON_MISSING'],
    ids: ['batchId'],
    example: {
      channel: 'curated',
      common: { modelId: 'apple-iphone-13', sku: {}, answers: {} },
      units: [{ code: { kind: 'imei', imei: '490154203237518' } }],
    },
  }),
  edit: write({
    path: '/api/ext/batch/edit',
    title: '修改批次',
    access: { anyOf: ['/xySaasDetect/detRecord/addMultiCommodity'] },
    /** Model and SKU stay; answers that are left out stay too. */
    input: z.strictObject({
      batchId: id,
      version,
      answers: answers.optional(),
      finalGrade: grade.optional(),
      overrideReason: text(200).default(''),
      shopAccountId: id.optional(),
      remark: text(200).default(''),
    }),
    output: z.strictObject({
      version,
      batchVersion: z.int(),
      grade,
      /** Phones that follow the change, and those that stay as they were offered or sold. */
      movedCount: z.int(),
      keptCount: z.int(),
    }),
    refusals: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'MODEL_UNKNOWN',
      'ANSWERS_INVALID',
      'ANSWERS_MISSING',
      'OVERRIDE_INVALID',
      'GRADE_NOT_ALLOWED',
      'SHOP_UNUSABLE',
      'BATCH_UNITS_BELOW',
    ],
    ids: ['batchId', 'shopAccountId'],
    example: { batchId: NO_ID, version: 1 },
  }),
} as const
