import { defineFeature, OPEN } from '../../feature.ts'
import { modelMapping, modelMappingEdit } from './calls.ts'

export const modelMappingFeature = defineFeature({
  groups: {
    modelMappingEdit: {
      title: '机型对应设置',
      calls: modelMappingEdit,
      keys: OPEN,
      beyond: 'the specification reads which model of the marketplace ours is, and names no call that mends it',
    },
    modelMapping: { title: '机型对应', calls: modelMapping, keys: OPEN },
  },
})
