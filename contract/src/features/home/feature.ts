import { closed, defineFeature, OPEN } from '../../feature.ts'
import { extHome } from './calls.ts'
import { extOverview } from './overview.ts'

export const homeFeature = defineFeature({
  groups: {
    extHome: {
      title: '首页',
      calls: extHome,
      keys: closed('只供本人在页面上使用'),
      beyond: 'the sections of the home page, one call each, for whoever does the work',
    },
    extOverview: {
      title: '经营概览',
      calls: extOverview,
      keys: OPEN,
      beyond: 'the phones that lie here too long, one by one',
    },
  },
  pages: {
    home: {
      path: '/',
      title: '首页',
      group: null,
      params: { takes: ['from', 'to', 'shopAccountId', 'channel'] },
      posts: ['manager'],
      actions: [{ title: '查看经营数据', grant: 'field:overview', posts: ['manager'] }],
    },
  },
})
