import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import { BILL_STATES } from '@huanji/domain/states/bill'
import { closed, defineFeature, OPEN } from '../../feature.ts'
import { optionsIn, optionsOf } from '../../labels.ts'
import { goodsExport } from '../export/calls.ts'
import { billCheck } from '../reconciliation/calls.ts'
import { bill, billDetail, billMonth } from './calls.ts'
import { billExport } from './export.ts'
import { BILL_DIRECTION_LABELS } from './labels.ts'
import { accountFlowColumns, billColumns, billedOrderColumns, billMonthColumns } from './rows.ts'
import { billFilters, billMonthFilters } from './words.ts'

export const billFeature = defineFeature({
  groups: {
    bill: { title: '账单', calls: bill, keys: OPEN },
    billMonth: {
      title: '月结单',
      calls: billMonth,
      keys: closed('每一笔都在账单列表里，请按发生时间读取'),
      beyond: 'the bills by order and by month; the movements of the account',
    },
    billDetail: {
      title: '账单明细',
      calls: billDetail,
      keys: OPEN,
      beyond: 'the bills by order and by month; the movements of the account',
    },
    billExport: {
      title: '账单导出',
      calls: billExport,
      keys: closed('会以员工的权限在后台执行，请直接调用相应的接口'),
      beyond: 'lists as files, of which the specification names none; 月结单',
    },
  },
  pages: {
    bills: {
      path: '/capital/bill',
      title: '账单',
      group: 'capital',
      params: { takes: ['state', 'orderNo', 'show', 'channel', 'shopAccountId', 'occurredFrom', 'occurredTo'] },
      posts: ['manager', 'finance', 'accountant'],
      needs: [bill.list],
      actions: [
        { title: '查看账单', grant: bill.list, posts: ['manager', 'finance', 'accountant'] },
        { title: '对账', grant: billCheck.list, posts: ['finance', 'accountant'], needs: [bill.list] },
        { title: '手工记一笔', grant: billCheck.adjust, posts: ['finance'], needs: [bill.list] },
        {
          title: '导出账单',
          grant: billExport.create,
          posts: ['finance', 'accountant'],
          needs: [bill.list, goodsExport.list],
        },
      ],
    },
  },
  lists: {
    bills: {
      call: bill.list,
      columns: billColumns,
      filters: billFilters,
      export: { title: '账单', call: billExport.create },
    },
    'billed-orders': { call: billDetail.orders, columns: billedOrderColumns },
    'account-flows': { call: billDetail.flows, columns: accountFlowColumns },
    'bill-months': {
      call: billMonth.list,
      columns: billMonthColumns,
      filters: billMonthFilters,
      keepsViews: false,
      export: { title: '月结单', call: billExport.createMonth, grant: billExport.create },
    },
  },
  topics: ['bill'],
  dictionaries: {
    billType: optionsIn(BILL_TYPES),
    billState: optionsIn(BILL_STATES.states),
    billDirection: optionsOf(BILL_DIRECTION_LABELS),
  },
})
