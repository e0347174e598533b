import { defineFeature, OPEN } from '../../feature.ts'
import { extSearch } from './calls.ts'

export const searchFeature = defineFeature({
  groups: {
    extSearch: { title: '扫码查找', calls: extSearch, keys: OPEN, beyond: 'the one box that finds anything' },
  },
})
