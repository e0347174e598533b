import { type CatalogueModel, modelTitle, storageLabel } from '@huanji/domain/catalogue/models'
import { checkOverride } from '@huanji/domain/grading/grade'
import { currentTemplate, findItem } from '@huanji/domain/template/template'
import type { Grade } from '@huanji/domain/template/types'
import { refuse } from '../../errors/refusal.ts'
import { type Assessment, requireGradeOnChannel } from './assessment.ts'
import type { UnitModel, UnitSku } from './unit-store.ts'

/** The inspector's own grade beside the one that the answers give, if any, with the reason. */
export interface WantedGrade {
  readonly finalGrade?: Grade | undefined
  readonly overrideReason: string
}

/** A model and SKU as a unit keeps them. */
export const unitModelOf = (model: CatalogueModel, sku: UnitSku): UnitModel => ({
  modelId: model.id,
  modelName: modelTitle(model),
  sku,
  skuText: skuText(model, sku),
})

/** What a person reads of a SKU: `12GB+256GB 雅黑`; what is not known yet is left out. */
function skuText(model: CatalogueModel, sku: UnitSku): string {
  const ram = model.platform === 'android' && sku.ram !== '' ? sku.ram : null
  const storage = sku.storage === '' ? '' : storageLabel({ ram, storage: sku.storage })
  return [storage, sku.colour].filter((part) => part !== '').join(' ')
}

/**
 * Refuses what cannot be submitted: SKU_INCOMPLETE, ANSWERS_INVALID, ANSWERS_MISSING naming the items, OVERRIDE_INVALID,
 * GRADE_NOT_ALLOWED for a grade that is not sold on the channel.
 *
 * @param at where the input has SKU and answers, such as `common.`; empty for at its top
 */
export function checkSubmission(assessment: Assessment, sku: UnitSku, wanted: WantedGrade, at = ''): void {
  checkSku(assessment.model, sku, at)
  checkAnswers(assessment, at)
  checkGrade(assessment, wanted, at)
}

/** Refuses ANSWERS_INVALID and ANSWERS_MISSING. */
export function checkAnswers({ problems, missing, template }: Assessment, at = ''): void {
  const blocking = problems.find((problem) => problem.level === 'block')
  if (blocking) {
    const field = blocking.itemCode === null ? `${at}answers` : `${at}answers.${blocking.itemCode}`
    refuse('ANSWERS_INVALID', { message: blocking.message }, { field })
  }
  if (missing.length > 0) {
    const names = missing.slice(0, 5).map((code) => findItem(template, code)?.name ?? code)
    const items = names.join('、') + (missing.length > names.length ? '等' : '')
    refuse('ANSWERS_MISSING', { count: missing.length, items }, { field: `${at}answers.${missing[0]}` })
  }
}

/** Refuses OVERRIDE_INVALID, and GRADE_NOT_ALLOWED for a grade that is not sold on the channel. */
export function checkGrade(assessment: Assessment, { finalGrade, overrideReason }: WantedGrade, at = ''): void {
  const { explanation } = assessment
  const override = checkOverride(explanation.grade, finalGrade ?? explanation.grade, overrideReason)
  if (!override.ok) refuse('OVERRIDE_INVALID', { message: override.message }, { field: `${at}finalGrade` })
  requireGradeOnChannel(finalGrade ?? explanation.grade, assessment)
}

/** Of a model whose variants nobody knows any capacity may be the right one that the template has a name for. */
const isOption = (itemCode: string, name: string): boolean =>
  findItem(currentTemplate('curated', 'full'), itemCode)?.options.some((option) => option.name === name) ?? false

/** A listing needs to say which SKU it sells, and only a SKU that was made can be sold. */
function checkSku(model: CatalogueModel, sku: UnitSku, at: string): void {
  const isAndroid = model.platform === 'android'
  const isKnown = model.storages.length > 0
  const fits = model.storages.filter((one) => one.storage === sku.storage)
  const hasRam = isKnown ? fits.some((one) => one.ram === sku.ram) : isOption('A05', sku.ram)
  const hasStorage = isKnown ? fits.length > 0 : isOption('A06', sku.storage)
  const fields: string[] = []
  if (isAndroid && !hasRam) fields.push('运行内存')
  if (!hasStorage) fields.push('存储容量')
  if (sku.colour === '') fields.push('颜色')
  if (fields.length > 0) refuse('SKU_INCOMPLETE', { fields: fields.join('、') }, { field: `${at}sku` })
}
