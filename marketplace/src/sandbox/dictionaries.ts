import { createHash } from 'node:crypto'
import { type CatalogueModel, modelTitle, storageLabel } from '@huanji/domain/catalogue/models'
import { releasedCatalogue } from '@huanji/domain/catalogue/released'
import type { z } from 'zod'
import { EXPRESS_COMPANIES } from '../protocol/carriers.ts'
import {
  type Category,
  type ListCategoriesData,
  type ListCategoriesRequest,
  type ListPropertiesData,
  type ListPropertiesRequest,
  PHONE_CATEGORY_ID,
  type Property,
  SP_BIZ_TYPES,
} from '../protocol/categories.ts'
import type { ListExpressCompaniesData } from '../protocol/express.ts'
import { type channelPropertySchema, ITEM_BIZ_TYPES } from '../protocol/products.ts'
import {
  type ListQmsBrandsData,
  type ListQmsBrandsRequest,
  type ListQmsModelsData,
  type ListQmsModelsRequest,
  type ListQmsReportItemsData,
  type ListQmsReportItemsRequest,
  QMS_CLASSES,
} from '../protocol/qms.ts'
import { pageOf, type SandboxContext } from './context.ts'
import { marketDictionary } from './market-models.ts'
import { badParameter } from './refusal.ts'

/** The models and brands that the trade has. */
const trade = () => releasedCatalogue().catalogue

/** A stable 32-digit id for a name, as the platform's dictionaries use. */
function dictionaryId(name: string): string {
  return createHash('md5').update(`dictionary:${name}`).digest('hex')
}

const CATEGORIES: readonly Category[] = [
  category(SP_BIZ_TYPES.phone, '手机', PHONE_CATEGORY_ID, '手机'),
  category(SP_BIZ_TYPES.digital, '3C数码', dictionaryId('category:tablet'), '平板电脑'),
  category(SP_BIZ_TYPES.digital, '3C数码', dictionaryId('category:watch'), '智能手表'),
  category(SP_BIZ_TYPES.digital, '3C数码', dictionaryId('category:notebook'), '笔记本电脑'),
]

function category(spBizType: number, spBizName: string, id: string, name: string): Category {
  return { sp_biz_type: spBizType, sp_biz_name: spBizName, channel_cat_id: id, channel_cat_name: name }
}

const KNOWN_ITEM_BIZ_TYPES: readonly number[] = Object.values(ITEM_BIZ_TYPES)

/** True when kind of goods, trade and category belong together (docs/open-platform.md §3.2). */
export function isCategoryTriple(itemBizType: number, spBizType: number, channelCatId: string): boolean {
  return (
    KNOWN_ITEM_BIZ_TYPES.includes(itemBizType) &&
    CATEGORIES.some((row) => row.sp_biz_type === spBizType && row.channel_cat_id === channelCatId)
  )
}

/** True for a brand or a model of phones that the dictionary has. */
export function isKnownProperty(given: z.infer<typeof channelPropertySchema>): boolean {
  const names =
    given.property_name === '品牌' ? marketDictionary().brands : marketDictionary().models.map((model) => model.name)
  return (
    given.property_id === dictionaryId(`property:${given.property_name}`) &&
    given.value_id === dictionaryId(`value:${given.value_name}`) &&
    names.includes(given.value_name)
  )
}

/** Answers the categories of a kind of goods and a trade. */
export function listCategories(
  _world: SandboxContext,
  _sellerId: number,
  request: ListCategoriesRequest,
): ListCategoriesData {
  if (!KNOWN_ITEM_BIZ_TYPES.includes(request.item_biz_type)) throw badParameter('item_biz_type', '不支持该商品类型')
  return {
    list: CATEGORIES.filter((row) => request.sp_biz_type === undefined || row.sp_biz_type === request.sp_biz_type),
  }
}

/** Answers brand first, then the models of a brand, then the capacities of a model, each by the `sub_property_id` before it. */
export function listProperties(
  _world: SandboxContext,
  _sellerId: number,
  request: ListPropertiesRequest,
): ListPropertiesData {
  if (!isCategoryTriple(request.item_biz_type, request.sp_biz_type, request.channel_cat_id)) {
    throw badParameter('channel_cat_id', '类目与商品类型、行业不匹配')
  }
  if (request.sub_property_id === undefined) return { list: [brandProperty()] }
  const brand = marketDictionary().brands.find((name) => dictionaryId(`models of ${name}`) === request.sub_property_id)
  if (brand !== undefined) return { list: [modelProperty(brand)] }
  const model = trade().models.find((row) => dictionaryId(`capacities of ${row.id}`) === request.sub_property_id)
  return { list: model ? [capacityProperty(model)] : [] }
}

function brandProperty(): Property {
  return property(
    '品牌',
    true,
    marketDictionary().brands.map((name) => value(name, `models of ${name}`)),
  )
}

function modelProperty(brand: string): Property {
  const models = marketDictionary().models.filter((model) => model.brand === brand)
  return property(
    '型号',
    true,
    models.map(({ name, model }) => value(name, model === null ? null : `capacities of ${model.id}`)),
  )
}

function capacityProperty(model: CatalogueModel): Property {
  return property(
    '容量',
    false,
    model.storages.map((variant) => value(storageLabel(variant), null)),
  )
}

function property(name: string, required: boolean, items: Property['items']): Property {
  return { property_id: dictionaryId(`property:${name}`), property_name: name, required, items }
}

function value(name: string, child: string | null): Property['items'][number] {
  const own = { value_id: dictionaryId(`value:${name}`), value_name: name }
  return child === null ? own : { ...own, sub_property_id: dictionaryId(child) }
}

/** The platform's own number for Apple; the other brands follow in catalogue order (docs/open-platform.md §4). */
const FIRST_BRAND_ID = 10_000
const FIRST_MODEL_ID = 20_001

/** Answers the brands of the curated channel's dictionary. */
export function listQmsBrands(
  _world: SandboxContext,
  _sellerId: number,
  request: ListQmsBrandsRequest,
): ListQmsBrandsData {
  if (request.class_id !== QMS_CLASSES.phone.classId || request.subclass_id !== QMS_CLASSES.phone.subclassId) {
    return { list: [] }
  }
  return { list: trade().brands.map((name, index) => ({ brand_id: FIRST_BRAND_ID + index, brand_name: name })) }
}

/** Answers the models of a brand; their ids never change. */
export function listQmsModels(
  _world: SandboxContext,
  _sellerId: number,
  request: ListQmsModelsRequest,
): ListQmsModelsData {
  const brand = trade().brands[request.brand_id - FIRST_BRAND_ID]
  const rows = trade()
    .models.map((model, index) => ({
      model_id: FIRST_MODEL_ID + index,
      model_name: modelTitle(model),
      brand_id: request.brand_id,
      brand: model.brand,
    }))
    .filter((row) => row.brand === brand)
  const { list, count } = pageOf(rows, request)
  return { list: list.map(({ model_id, model_name, brand_id }) => ({ model_id, model_name, brand_id })), count }
}

/** What the report page of a curated phone shows, group by group. */
const REPORT_QUESTIONS = [
  ['外观', '机身外观', '机身外观', ['无明显使用痕迹', '轻微使用痕迹', '明显使用痕迹', '磕碰掉漆']],
  ['外观', '屏幕外观', '屏幕外观', ['无划痕', '轻微划痕', '明显划痕', '碎裂']],
  ['显示', '屏幕显示', '显示效果', ['显示正常', '轻微异常', '明显异常']],
  ['拆修', '维修情况', '拆修情况', ['无拆修', '更换电池或后盖', '更换屏幕或摄像头', '主板维修']],
  ['拆修', '进水情况', '进水情况', ['未发现进水', '有进水痕迹']],
  ['功能', '电池', '电池健康度', ['正常', '低于80%', '无法查看']],
  ['功能', '通讯', '通话与网络', ['正常', '异常']],
  ['功能', '拍摄', '前后摄像头', ['正常', '异常']],
  ['功能', '解锁', '面容或指纹', ['正常', '异常']],
  ['功能', '声音', '扬声器与麦克风', ['正常', '异常']],
] as const

/** Answers the report items; the first answer of a question is the normal one, the others are exceptions. */
export function listQmsReportItems(
  _world: SandboxContext,
  _sellerId: number,
  request: ListQmsReportItemsRequest,
): ListQmsReportItemsData {
  if (request.class_id !== QMS_CLASSES.phone.classId) return { list: [] }
  return {
    list: REPORT_QUESTIONS.map(([group, categoryName, question, answers], questionIndex) => ({
      group_name: group,
      category_name: categoryName,
      question_name: question,
      answers: answers.map((answer, answerIndex) => ({
        answer_id: 30_000 + questionIndex * 10 + answerIndex,
        answer_name: answer,
        answer_type: answerIndex === 0 ? 1 : 2,
      })),
    })),
  }
}

/** Answers all carriers (docs/open-platform.md §5.8). */
export function listExpressCompanies(): ListExpressCompaniesData {
  return { list: [...EXPRESS_COMPANIES] }
}
