import { closed, defineFeature } from '../../feature.ts'
import { notice } from './calls.ts'

export const noticeFeature = defineFeature({
  groups: {
    notice: { title: '消息', calls: notice, keys: closed('只供本人在页面上使用') },
  },
  live: {
    notice: [notice.unread, notice.list, notice.choices],
  },
})
