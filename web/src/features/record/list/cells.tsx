import type { inspectionColumns } from '@huanji/contract/features/inspection/rows'
import { linkTo, PAGES } from '@huanji/contract/pages'
import { REPAIR_FLAG_LABELS } from '@huanji/domain/grading/ladder'
import { Link } from 'react-router'
import type { Cells } from '../../../components/list/list-types.ts'
import { can } from '../../../session/session.ts'
import { BagCode } from '../../bag/bag-code.tsx'
import { GoodsCell } from '../../goods/goods-cell.tsx'
import { retakeText, STATE_TONES } from '../../inspection/labels.ts'
import type { InspectionRow } from '../../inspection/types.ts'
import styles from './cells.module.css'

/** The repair history where there is one; a phone without needs no word. */
function Repair({ row: { repairFlag } }: { row: InspectionRow }) {
  if (repairFlag === null || repairFlag === 'R0') return null
  return <span className={styles.repair}>{REPAIR_FLAG_LABELS[repairFlag]}</span>
}

/** The batch that the phone came in with, where it came in with one. */
function BatchMark({ row: { batchId, batchNo } }: { row: InspectionRow }) {
  if (batchId === null) return null
  if (!can(PAGES.batches.path)) return <span className={styles.batch}>批 {batchNo}</span>
  return (
    <Link className={styles.batch} to={linkTo('batchUnits', { batchId })} title="查看同批手机">
      批 {batchNo}
    </Link>
  )
}

/** Who asked for other pictures, and why; the whole of it as a hint. */
function RetakeMark({ row: { retake } }: { row: InspectionRow }) {
  if (retake === null) return null
  const text = retakeText(retake)
  return (
    <span className={styles.retake} title={text}>
      {text}
    </span>
  )
}

function Marks({ row }: { row: InspectionRow }) {
  return (
    <>
      <RetakeMark row={row} />
      <Repair row={row} />
      <BatchMark row={row} />
    </>
  )
}

/** What is special about an inspection's cells. */
export const cells: Cells<InspectionRow, keyof typeof inspectionColumns & string> = {
  no: { widthPx: 172 },
  model: {
    widthPx: 312,
    grows: 1,
    shows: ['grade'],
    cell: (row) => <GoodsCell goods={row} marks={<Marks row={row} />} />,
  },
  state: { widthPx: 92, tones: STATE_TONES },
  imei: { cell: (row) => <span className="code">{row.imei || '—'}</span> },
  barCode: { widthPx: 144 },
  exceptions: {
    widthPx: 76,
    cell: (row) =>
      row.exceptionCount > 0 ? <b className={styles.bad}>{row.exceptionCount}</b> : <span className="muted">0</span>,
  },
  photos: { widthPx: 64 },
  bag: {
    widthPx: 152,
    cell: (row) => <BagCode of={row} />,
  },
  shop: { widthPx: 128, cell: (row) => row.shopName ?? <span className="muted">未指定</span> },
  inspector: { widthPx: 88 },
}
