import * as z from 'zod'
import { read, write } from '../../call.ts'
import { answers, channel, fen, grade, id, text } from '../../shapes.ts'
import { gradeExplanation } from './inspection.ts'
import { uploadForm, uploadKind } from './photo.ts'

const INSPECTING = { anyOf: ['/xySaasDetect/detRecord/addDetectRecord'] } as const
/** What was inspected is read again, item by item, when the phone comes back. */
const READING_ITEMS = {
  anyOf: [...INSPECTING.anyOf, '/api/refund/v1/detail', '/api/refund/v1/detail_yushi', '/api/ext/refund/recheck'],
} as const
const PHOTOGRAPHING = { anyOf: ['/xySaasDetectApi/realPhoto/saveRealPhoto', '/api/ext/defPhoto/save'] } as const

const skuTexts = z.strictObject({
  regulatoryNo: z.string(),
  ram: z.string(),
  storage: z.string(),
  colour: z.string(),
})

export const modelSummary = z.strictObject({
  modelId: z.string(),
  brand: z.string(),
  name: z.string(),
  year: z.int(),
  platform: z.enum(['apple', 'android']),
  regulatoryNos: z.array(z.string()),
})

const templateOption = z.strictObject({
  code: z.string(),
  name: z.string(),
  isDefault: z.boolean(),
  effect: z.enum(['normal', 'info', 'cap', 'fault', 'stop']),
  cap: grade.nullable(),
})
const templateItem = z.strictObject({
  code: z.string(),
  name: z.string(),
  mode: z.enum(['single', 'multi', 'input']),
  kind: z.enum(['sku', 'objective', 'subjective']),
  required: z.boolean(),
  photo: z.enum(['none', 'always', 'onException']),
  askActively: z.boolean(),
  options: z.array(templateOption),
})

export const detConfig = {
  productSearch: read({
    path: '/xySaasDetect/detConfig/productSearch',
    title: '搜索机型',
    access: {
      anyOf: [
        '/xySaasDetect/detRecord/addDetectRecord',
        '/xySaasDetect/detRecord/getDetectRecordList',
        '/api/goods/list',
      ],
    },
    rate: 'search',
    /** Name or short form, with the brand or without, any number of the phone, or Apple's part number. */
    input: z.strictObject({ query: text(60), limit: z.int().min(1).max(50).default(20) }),
    /**
     * `isNamed` is false for a model that is only like what was asked for. `sku` is what the text says beside the model, or
     * what the part number stands for; empty for what it does not say.
     */
    output: z.strictObject({
      models: z.array(modelSummary.extend({ isNamed: z.boolean(), sku: skuTexts })),
    }),
    example: { query: 'iPhone 13' },
  }),
  getProductInfo: read({
    path: '/xySaasDetect/detConfig/getProductInfo',
    title: '机型信息',
    access: INSPECTING,
    input: z.strictObject({ modelId: z.string().min(1).max(60) }),
    output: modelSummary.extend({
      features: z.array(z.string()),
      launchPriceLowFen: fen.nullable(),
      launchPriceHighFen: fen.nullable(),
    }),
    refusals: ['MODEL_UNKNOWN'],
    example: { modelId: 'apple-iphone-13' },
  }),
  getPropertyInfo: read({
    path: '/xySaasDetect/detConfig/getPropertyInfo',
    title: '机型规格',
    access: INSPECTING,
    input: z.strictObject({ modelId: z.string().min(1).max(60) }),
    output: z.strictObject({
      properties: z.array(
        z.strictObject({
          key: z.enum(['regulatoryNo', 'ram', 'storage', 'colour']),
          name: z.string(),
          required: z.boolean(),
          values: z.array(z.string()),
          allowsOther: z.boolean(),
        }),
      ),
      /** The storage sizes that exist with each RAM, so that an impossible pair cannot be picked. */
      pairs: z.array(z.strictObject({ ram: z.string(), storage: z.string() })),
    }),
    refusals: ['MODEL_UNKNOWN'],
    example: { modelId: 'apple-iphone-13' },
  }),
  getDetectOptionTpl: read({
    path: '/xySaasDetect/detConfig/getDetectOptionTpl',
    title: '质检模板',
    access: READING_ITEMS,
    input: z.strictObject({
      modelId: z.string().min(1).max(60),
      channel,
      full: z.boolean().default(false),
    }),
    output: z.strictObject({
      templateId: z.string(),
      templateVersion: z.string(),
      groups: z.array(z.strictObject({ code: z.string(), name: z.string(), items: z.array(templateItem) })),
      /** Answers that may be filled without asking. */
      defaults: answers,
      shots: z.array(
        z.strictObject({
          code: z.string(),
          name: z.string(),
          hint: z.string(),
          rule: z.enum(['must', 'recommended', 'optional']),
          internal: z.boolean(),
        }),
      ),
    }),
    refusals: ['MODEL_UNKNOWN'],
    example: { modelId: 'apple-iphone-13', channel: 'auction' },
  }),
  getExceptionFlag: read({
    path: '/xySaasDetect/detConfig/getExceptionFlag',
    title: '异常项判断',
    access: INSPECTING,
    input: z.strictObject({ modelId: z.string().min(1).max(60), channel, answers }),
    output: z.strictObject({
      hasException: z.boolean(),
      exceptions: z.array(
        z.strictObject({
          itemCode: z.string(),
          itemName: z.string(),
          optionCode: z.string(),
          optionName: z.string(),
          photoRequired: z.boolean(),
          stop: z.boolean(),
        }),
      ),
    }),
    refusals: ['MODEL_UNKNOWN'],
    example: { modelId: 'apple-iphone-13', channel: 'auction', answers: {} },
  }),
  getDetectGradLevel: read({
    path: '/xySaasDetect/detConfig/getDetectGradLevel',
    title: '计算成色',
    access: INSPECTING,
    input: z.strictObject({ modelId: z.string().min(1).max(60), channel, answers }),
    output: z.strictObject({
      explanation: gradeExplanation,
      /** The answers after the rules between items were applied. */
      answers,
      uninspectable: z.array(z.string()),
      problems: z.array(
        z.strictObject({ itemCode: z.string().nullable(), level: z.enum(['block', 'warn']), message: z.string() }),
      ),
      missing: z.array(z.string()),
      channelRefusal: z.string().nullable(),
    }),
    refusals: ['MODEL_UNKNOWN'],
    example: { modelId: 'apple-iphone-13', channel: 'auction', answers: {} },
  }),
  getUploadSign: write({
    path: '/xySaasDetect/detConfig/getUploadSign',
    title: '获取上传凭证',
    access: PHOTOGRAPHING,
    rate: 'upload',
    input: z.strictObject({ photoTaskId: id, ...uploadKind }),
    output: uploadForm,
    refusals: ['NOT_FOUND', 'STATE_CHANGED', 'PHOTO_LIMIT', 'UPLOAD_EXPIRED'],
    ids: ['photoTaskId'],
    example: { photoTaskId: '01890000-0000-7000-8000-000000000000', contentType: 'image/jpeg', sizeBytes: 1024 },
  }),
  mapGrade: read({
    path: '/xySaasDetect/detConfig/MapGrade',
    title: '成色对照',
    access: 'signedIn',
    input: z.strictObject({ grade: grade.optional() }),
    output: z.strictObject({
      grades: z.array(
        z.strictObject({
          grade,
          auctionLabel: z.string().nullable(),
          curatedLabel: z.string().nullable(),
          stuffStatus: z.int().nullable(),
          auctionAllowed: z.boolean(),
          curatedAllowed: z.enum(['yes', 'repairR0R1', 'no']),
        }),
      ),
    }),
    example: {},
  }),
} as const
