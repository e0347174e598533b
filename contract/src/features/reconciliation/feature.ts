import { closed, defineFeature, some } from '../../feature.ts'
import { billCheck, billImport } from './calls.ts'
import { findingColumns } from './rows.ts'

export const reconciliationFeature = defineFeature({
  groups: {
    billCheck: {
      title: '对账',
      calls: billCheck,
      keys: some([billCheck.list], '涉及资金，要由人决定'),
      beyond:
        "what was settled is held against what was expected and against the marketplace's own file, and put right",
    },
    billImport: {
      title: '结算单导入',
      calls: billImport,
      keys: closed('涉及资金，要由人决定'),
      beyond:
        "what was settled is held against what was expected and against the marketplace's own file, and put right",
    },
  },
  lists: {
    'bill-findings': { call: billCheck.list, columns: findingColumns },
  },
  topics: ['reconciliation'],
})
