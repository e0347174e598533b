import { defineColumns } from '../../columns/define-columns.ts'
import { API_KEY_STATE_LABELS } from '../../labels.ts'
import { apiKeyRow } from './rows.ts'

export const apiKeyColumns = defineColumns(apiKeyRow, {
  name: { title: '名称', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: API_KEY_STATE_LABELS },
  hint: { title: '密钥开头', kind: 'code' },
  grants: { title: '权限数', kind: 'count', value: 'grantCount' },
  calls: { title: '今日调用', kind: 'count', value: 'callsToday' },
  refused: { title: '今日被拒', kind: 'count', value: 'refusedToday' },
  rate: { title: '每分钟上限', kind: 'count', value: 'ratePerMinute' },
  lastUsedAt: { title: '上次使用', kind: 'moment' },
  expiresAt: { title: '到期时间', kind: 'moment' },
  creator: { title: '创建人', kind: 'text', value: 'creatorName' },
  createdAt: { title: '创建时间', kind: 'moment', hidden: true },
})
