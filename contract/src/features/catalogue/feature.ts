import { defineFeature, OPEN } from '../../feature.ts'
import { optionsOf } from '../../labels.ts'
import { catalogue } from './calls.ts'
import { OWN_MODEL_STATE_LABELS } from './labels.ts'
import { ownModelColumns } from './rows.ts'

export const catalogueFeature = defineFeature({
  groups: {
    catalogue: {
      title: '机型库',
      calls: catalogue,
      keys: OPEN,
      beyond: 'a phone of a model that the catalogue lacks is inspected, sold and counted like any other',
    },
  },
  pages: {
    models: {
      path: '/check/models',
      title: '机型',
      group: 'check',
      beyond: 'the models that the merchant wrote down, what they are mapped to, and what became of them',
      posts: ['manager', 'inspector', 'operator'],
      needs: [catalogue.listModels],
      actions: [
        { title: '查看机型', grant: catalogue.listModels, posts: ['manager', 'inspector', 'operator'] },
        {
          title: '新建机型',
          grant: catalogue.createModel,
          posts: ['manager', 'inspector', 'operator'],
          needs: [catalogue.listModels],
          begins: ['新建机型'],
        },
        {
          title: '修改机型',
          grant: catalogue.editModel,
          posts: ['manager'],
          needs: [catalogue.listModels],
        },
        { title: '删除机型', grant: catalogue.removeModel, posts: ['manager'], needs: [catalogue.listModels] },
      ],
    },
  },
  lists: {
    models: { call: catalogue.listModels, columns: ownModelColumns },
  },
  topics: ['model'],
  dictionaries: {
    ownModelState: optionsOf(OWN_MODEL_STATE_LABELS),
  },
})
