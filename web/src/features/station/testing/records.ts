import { releasedCatalogue } from '@huanji/domain/catalogue/released'
import type { Channel } from '@huanji/domain/channel'
import { gradeOf } from '@huanji/domain/grading/grade'
import { requiredShots } from '@huanji/domain/photos/shots'
import { defaultAnswers } from '@huanji/domain/template/answers'
import { applicableItems, currentTemplate } from '@huanji/domain/template/template'
import type { Answers, InspectionDetail, Saved, Template, Verified } from '../../inspection/types.ts'

const MODEL_ID = 'apple-iphone-13'

/** The template as it travels, made from the domain's own data. */
export function templateOf(mode: 'quick' | 'full', channel: Channel = 'auction', modelId = MODEL_ID): Template {
  const model = releasedCatalogue().catalogue.find(modelId)
  if (!model) throw new Error(`no model ${modelId}`)
  const template = currentTemplate(channel, mode)
  const items = applicableItems(template, model)
  const asked = new Set(items.map((item) => item.code))
  const defaults = Object.entries(defaultAnswers(items, model)).map(([code, answer]) => [
    code,
    { options: [...answer.options], ...(answer.value === undefined ? {} : { value: answer.value }) },
  ])
  return {
    templateId: template.id,
    templateVersion: template.version,
    groups: template.groups.map((group) => ({
      code: group.code,
      name: group.name,
      items: group.items
        .filter((item) => asked.has(item.code))
        .map(({ code, name, mode: itemMode, kind, required, photo, askActively, options }) => ({
          code,
          name,
          mode: itemMode,
          kind,
          required,
          photo,
          askActively,
          options: options.map((option) => ({ ...option })),
        })),
    })),
    defaults: Object.fromEntries(defaults) as Answers,
    shots: requiredShots(channel, model, {}),
  }
}

/** What scanning an IMEI nobody knows answers. */
export function freeUnit(imei: string, change: Partial<Verified> = {}): Verified {
  return {
    result: 'free',
    message: '可以质检',
    codeKind: 'imei',
    code: imei,
    barCode: null,
    imei,
    openInspectionId: null,
    suggestedModelIds: [],
    suggestions: [],
    history: [],
    ...change,
  }
}

/** What a save answers. */
export function savedRecord(change: Partial<Saved> = {}): Saved {
  const model = releasedCatalogue().catalogue.find(MODEL_ID)
  const template = currentTemplate('auction')
  const { grade, reason } = gradeOf(template, {}, { channel: 'auction', platform: model?.platform ?? 'apple' })
  return {
    inspectionId: '01890000-0000-7000-8000-000000000001',
    inspectionNo: 'ZJ261120000001',
    unitId: 'unit-1',
    barCode: 'HJ0000000001',
    photoTaskId: '01890000-0000-7000-8000-000000000002',
    state: 'draft',
    version: 1,
    explanation: {
      grade,
      reason,
      causes: [],
      stops: [],
      pileUp: null,
      repairFlag: 'R0',
      auctionLabel: 'S 99新',
      curatedLabel: '99新',
    },
    problems: [],
    missingShots: [],
    missingDefectPhotos: [],
    ...change,
  }
}

/** A stored record as its page shows it. */
export function recordDetail(change: Partial<InspectionDetail> = {}): InspectionDetail {
  const { explanation, inspectionId, inspectionNo, barCode, photoTaskId, version } = savedRecord()
  return {
    inspectionId,
    inspectionNo,
    barCode,
    retake: null,
    photoTaskId,
    version,
    explanation,
    channel: 'auction',
    state: 'draft',
    imei: '490154203237518',
    modelId: MODEL_ID,
    modelName: '苹果 iPhone 13',
    skuText: '128GB 午夜色',
    grade: null,
    systemGrade: null,
    repairFlag: null,
    exceptionCount: 0,
    bagCode: null,
    shopAccountId: null,
    shopName: null,
    batchId: null,
    batchNo: null,
    reportPath: null,
    coverUrl: null,
    photoCount: 0,
    inspectorName: '林小满',
    allowedActions: ['continue'],
    createdAt: '2026-11-20T08:00:00.000Z',
    updatedAt: '2026-11-20T08:00:00.000Z',
    code: { kind: 'imei', imei: '490154203237518', imei2: '', meid: '', sn: '' },
    sku: { regulatoryNo: 'A2634', ram: '', storage: '128GB', colour: '午夜色' },
    templateVersion: '2026001',
    costPriceFen: null,
    answers: { B03: { options: ['B03-3'] }, A16: { options: ['A16-1'] } },
    overrideReason: '',
    remark: '',
    groups: [],
    photos: [],
    history: [],
    versions: [],
    replacedBy: null,
    ...change,
  }
}
