import { closed, defineFeature } from '../../feature.ts'
import { notice } from './calls.ts'

export const noticeFeature = defineFeature({
  groups: {
    notice: {
      title: '消息',
      calls: notice,
      keys: closed('只供本人在页面上使用'),
      beyond: "what happened without a person's doing, with what they have read and what they want to be told of",
    },
  },
  topics: ['notice'],
})
