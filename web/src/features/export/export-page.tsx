import { EXPORT_KINDS } from '@huanji/contract/export-kinds'
import { EXPORT_FORMAT_LABELS } from '@huanji/contract/features/export/labels'
import { exportColumns } from '@huanji/contract/features/export/rows'
import { PAGES } from '@huanji/contract/pages'
import { EXPORT_STATES } from '@huanji/domain/states/export'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList } from '../../components/list/list-types.ts'
import { can } from '../../session/session.ts'
import { cancelExport, downloadExport, retryExport } from './export-actions.ts'
import { EXPORT_TONES, ExportState } from './export-state.tsx'
import { rowsWords, sizeWords } from './export-words.ts'

const KINDS = Object.entries(EXPORT_KINDS).map(([value, { title }]) => ({ value, label: title }))
const STATES = EXPORT_STATES.states.map(({ code, label }) => ({ value: code, label }))
const DASH = <span className="muted">—</span>

/** The records as the signed-in person may see them: only some see those of others. */
const exportList = () =>
  defineList({
    key: 'exports',
    title: PAGES.downloads.title,
    call: api.goodsExport.list,
    rowKey: (row) => row.exportId,
    rowLabel: (row) => row.title,
    tabs: { name: 'state', options: STATES, counts: (answer) => answer.counts },
    filters: [
      { kind: 'select', name: 'kind', label: '导出内容', options: KINDS, single: true },
      ...(can('scope:allExports')
        ? [
            {
              kind: 'select',
              name: 'mine',
              label: '导出人',
              options: [{ value: 'true', label: '只看自己' }],
              single: true,
            } as const,
          ]
        : []),
    ],
    columns: exportColumns,
    cells: {
      title: {
        widthPx: 132,
        shows: ['format'],
        cell: ({ title, format }) => (
          <>
            {title} <span className="muted">{EXPORT_FORMAT_LABELS[format]}</span>
          </>
        ),
      },
      state: { widthPx: 248, tones: EXPORT_TONES, shows: ['expiresAt'], cell: (row) => <ExportState row={row} /> },
      filter: {
        widthPx: 104,
        grows: 1,
        cell: ({ filterText }) => <span title={filterText}>{filterText || '全部'}</span>,
      },
      rows: { widthPx: 160, cell: (row) => <span className="num">{rowsWords(row) || DASH}</span>, text: rowsWords },
      bytes: {
        widthPx: 84,
        cell: ({ bytes }) => <span className="num">{sizeWords(bytes) || DASH}</span>,
        text: ({ bytes }) => sizeWords(bytes),
      },
      requestedBy: { widthPx: 76 },
    },
    open: (row) => {
      if (row.allowedActions.includes('download')) void downloadExport(row)
    },
    actions: [retryExport, cancelExport],
    refreshEveryMs: 3_000,
    empty: { title: '还没有导出', hint: '在商品或订单列表的右上角点导出，文件会在这里生成。' },
  })

/** 导出记录: what was asked for, how it goes, and the files. */
export function ExportPage() {
  // Which filters there are depends on who is signed in; a change of that starts the application anew.
  const [list] = useState(exportList)
  return <ListPage list={list} />
}
