import { closed, defineFeature } from '../../feature.ts'
import { demoCorner } from './calls.ts'

export const demoFeature = defineFeature({
  groups: {
    demoCorner: {
      title: '演示',
      calls: demoCorner,
      keys: closed('只供本人在页面上使用'),
      beyond: 'a demo: accounts to step into, codes to fill in, buyers who do what they are asked',
    },
  },
})
