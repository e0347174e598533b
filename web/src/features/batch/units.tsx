import { batchUnitColumns } from '@huanji/contract/features/inspection/rows'
import { PAGES } from '@huanji/contract/pages'
import { api } from '../../api/client.ts'
import type { Action } from '../../components/actions/action.ts'
import { defineList } from '../../components/list/list-types.ts'
import { BagCode } from '../bag/bag-code.tsx'
import { INSPECTION_OPTIONS, STATE_TONES } from '../inspection/labels.ts'
import { reportLink } from '../links/inspection-links.ts'
import {
  changeBag,
  changeShop,
  continueInspection,
  continuePhotos,
  listUnits,
  openReport,
  printUnitLabels,
  reinspectUnit,
  sealUnit,
  voidUnit,
} from '../record/actions.ts'
import { copySamplePhotos } from './batch-actions.ts'
import type { BatchUnitRow } from './types.ts'
import styles from './units.module.css'

/** For the rows on the page alone: a task for all that a filter finds reads another list. */
function withoutTask({ task, ask, ...action }: Action<BatchUnitRow>): Action<BatchUnitRow> {
  return action
}

const actions: readonly Action<BatchUnitRow>[] = [
  continueInspection(),
  continuePhotos(),
  sealUnit(),
  listUnits(),
  changeBag(),
  openReport(),
  printUnitLabels(),
  copySamplePhotos,
  withoutTask(changeShop()),
  reinspectUnit(),
  withoutTask(voidUnit()),
]

/** The list of one batch's phones. */
export const unitsOf = (batchId: string) =>
  defineList({
    key: 'batch-units',
    title: PAGES.batchUnits.title,
    call: api.batch.getDetRecordDetailsByDetRecordId,
    fixed: { batchId },
    keeps: ['batchId'],
    rowKey: (row) => row.inspectionId,
    rowLabel: (row: BatchUnitRow) => row.inspectionNo,
    rowCover: (row) => row.coverUrl,
    link: (row) => reportLink(row.inspectionId),
    tabs: { name: 'state', options: INSPECTION_OPTIONS, counts: (answer) => answer.counts },
    filters: [
      {
        kind: 'text',
        name: 'code',
        codeBox: 'batch-units-code',
        label: '扫码或输号',
        placeholder: 'IMEI / 条码 / 封袋码 / 质检单号',
        main: true,
      },
    ],
    columns: batchUnitColumns,
    cells: {
      no: {
        widthPx: 232,
        cell: (row) => (
          <>
            <span className="code">{row.inspectionNo}</span>
            {row.isSample ? <span className={styles.sample}>样机</span> : null}
          </>
        ),
      },
      barCode: { widthPx: 144 },
      state: { widthPx: 92, tones: STATE_TONES },
      exceptions: {
        widthPx: 200,
        grows: 1,
        cell: (row) => row.ownExceptions || <span className="muted">与批次相同</span>,
      },
      batchVersion: { widthPx: 64, cell: (row) => `V${row.batchVersion}`, text: (row) => `V${row.batchVersion}` },
      bag: {
        widthPx: 152,
        cell: (row) => <BagCode of={row} />,
      },
      photos: { widthPx: 64 },
      inspector: { widthPx: 88 },
    },
    actions,
    empty: { title: '本批没有手机', hint: '用“追加手机”扫描手机加入本批。' },
  })
