import * as z from 'zod'
import { read, write } from '../../call.ts'
import { sortOf } from '../../columns/define-columns.ts'
import { withRight } from '../../columns/field-rights.ts'
import { codesOf } from '../../labels.ts'
import {
  answers,
  channel,
  countedBy,
  fen,
  grade,
  historyLine,
  id,
  listOf,
  moment,
  oneOrMany,
  optionCounts,
  paging,
  photoView,
  scannedCode,
  soughtCode,
  stateCounts,
  text,
  version,
} from '../../shapes.ts'
import { VERIFY_RESULT_LABELS } from './labels.ts'
import { inspectionColumns, inspectionRow, inspectionState, repairFlag } from './rows.ts'

/** The specification values that tell one SKU of a model from another. */
export const sku = z.strictObject({
  regulatoryNo: text(40).default(''),
  ram: text(10).default(''),
  storage: text(10).default(''),
  colour: text(20).default(''),
})

const problem = z.strictObject({
  itemCode: z.string().nullable(),
  level: z.enum(['block', 'warn']),
  message: z.string(),
})

const namedOption = z.strictObject({
  itemCode: z.string(),
  itemName: z.string(),
  optionCode: z.string(),
  optionName: z.string(),
})

export const gradeExplanation = z.strictObject({
  grade,
  reason: z.string(),
  causes: z.array(namedOption.extend({ cap: grade })),
  stops: z.array(namedOption),
  pileUp: z.strictObject({ count: z.int(), from: grade, to: grade }).nullable(),
  repairFlag,
  auctionLabel: z.string().nullable(),
  curatedLabel: z.string().nullable(),
})

/** How a unit's code came out: free to inspect, in work (the record to continue), or barred with the reason. */
export const verifyResult = z.enum(codesOf(VERIFY_RESULT_LABELS))

/** The codes of one phone; the one that `kind` names is needed. */
export const unitCodes = z.strictObject({
  kind: z.enum(['imei', 'meid', 'sn']),
  imei: z.string().max(40).default(''),
  imei2: z.string().max(40).default(''),
  meid: z.string().max(40).default(''),
  sn: z.string().max(40).default(''),
})

const reportLine = z.strictObject({
  itemCode: z.string(),
  itemName: z.string(),
  kind: z.enum(['sku', 'objective', 'subjective']),
  options: z.array(
    z.strictObject({
      optionCode: z.string(),
      name: z.string(),
      effect: z.enum(['normal', 'info', 'cap', 'fault', 'stop']),
      cap: grade.nullable(),
    }),
  ),
  value: z.string().nullable(),
  uninspectable: z.boolean(),
  exception: z.boolean(),
})

/** A record as its own page shows it. */
export const inspectionDetail = inspectionRow.extend({
  photoTaskId: id,
  /** What the phone cost, where it is known. */
  costPriceFen: withRight('field:costPrice', fen),
  code: z.strictObject({
    kind: z.enum(['imei', 'meid', 'sn']),
    imei: z.string(),
    imei2: z.string(),
    meid: z.string(),
    sn: z.string(),
  }),
  sku,
  templateVersion: z.string(),
  answers,
  explanation: gradeExplanation.nullable(),
  overrideReason: z.string(),
  remark: z.string(),
  groups: z.array(
    z.strictObject({
      code: z.string(),
      name: z.string(),
      summary: z.string(),
      exceptionCount: z.int(),
      lines: z.array(reportLine),
    }),
  ),
  photos: z.array(photoView),
  history: z.array(historyLine),
  /** Other records of the same phone, newest first; `isReplaced` for one that a newer inspection took the place of. */
  versions: z.array(
    z.strictObject({
      inspectionId: id,
      inspectionNo: z.string(),
      channel,
      grade: grade.nullable(),
      state: inspectionState,
      isReplaced: z.boolean(),
      createdAt: moment,
    }),
  ),
  /** The record that a newer inspection made of this one, or null. */
  replacedBy: z.strictObject({ inspectionId: id, inspectionNo: z.string() }).nullable(),
})

export const detRecord = {
  verifyBarCode: read({
    path: '/xySaasDetect/detRecord/verifyBarCode',
    title: '扫手机开始质检',
    rate: 'search',
    input: z.strictObject({ code: scannedCode, channel }),
    output: z.strictObject({
      result: verifyResult,
      /** What to tell the person, and the sound to make: only `free` and `inspecting` go on. */
      message: z.string(),
      codeKind: z.string(),
      code: z.string(),
      barCode: z.string().nullable(),
      imei: z.string().nullable(),
      /** The record to continue when the unit is being inspected, or to inspect anew (重检) when it is `inspected`. */
      openInspectionId: id.nullable(),
      /** The model that the code itself points at, when it does. */
      suggestedModelIds: z.array(z.string()),
      /**
       * What phones of this IMEI's TAC turned out to be, likeliest first; empty for a code that is no IMEI. `ownCount` are
       * the merchant's own units, `othersCount` those of other merchants, 0 while they are too few to stay unrecognised.
       * `sku` is the variant that most of the own units are, null without one or with two alike; `skuCount` are its units.
       */
      suggestions: z.array(
        z.strictObject({
          modelId: z.string(),
          ownCount: z.int(),
          othersCount: z.int(),
          sku: sku.nullable(),
          skuCount: z.int(),
        }),
      ),
      history: z.array(
        z.strictObject({
          inspectionId: id,
          inspectionNo: z.string(),
          grade: grade.nullable(),
          state: inspectionState,
          inspectedAt: moment,
          modelId: z.string(),
          skuText: z.string(),
        }),
      ),
    }),
    refusals: ['CODE_INVALID'],
    example: { code: '490154203237518', channel: 'auction' },
  }),
  addDetectRecord: write({
    path: '/xySaasDetect/detRecord/addDetectRecord',
    title: '提交质检',
    /** Recorded when the inspector puts another grade in the place of the one that the answers give. */
    audit: '改判成色',
    input: z.strictObject({
      /** Absent for a new record; a draft is continued by its id and version. */
      inspectionId: id.optional(),
      version: version.optional(),
      /** `draft` keeps what is there; `submit` finishes and moves the record as far as photos and bag allow. */
      mode: z.enum(['draft', 'submit']),
      channel,
      code: unitCodes,
      modelId: z.string().min(1).max(60),
      sku,
      answers,
      shopAccountId: id.optional(),
      /** The person's own grade, only ever lower than the computed one, with the reason. */
      finalGrade: grade.optional(),
      overrideReason: text(200).default(''),
      bagCode: z.string().trim().max(40).default(''),
      remark: text(200).default(''),
      /** The earlier record whose answers this one started from (复用报告). */
      reusedInspectionId: id.optional(),
    }),
    output: z.strictObject({
      inspectionId: id,
      inspectionNo: z.string(),
      unitId: id,
      barCode: z.string(),
      /** Photos are taken against this task; it exists from the first draft on. */
      photoTaskId: id,
      state: inspectionState,
      version,
      explanation: gradeExplanation.nullable(),
      problems: z.array(problem),
      missingShots: z.array(z.strictObject({ code: z.string(), name: z.string() })),
      missingDefectPhotos: z.array(namedOption),
    }),
    refusals: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'STATE_CHANGED',
      'CODE_INVALID',
      'IMEI_IN_INSPECTION',
      'UNIT_ON_SALE',
      'UNIT_IN_ORDER',
      'MODEL_UNKNOWN',
      'SKU_INCOMPLETE',
      'ANSWERS_INVALID',
      'ANSWERS_MISSING',
      'OVERRIDE_INVALID',
      'BAG_INVALID',
      'BAG_USED',
      'BAG_UNKNOWN',
      'BAG_ALREADY_BOUND',
      'BAG_TOO_EARLY',
      'GRADE_NOT_ALLOWED',
      'SHOP_UNUSABLE',
    ],
    ids: ['inspectionId', 'shopAccountId', 'reusedInspectionId'],
    example: {
      mode: 'draft',
      channel: 'auction',
      code: { kind: 'imei', imei: '490154203237518' },
      modelId: 'apple-iphone-13',
      sku: { regulatoryNo: 'A2634', storage: '128GB', colour: '午夜色' },
      answers: {},
    },
  }),
  getDetectRecordList: read({
    path: '/xySaasDetect/detRecord/getDetectRecordList',
    title: '质检列表',
    live: ['inspection'],
    input: z.strictObject({
      ...paging,
      channel,
      state: inspectionState.optional(),
      /** Any code a person has at hand: IMEI, 条码, 封袋码, 质检单号. */
      code: soughtCode.optional(),
      /** Only phones that were inspected by themselves, without those of batches. */
      single: z.boolean().default(false),
      /** Only phones of which somebody asked for other pictures. */
      retakeAsked: z.boolean().optional(),
      modelId: oneOrMany(z.string().max(60)).optional(),
      grade: oneOrMany(grade).optional(),
      shopAccountId: oneOrMany(id).optional(),
      inspectorId: oneOrMany(id).optional(),
      createdFrom: moment.optional(),
      createdTo: moment.optional(),
      ...countedBy(['modelId', 'grade', 'shopAccountId', 'inspectorId']),
      sort: sortOf(inspectionColumns).optional(),
    }),
    output: listOf(inspectionRow).extend({
      counts: stateCounts,
      ...optionCounts,
      sort: sortOf(inspectionColumns).nullable(),
    }),
    ids: ['shopAccountId', 'inspectorId'],
    example: { channel: 'auction' },
  }),
  getDetRecordDetails: read({
    path: '/xySaasDetect/detRecord/getDetRecordDetails',
    title: '质检报告',
    live: ['inspection'],
    access: {
      anyOf: [
        '/xySaasDetect/detRecord/getDetRecordDetails',
        '/xySaasDetect/detRecord/addDetectRecord',
        '/api/yushiorder/v1/order/detail',
        '/api/goods/detail',
      ],
    },
    input: z.strictObject({ inspectionId: id.optional(), inspectionNo: z.string().max(40).optional() }),
    output: inspectionDetail,
    refusals: ['NOT_FOUND'],
    ids: ['inspectionId'],
    example: { inspectionId: '01890000-0000-7000-8000-000000000000' },
  }),
} as const
