import type { inspectionColumns } from '@huanji/contract/columns/lists'
import type { Cells } from '../../../../components/list/list-types.ts'
import { STATE_TONES } from '../../../../features/inspection/labels.ts'
import type { InspectionRow } from '../../../../features/inspection/types.ts'
import styles from './cells.module.css'

/** The unit's cover photograph, or a plain place where there is none yet. */
function Cover({ row }: { row: InspectionRow }) {
  if (!row.coverUrl) return <span className={styles.cover} />
  return <img className={styles.cover} src={row.coverUrl} alt="" loading="lazy" width={36} height={36} />
}

function Unit({ row }: { row: InspectionRow }) {
  return (
    <span className={styles.unit}>
      <Cover row={row} />
      <span>
        <b>{row.modelName}</b>
        <span className="muted">{row.skuText || '规格未选'}</span>
      </span>
    </span>
  )
}

/** What is special about an inspection's cells. */
export const cells: Cells<InspectionRow, keyof typeof inspectionColumns & string> = {
  no: { widthPx: 172 },
  model: { widthPx: 232, cell: (row) => <Unit row={row} /> },
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
    widthPx: 140,
    cell: (row) => (row.bagCode ? <span className="code">{row.bagCode}</span> : <span className="muted">未封袋</span>),
  },
  shop: { widthPx: 128, cell: (row) => row.shopName ?? <span className="muted">未指定</span> },
  inspector: { widthPx: 88 },
  createdAt: { widthPx: 142 },
  updatedAt: { widthPx: 142 },
}
