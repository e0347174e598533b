import { dictionary } from '@huanji/domain/dictionary'
import type { StateTable } from '@huanji/domain/states/transition'
import { labelsOf } from './columns/define-columns.ts'

/** What a filter of a list is called, and how its values read: as they are, by labels, or by their kind. */
export interface FilterWord {
  readonly title: string
  readonly labels?: Readonly<Record<string, string>>
  readonly kind?: 'moment' | 'yesOrNo' | 'model' | 'shop'
}

/** The filters of a list, by the names that its call takes. */
export type FilterWords = Readonly<Record<string, FilterWord>>

/** The filters that most lists have. */
export const COMMON_FILTERS: FilterWords = dictionary({
  code: { title: '编码' },
  keyword: { title: '关键字' },
  modelId: { title: '机型', kind: 'model' },
  shopAccountId: { title: '店铺', kind: 'shop' },
  scheduleDate: { title: '场次日期' },
  updatedFrom: { title: '更新不早于', kind: 'moment' },
})

/** The filter of a thing's state. */
export const stateFilter = (table: StateTable, title = '状态'): FilterWord => ({
  title,
  labels: labelsOf(table.states),
})
