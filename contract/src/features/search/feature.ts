import { defineFeature, OPEN } from '../../feature.ts'
import { codeSearch } from './calls.ts'

export const searchFeature = defineFeature({
  groups: {
    codeSearch: { title: '扫码查找', calls: codeSearch, keys: OPEN, beyond: 'the one box that finds anything' },
  },
})
