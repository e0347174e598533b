import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import type { CatalogueModel } from '@huanji/domain/catalogue/models'
import { type FoundModel, type Searched, searchModels } from '@huanji/domain/catalogue/search'
import { CHANNEL_RULES } from '@huanji/domain/channel'
import { mapGrade } from '@huanji/domain/grading/map'
import { requiredShots } from '@huanji/domain/photos/shots'
import { skuWritten } from '@huanji/domain/stock/match-model'
import { defaultAnswers } from '@huanji/domain/template/answers'
import { applicableItems, currentTemplate } from '@huanji/domain/template/template'
import { GRADES, type Item } from '@huanji/domain/template/types'
import type { Tx } from '../../database/database.ts'
import { handlers, twoSteps } from '../../gateway/handler.ts'
import { requireModel, searchedBy } from '../catalogue/known.ts'
import { assess, presentAnswers, readAnswers, refusalOf } from './assessment.ts'
import { seenOf, skusOfModel } from './learned-store.ts'
import { findResumed, recordTarget, signPhotoUpload } from './photo/uploads.ts'

function presentModel(model: CatalogueModel) {
  const { id: modelId, brand, name, year, platform, regulatoryNos } = model
  return { modelId, brand, name, year, platform, regulatoryNos: [...regulatoryNos] }
}

function presentItem(item: Item) {
  const { code, name, mode, kind, required, photo, askActively } = item
  return {
    code,
    name,
    mode,
    kind,
    required,
    photo,
    askActively,
    options: item.options.map((option) => ({ ...option })),
  }
}

/** What phones of a model whose variants nobody knows usually come in. */
const USUAL = {
  rams: ['4GB', '6GB', '8GB', '12GB', '16GB'],
  storages: ['64GB', '128GB', '256GB', '512GB', '1TB'],
  colours: ['黑色', '白色', '蓝色', '绿色', '紫色', '金色', '银色', '灰色', '粉色', '红色'],
} as const

type Sku = Awaited<ReturnType<typeof skusOfModel>>[number]

const distinct = (values: readonly (string | null)[]): string[] =>
  [...new Set(values)].filter((value): value is string => value !== null && value !== '')

/**
 * The specification values a model comes in; RAM is asked only where buyers choose by it. Of a model whose variants are not
 * known, those that the merchant's phones had come first, then the usual ones, and any other may be typed.
 */
function propertiesOf(model: CatalogueModel, learned: readonly Sku[]) {
  const isAndroid = model.platform === 'android'
  const knowsStorages = model.storages.length > 0
  const rams = knowsStorages
    ? distinct(model.storages.map((variant) => variant.ram))
    : isAndroid
      ? distinct([...learned.map(({ ram }) => ram), ...USUAL.rams])
      : []
  const storages = knowsStorages
    ? distinct(model.storages.map((variant) => variant.storage))
    : distinct([...learned.map(({ storage }) => storage), ...USUAL.storages])
  const colours =
    model.colours.length > 0 ? [...model.colours] : distinct([...learned.map(({ colour }) => colour), ...USUAL.colours])
  const ram = { key: 'ram' as const, name: '运行内存', required: true, values: rams, allowsOther: !knowsStorages }
  return [
    {
      key: 'regulatoryNo' as const,
      name: '小型号',
      required: false,
      values: [...model.regulatoryNos],
      allowsOther: true,
    },
    ...(rams.length > 0 ? [ram] : []),
    { key: 'storage' as const, name: '存储容量', required: true, values: storages, allowsOther: !knowsStorages },
    { key: 'colour' as const, name: '颜色', required: true, values: colours, allowsOther: true },
  ]
}

/** The models that a text may mean; of several that it names, the one that the merchant sees more often comes first. */
async function searchFor(tx: Tx, query: string, limit: number, searched: Searched): Promise<FoundModel[]> {
  const found = searchModels(query, limit, searched)
  const named = found.filter(({ isNamed }) => isNamed).map(({ model }) => model.id)
  if (named.length < 2) return found
  const counts = await seenOf(tx, named)
  return searchModels(query, limit, { ...searched, seen: (modelId) => counts.get(modelId) ?? 0 })
}

/** What inspecting needs to know before anything is stored (docs/specification.md §7). */
export const detConfigGroup = handlers(detConfig, {
  productSearch: async ({ tx }, { query, limit }) => {
    const searched = await searchedBy(tx)
    const models = (await searchFor(tx, query, limit, searched)).map(({ model, isNamed }) => ({
      ...presentModel(model),
      isNamed,
      sku: { ...skuWritten(query, model, searched) },
    }))
    return { models }
  },

  getProductInfo: async ({ tx }, { modelId }) => {
    const model = await requireModel(tx, modelId)
    const { features, launchPriceLowFen, launchPriceHighFen } = model
    return { ...presentModel(model), features: [...features], launchPriceLowFen, launchPriceHighFen }
  },

  getPropertyInfo: async ({ tx }, { modelId }) => {
    const model = await requireModel(tx, modelId)
    const pairs = model.storages.map(({ ram, storage }) => ({ ram: ram ?? '', storage }))
    const isKnown = model.storages.length > 0 && model.colours.length > 0
    return { properties: propertiesOf(model, isKnown ? [] : await skusOfModel(tx, modelId)), pairs }
  },

  getDetectOptionTpl: async ({ tx }, { modelId, channel, full }) => {
    const model = await requireModel(tx, modelId)
    const template = currentTemplate(channel, full ? 'full' : CHANNEL_RULES[channel].itemSet)
    const items = applicableItems(template, model)
    const defaults = defaultAnswers(items, model)
    const groups = template.groups.map((group) => {
      const codes = new Set(group.items.map((item) => item.code))
      return {
        code: group.code,
        name: group.name,
        items: items.filter((item) => codes.has(item.code)).map(presentItem),
      }
    })
    return {
      templateId: template.id,
      templateVersion: template.version,
      groups: groups.filter((group) => group.items.length > 0),
      defaults: presentAnswers(defaults),
      shots: requiredShots(channel, model, defaults),
    }
  },

  getExceptionFlag: async ({ tx }, { modelId, channel, answers }) => {
    const { exceptions } = assess(await requireModel(tx, modelId), channel, readAnswers(answers))
    return { hasException: exceptions.length > 0, exceptions: exceptions.map((exception) => ({ ...exception })) }
  },

  getDetectGradLevel: async ({ tx }, { modelId, channel, answers: given }) => {
    const assessment = assess(await requireModel(tx, modelId), channel, readAnswers(given))
    const { explanation, answers, uninspectable, problems, missing } = assessment
    return {
      explanation,
      answers: presentAnswers(answers),
      uninspectable: [...uninspectable],
      problems: problems.map((problem) => ({ ...problem })),
      missing: [...missing],
      channelRefusal: refusalOf(assessment),
    }
  },

  getUploadSign: twoSteps({
    prepare: (context, { photoTaskId, ...wanted }) => findResumed(context, recordTarget(photoTaskId), wanted),
    commit: (context, { photoTaskId, ...wanted }, resumed) =>
      signPhotoUpload(context, recordTarget(photoTaskId), wanted, resumed),
  }),

  mapGrade: async (_context, { grade }) => ({
    grades: GRADES.filter((one) => grade === undefined || one === grade).map((one) => {
      const { refusal: _refusal, auctionLabel, ...mapped } = mapGrade(one)
      return { ...mapped, auctionLabel: mapped.auctionAllowed ? auctionLabel : null }
    }),
  }),
})
