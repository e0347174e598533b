import { defineFeature, OPEN } from '../../feature.ts'
import { extPhone } from './calls.ts'
import { extCost } from './cost.ts'

export const phoneFeature = defineFeature({
  groups: {
    extPhone: {
      title: '一机一档',
      calls: extPhone,
      keys: OPEN,
      beyond: '一机一档: the whole life of the phone that any code leads to, on a page of its own (`/check/phone`)',
    },
    extCost: {
      title: '成本价',
      calls: extCost,
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
      needs: [extPhone.life],
      actions: [
        {
          title: '查看一机一档',
          grant: extPhone.life,
          posts: ['manager', 'inspector', 'operator', 'shipper', 'service', 'finance'],
        },
      ],
    },
  },
  topics: ['cost'],
})
