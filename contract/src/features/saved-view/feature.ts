import { closed, defineFeature } from '../../feature.ts'
import { savedView } from './calls.ts'

export const savedViewFeature = defineFeature({
  groups: {
    savedView: {
      title: '常用筛选',
      calls: savedView,
      keys: closed('只供本人在页面上使用'),
      beyond: "filters and columns under a name, one's own or shared with whoever may see the list",
    },
  },
  topics: ['view'],
})
