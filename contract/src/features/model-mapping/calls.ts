import * as z from 'zod'
import { read, write } from '../../call.ts'
import { moment, text } from '../../shapes.ts'

const spu = z.strictObject({ spuId: z.string(), name: z.string(), brand: z.string() })

/** Our model and the marketplace's (docs/domain.md §13). */
export const modelMapping = {
  getOnLineXySpuByHsbSpuId: read({
    path: '/xySaasDetect/detConfig/getOnLineXySpuByHsbSpuId',
    title: '闲鱼机型对照',
    access: {
      anyOf: [
        '/xySaasDetect/detRecord/addDetectRecord',
        '/xySaasDetect/detRecord/getDetectRecordList',
        '/api/goods/publish',
      ],
    },
    rate: 'search',
    /** With `query` also the marketplace's models whose name holds it, so that another one can be chosen. */
    input: z.strictObject({ modelId: z.string().min(1).max(60), query: text(40).default('') }),
    output: z.strictObject({
      modelId: z.string(),
      modelName: z.string(),
      /** The marketplace's model that the phone is published as; null when none fits and none was chosen. */
      spu: spu.nullable(),
      /** Found by its name, or chosen by a person. */
      source: z.enum(['name', 'chosen', 'none']),
      chosenBy: z.string().nullable(),
      chosenAt: moment.nullable(),
      /** The likeliest ones, at most 20; empty while the marketplace cannot be asked. */
      candidates: z.array(spu),
      /** True while the marketplace cannot be asked: what was chosen still counts. */
      isAway: z.boolean(),
    }),
    refusals: ['MODEL_UNKNOWN'],
    example: { modelId: 'apple-iphone-13' },
  }),
} as const

/** Beyond the specification: it names no call that mends the mapping. */
export const modelMappingEdit = {
  save: write({
    path: '/api/ext/modelMapping/save',
    title: '修改闲鱼机型对照',
    access: { anyOf: ['/api/ext/modelMapping/save'] },
    /** An absent `spuId` goes back to what the name says. */
    input: z.strictObject({ modelId: z.string().min(1).max(60), spuId: z.string().min(1).max(60).optional() }),
    output: z.strictObject({ modelId: z.string(), spu: spu.nullable(), source: z.enum(['name', 'chosen', 'none']) }),
    refusals: ['MODEL_UNKNOWN', 'SPU_UNKNOWN', 'SPU_OF_OTHER', 'MARKETPLACE_UNAVAILABLE'],
    example: { modelId: 'apple-iphone-13', spuId: 'spu-1' },
  }),
} as const
