import { dictionary } from '@huanji/domain/dictionary'
import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import { BILL_STATES } from '@huanji/domain/states/bill'
import { labelsOf } from '../../columns/define-columns.ts'
import { COMMON_FILTERS, type FilterWords, stateFilter } from '../../filter-words.ts'
import { CHANNEL_LABELS } from '../../labels.ts'
import { BILL_DIRECTION_LABELS } from './labels.ts'

export const billFilters: FilterWords = dictionary({
  ...COMMON_FILTERS,
  type: { title: '类型', labels: labelsOf(BILL_TYPES) },
  direction: { title: '收支', labels: BILL_DIRECTION_LABELS },
  channel: { title: '渠道', labels: CHANNEL_LABELS },
  state: stateFilter(BILL_STATES),
  orderNo: { title: '订单号' },
  refundNo: { title: '售后单号' },
  occurredFrom: { title: '发生时间从', kind: 'moment' },
  occurredTo: { title: '发生时间到', kind: 'moment' },
})

export const billMonthFilters: FilterWords = dictionary({ ...COMMON_FILTERS, month: { title: '月份' } })
