import * as z from 'zod'
import { read, write } from '../../call.ts'
import { filledText, listOf, nameText, nothing, oneOrMany, paging, text, version } from '../../shapes.ts'
import { ownModelRow, ownModelState } from './rows.ts'

const NO_MODEL = 'own-01890000-0000-7000-8000-000000000000'
const modelId = z.string().min(1).max(60)

/** What a person says of a model that the catalogue lacks. */
const facts = {
  brand: nameText(20),
  name: nameText(40),
  /** The numbers that stand on the phone, such as `A2634` or `ALN-AL00`. */
  numbers: z.array(nameText(30)).max(10),
  /** `8GB+256GB`, of Apple's `256GB`, smallest first; none where they are asked of each phone. */
  storages: z.array(nameText(20)).max(20),
  /** None where they are asked of each phone. */
  colours: z.array(nameText(20)).max(30),
  /** A model of the catalogue, whose questions are asked of it. */
  likeModelId: filledText(60),
}

/** The models that a merchant wrote down (docs/catalogue.md). */
export const catalogue = {
  listModels: read({
    path: '/api/ext/model/list',
    title: '自建机型列表',
    live: ['model'],
    input: z.strictObject({ ...paging, keyword: text(40).optional(), state: oneOrMany(ownModelState).optional() }),
    output: listOf(ownModelRow),
    example: {},
  }),
  createModel: write({
    path: '/api/ext/model/create',
    title: '新建机型',
    input: z.strictObject(facts),
    output: z.strictObject({ modelId: z.string(), title: z.string(), version }),
    refusals: ['MODEL_KNOWN', 'MODEL_INVALID', 'MODEL_UNKNOWN', 'MODEL_LIMIT'],
    audit: '新建机型',
    example: {
      brand: '魅族',
      name: '示例机型 1',
      numbers: [],
      storages: ['8GB+256GB'],
      colours: ['黑色'],
      likeModelId: 'xiaomi-14',
    },
  }),
  editModel: write({
    path: '/api/ext/model/edit',
    title: '修改机型',
    input: z.strictObject({ modelId, version, ...facts }),
    output: z.strictObject({ version }),
    refusals: ['NOT_FOUND', 'VERSION_CONFLICT', 'MODEL_KNOWN', 'MODEL_INVALID', 'MODEL_UNKNOWN'],
    audit: '修改机型',
    example: {
      modelId: NO_MODEL,
      version: 1,
      brand: '魅族',
      name: '示例机型 1',
      numbers: [],
      storages: [],
      colours: [],
      likeModelId: 'xiaomi-14',
    },
  }),
  removeModel: write({
    path: '/api/ext/model/remove',
    title: '删除机型',
    /** Only one of which there never was a phone. */
    input: z.strictObject({ modelId }),
    output: nothing,
    refusals: ['NOT_FOUND', 'MODEL_IN_USE'],
    audit: '删除机型',
    example: { modelId: NO_MODEL },
  }),
  brands: read({
    path: '/api/ext/model/brands',
    title: '品牌',
    access: { anyOf: ['/api/ext/model/list', '/api/ext/model/create'] },
    input: z.strictObject({}),
    /** Every brand that has a model, most models first. */
    output: z.strictObject({ brands: z.array(z.string()) }),
    example: {},
  }),
} as const
