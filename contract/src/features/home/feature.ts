import { closed, defineFeature, OPEN } from '../../feature.ts'
import { homeCards } from './calls.ts'
import { stockAge } from './overview.ts'

export const homeFeature = defineFeature({
  groups: {
    homeCards: {
      title: '首页',
      calls: homeCards,
      keys: closed('只供本人在页面上使用'),
      beyond: 'the sections of the home page, one call each, for whoever does the work',
    },
    stockAge: {
      title: '经营概览',
      calls: stockAge,
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
