import { batchColumns } from '@huanji/contract/features/inspection/rows'
import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { PAGES } from '@huanji/contract/pages'
import { CHANNELS } from '@huanji/domain/channel'
import { REPAIR_FLAG_LABELS } from '@huanji/domain/grading/ladder'
import { api } from '../../api/client.ts'
import { defineList } from '../../components/list/list-types.ts'
import { GRADE_OPTIONS, searchModels, shopOptions } from '../goods/filter-options.ts'
import { GoodsCell } from '../goods/goods-cell.tsx'
import { batchLink } from '../links/batch-links.ts'
import { BATCH_ACTIONS } from './batch-actions.ts'
import type { BatchRow } from './types.ts'

/** A count that matters only where there is one. */
const counted = (count: number) => (count > 0 ? count : <span className="muted">0</span>)

/** The list of batches of both channels. */
export const batches = defineList({
  key: 'batches',
  title: PAGES.batches.title,
  call: api.batch.getMultiDetRecordList,
  rowKey: (row) => row.batchId,
  rowLabel: (row: BatchRow) => row.batchNo,
  rowCover: (row) => row.coverUrl,
  link: (row) => batchLink(row.batchId),
  filters: [
    {
      kind: 'text',
      name: 'code',
      codeBox: 'batches-code',
      label: '扫码或输号',
      placeholder: '批次号 / IMEI / 条码 / 封袋码 / 质检单号',
      main: true,
    },
    {
      kind: 'select',
      name: 'channel',
      label: '渠道',
      options: CHANNELS.map((channel) => ({ value: channel, label: CHANNEL_LABELS[channel] })),
      single: true,
    },
    { kind: 'search', name: 'modelId', label: '机型', search: searchModels, counted: true },
    { kind: 'select', name: 'grade', label: '成色', options: GRADE_OPTIONS, counted: true },
    { kind: 'select', name: 'shopAccountId', label: '店铺', options: shopOptions, counted: true },
    { kind: 'days', name: 'createdFrom', to: 'createdTo', label: '创建时间' },
  ],
  columns: batchColumns,
  cells: {
    no: { widthPx: 152 },
    model: {
      widthPx: 280,
      grows: 1,
      shows: ['grade'],
      cell: (row) => (
        <GoodsCell
          goods={row}
          marks={row.repairFlag === 'R0' ? null : <span>{REPAIR_FLAG_LABELS[row.repairFlag]}</span>}
        />
      ),
    },
    channel: { widthPx: 72 },
    total: { widthPx: 68 },
    waiting: { widthPx: 76, cell: (row) => counted(row.waitingCount) },
    available: { widthPx: 68, cell: (row) => counted(row.availableCount) },
    locked: { widthPx: 68, cell: (row) => counted(row.lockedCount) },
    sold: { widthPx: 68, cell: (row) => counted(row.soldCount) },
    batchVersion: { widthPx: 64, cell: (row) => `V${row.batchVersion}`, text: (row) => `V${row.batchVersion}` },
    shop: { widthPx: 128, cell: (row) => row.shopName ?? <span className="muted">未指定</span> },
    creator: { widthPx: 88 },
  },
  actions: BATCH_ACTIONS,
  empty: {
    title: '还没有批次',
    hint: '在“严选多台质检”中选好机型和规格，再扫描手机即可开始。',
    lead: {
      name: '去严选多台质检',
      grant: PAGES.batchInspection.path,
      run: ({ goTo }) => goTo(PAGES.batchInspection.path),
    },
  },
})
