import { closed, defineFeature } from '../../feature.ts'
import { task } from './calls.ts'

export const taskFeature = defineFeature({
  groups: {
    task: {
      title: '批量操作',
      calls: task,
      keys: closed('会以员工的权限在后台执行，请直接调用相应的接口'),
      beyond:
        "what is done to all rows of a filter goes on behind the screen, with each row's own result (docs/jobs.md)",
    },
  },
  topics: ['task'],
})
