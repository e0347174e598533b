import { defineFeature, OPEN } from '../../feature.ts'
import { phoneRecord } from './calls.ts'
import { phoneCost } from './cost.ts'

export const phoneFeature = defineFeature({
  groups: {
    phoneRecord: {
      title: '一机一档',
      calls: phoneRecord,
      keys: OPEN,
      beyond: '一机一档: the whole life of the phone that any code leads to, on a page of its own (`/check/phone`)',
    },
    phoneCost: {
      title: '成本价',
      calls: phoneCost,
      keys: OPEN,
      beyond:
        'what many phones cost, from a list that somebody keeps elsewhere: judged line by line, taken over, and taken back',
    },
  },
  pages: {
    phone: {
      path: '/check/phone',
      beyond: 'the whole life of one phone',
      title: '一机一档',
      group: 'check',
      params: { takes: ['code'] },
      posts: ['manager', 'inspector', 'operator', 'shipper', 'service', 'finance'],
      needs: [phoneRecord.life],
      actions: [
        {
          title: '查看一机一档',
          grant: phoneRecord.life,
          posts: ['manager', 'inspector', 'operator', 'shipper', 'service', 'finance'],
        },
      ],
    },
  },
  topics: ['cost'],
})
