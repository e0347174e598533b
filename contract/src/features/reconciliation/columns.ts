import { BILL_FINDING_STATES } from '@huanji/domain/states/bill-finding'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { CHANNEL_LABELS, DIFFERENCE_LABELS } from '../../labels.ts'
import { findingRow } from './rows.ts'

export const findingColumns = defineColumns(findingRow, {
  kind: { title: '差异', kind: 'choice', labels: DIFFERENCE_LABELS },
  subject: { title: '订单/结算单', kind: 'code', value: 'subject' },
  theirs: { title: '闲鱼的数', kind: 'money', value: 'theirsFen' },
  ours: { title: '我们的数', kind: 'money', value: 'oursFen' },
  gap: { title: '差多少', kind: 'money', value: 'surplusFen' },
  detail: { title: '说明', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: labelsOf(BILL_FINDING_STATES.states) },
  note: { title: '怎么处理的', kind: 'text' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS, hidden: true },
  foundAt: { title: '发现时间', kind: 'moment' },
  checkedAt: { title: '核对时间', kind: 'moment', hidden: true },
})
