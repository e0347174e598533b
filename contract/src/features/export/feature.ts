import { EXPORT_STATES } from '@huanji/domain/states/export'
import { closed, defineFeature } from '../../feature.ts'
import { optionsIn } from '../../labels.ts'
import { exportTasks, goodsExport } from './calls.ts'
import { EXPORT_FORMAT_LABELS } from './labels.ts'
import { exportColumns } from './rows.ts'

export const exportFeature = defineFeature({
  groups: {
    exportTasks: {
      title: '导出记录',
      calls: exportTasks,
      keys: closed('会以员工的权限在后台执行，请直接调用相应的接口'),
      beyond: 'what is done with an export that was asked for; its file comes by a link that holds for a minute',
    },
    goodsExport: {
      title: '商品导出',
      calls: goodsExport,
      keys: closed('会以员工的权限在后台执行，请直接调用相应的接口'),
    },
  },
  pages: {
    downloads: {
      path: '/tool/download',
      title: '导出记录',
      group: 'tool',
      params: { takes: ['state'] },
      posts: ['manager', 'inspector', 'operator', 'shipper', 'service', 'finance', 'accountant'],
      needs: [goodsExport.list],
      actions: [
        {
          title: '查看导出记录',
          grant: goodsExport.list,
          posts: ['manager', 'inspector', 'operator', 'shipper', 'service', 'finance', 'accountant'],
        },
        { title: '查看所有人的导出', grant: 'scope:allExports', needs: [goodsExport.list] },
      ],
    },
  },
  lists: {
    exports: { call: goodsExport.list, columns: exportColumns },
  },
  topics: ['export'],
  dictionaries: {
    exportState: optionsIn(EXPORT_STATES.states),
  },
  labels: [EXPORT_FORMAT_LABELS],
})
