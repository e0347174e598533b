import { dictionary } from '@huanji/domain/dictionary'
import { REFUND_KINDS } from '@huanji/domain/refunds/kinds'
import { REFUND_REASONS } from '@huanji/domain/refunds/reasons'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { labelsOf } from '../../columns/define-columns.ts'
import { COMMON_FILTERS, type FilterWords, stateFilter } from '../../filter-words.ts'
import { CHANNEL_LABELS } from '../../labels.ts'

export const refundFilters: FilterWords = dictionary({
  ...COMMON_FILTERS,
  state: stateFilter(REFUND_STATES),
  channel: { title: '渠道', labels: CHANNEL_LABELS },
  kind: { title: '类型', labels: labelsOf(REFUND_KINDS) },
  reasonCode: { title: '原因', labels: labelsOf(REFUND_REASONS) },
  awaitsMerchant: { title: '等您处理', kind: 'yesOrNo' },
  awaitsApproval: { title: '待批准', kind: 'yesOrNo' },
  approvable: { title: '待我批准', kind: 'yesOrNo' },
  notReceived: { title: '退货未签收', kind: 'yesOrNo' },
  refused: { title: '闲鱼拒绝了处理', kind: 'yesOrNo' },
  openedFrom: { title: '申请不早于', kind: 'moment' },
  openedTo: { title: '申请不晚于', kind: 'moment' },
})
