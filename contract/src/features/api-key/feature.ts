import { closed, defineFeature } from '../../feature.ts'
import { programKeys } from './calls.ts'
import { API_KEY_STATE_LABELS } from './labels.ts'
import { apiKeyColumns } from './rows.ts'

export const apiKeyFeature = defineFeature({
  groups: {
    programKeys: {
      title: '接口密钥',
      calls: programKeys,
      keys: closed('密钥不能管理密钥'),
      beyond: "the keys that other people's programs call with",
    },
  },
  pages: {
    apiKeys: {
      path: '/account/apikey',
      beyond: 'other people’s programs',
      title: '接口密钥',
      group: 'account',
      params: { takes: ['state'] },
      needs: [programKeys.list],
      actions: [
        { title: '查看密钥', grant: programKeys.list },
        { title: '创建、编辑、更换密钥', grant: programKeys.edit, power: 'people', needs: [programKeys.list] },
        { title: '停用密钥', grant: programKeys.revoke, needs: [programKeys.list] },
      ],
    },
    apiDocs: {
      path: '/account/api-docs',
      beyond: 'what those programs may call',
      title: '接口文档',
      group: 'account',
      params: { takes: ['call'] },
    },
  },
  lists: {
    'api-keys': { call: programKeys.list, columns: apiKeyColumns },
  },
  topics: ['apiKey'],
  labels: [API_KEY_STATE_LABELS],
})
