import { BILL_CHECK_STATES } from '@huanji/domain/states/bill-check'
import { BILL_FINDING_STATES } from '@huanji/domain/states/bill-finding'
import { closed, defineFeature, some } from '../../feature.ts'
import { optionsIn } from '../../labels.ts'
import { billCheck, billImport } from './calls.ts'
import { DIFFERENCE_LABELS, FINDING_WAY_LABELS, STATEMENT_ANSWER_LABELS } from './labels.ts'
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
  dictionaries: {
    billCheckState: optionsIn(BILL_CHECK_STATES.states),
    billFindingState: optionsIn(BILL_FINDING_STATES.states),
  },
  labels: [DIFFERENCE_LABELS, FINDING_WAY_LABELS, STATEMENT_ANSWER_LABELS],
})
