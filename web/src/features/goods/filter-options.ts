import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { GRADES } from '@huanji/domain/template/types'
import { api } from '../../api/client.ts'
import type { FilterOption } from '../../components/list/list-types.ts'
import { modelTitleOf } from '../inspection/queries.ts'

/** The merchant's shops for a filter, those that cannot sell at present included: old rows are theirs too. */
export async function shopOptions(): Promise<FilterOption[]> {
  const { options } = await api.shop.options({})
  return options.map(({ value, label }) => ({ value, label }))
}

/** The models a text may mean; those that are only like it say so. */
export async function searchModels(keyword: string): Promise<FilterOption[]> {
  const query = keyword.trim()
  if (query === '') return []
  const { models } = await api.detConfig.productSearch({ query, limit: 12 })
  return models.map((model) => ({
    value: model.modelId,
    label: modelTitleOf(model),
    mark: model.isNamed ? '' : '近似',
  }))
}

/** Condition grades, best first; units of the last one, X, are never listed. */
export const GRADE_OPTIONS: readonly FilterOption[] = GRADES.filter((grade) => grade !== 'X').map((grade) => ({
  value: grade,
  label: GRADE_LABELS[grade],
}))
