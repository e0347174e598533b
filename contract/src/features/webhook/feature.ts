import { closed, defineFeature } from '../../feature.ts'
import { webhook } from './calls.ts'

export const webhookFeature = defineFeature({
  groups: {
    webhook: {
      title: '接口推送',
      calls: webhook,
      keys: closed('接口推送把数据发到外部，只能由人管理'),
      beyond: 'what happened, told to another system, signed (docs/webhooks.md)',
    },
  },
  pages: {
    webhooks: {
      path: '/account/webhook',
      beyond: 'another system is told of what happens',
      title: '接口推送',
      group: 'account',
      needs: [webhook.list],
      actions: [
        { title: '查看接口推送', grant: webhook.list },
        { title: '管理接口推送', grant: webhook.save, needs: [webhook.list] },
      ],
    },
  },
  topics: ['webhook'],
})
