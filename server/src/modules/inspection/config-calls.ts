import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { type CatalogueModel, findModel } from '@huanji/domain/catalogue/models'
import { searchModels } from '@huanji/domain/catalogue/search'
import { CHANNEL_RULES } from '@huanji/domain/channel'
import { mapGrade } from '@huanji/domain/grading/map'
import { requiredShots } from '@huanji/domain/photos/shots'
import { defaultAnswers } from '@huanji/domain/template/answers'
import { applicableItems, currentTemplate } from '@huanji/domain/template/template'
import { GRADES, type Item } from '@huanji/domain/template/types'
import { refuse } from '../../errors/refusal.ts'
import { handlers, twoSteps } from '../../gateway/handler.ts'
import { assess, presentAnswers, readAnswers, refusalOf } from './assessment.ts'
import { findResumed, recordTarget, signPhotoUpload } from './photo/uploads.ts'

function requireModel(modelId: string): CatalogueModel {
  return findModel(modelId) ?? refuse('MODEL_UNKNOWN', {}, { field: 'modelId' })
}

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

/** The specification values a model comes in; RAM is asked only where buyers choose by it. */
function propertiesOf(model: CatalogueModel) {
  const distinct = (values: readonly (string | null)[]) => [...new Set(values)].filter((value) => value !== null)
  const rams = distinct(model.storages.map((variant) => variant.ram))
  const ram = { key: 'ram' as const, name: '运行内存', required: true, values: rams, allowsOther: false }
  return [
    {
      key: 'regulatoryNo' as const,
      name: '小型号',
      required: false,
      values: [...model.regulatoryNos],
      allowsOther: true,
    },
    ...(rams.length > 0 ? [ram] : []),
    {
      key: 'storage' as const,
      name: '存储容量',
      required: true,
      values: distinct(model.storages.map((variant) => variant.storage)),
      allowsOther: false,
    },
    { key: 'colour' as const, name: '颜色', required: true, values: [...model.colours], allowsOther: true },
  ]
}

/** What inspecting needs to know before anything is stored (docs/specification.md §7). */
export const detConfigGroup = handlers(detConfig, {
  productSearch: async (_context, { query, limit }) => ({ models: searchModels(query, limit).map(presentModel) }),

  getProductInfo: async (_context, { modelId }) => {
    const model = requireModel(modelId)
    const { features, launchPriceLowFen, launchPriceHighFen } = model
    return { ...presentModel(model), features: [...features], launchPriceLowFen, launchPriceHighFen }
  },

  getPropertyInfo: async (_context, { modelId }) => {
    const model = requireModel(modelId)
    const pairs = model.storages.map(({ ram, storage }) => ({ ram: ram ?? '', storage }))
    return { properties: propertiesOf(model), pairs }
  },

  getDetectOptionTpl: async (_context, { modelId, channel, full }) => {
    const model = requireModel(modelId)
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

  getExceptionFlag: async (_context, { modelId, channel, answers }) => {
    const { exceptions } = assess(requireModel(modelId), channel, readAnswers(answers))
    return { hasException: exceptions.length > 0, exceptions: exceptions.map((exception) => ({ ...exception })) }
  },

  getDetectGradLevel: async (_context, { modelId, channel, answers: given }) => {
    const assessment = assess(requireModel(modelId), channel, readAnswers(given))
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
