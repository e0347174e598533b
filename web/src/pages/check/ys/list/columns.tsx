import type { Column } from '../../../../components/list/list-types.ts'
import { StateTag } from '../../../../components/state-tag/state-tag.tsx'
import { Time } from '../../../../components/time/time.tsx'
import { inspectionLabel, STATE_TONES } from '../../../../features/inspection/labels.ts'
import type { InspectionRow } from '../../../../features/inspection/types.ts'
import { GradeBadge } from '../../../../components/grade/grade-badge.tsx'
import styles from './columns.module.css'

/** The unit's cover photograph, or a plain place where there is none yet. */
function Cover({ row }: { row: InspectionRow }) {
  if (!row.coverUrl) return <span className={styles.cover} />
  return <img className={styles.cover} src={row.coverUrl} alt="" loading="lazy" width={36} height={36} />
}

/** What an inspection's row shows. */
export const columns: readonly Column<InspectionRow>[] = [
  {
    key: 'no',
    title: '质检编号',
    widthPx: 172,
    cell: (row) => <span className="code">{row.inspectionNo}</span>,
    copy: (row) => row.inspectionNo,
  },
  {
    key: 'model',
    title: '机型规格',
    widthPx: 232,
    cell: (row) => (
      <span className={styles.unit}>
        <Cover row={row} />
        <span>
          <b>{row.modelName}</b>
          <span className="muted">{row.skuText || '规格未选'}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'grade',
    title: '成色',
    widthPx: 84,
    cell: (row) => <GradeBadge grade={row.grade} />,
  },
  {
    key: 'state',
    title: '状态',
    widthPx: 92,
    cell: (row) => <StateTag tone={STATE_TONES[row.state]}>{inspectionLabel(row.state)}</StateTag>,
  },
  {
    key: 'imei',
    title: 'IMEI',
    widthPx: 168,
    cell: (row) => <span className="code">{row.imei || '—'}</span>,
    copy: (row) => row.imei,
  },
  {
    key: 'barCode',
    title: '条码',
    widthPx: 144,
    cell: (row) => <span className="code">{row.barCode}</span>,
    copy: (row) => row.barCode,
  },
  {
    key: 'exceptions',
    title: '异常项',
    widthPx: 76,
    align: 'right',
    cell: (row) =>
      row.exceptionCount > 0 ? <b className={styles.bad}>{row.exceptionCount}</b> : <span className="muted">0</span>,
  },
  { key: 'photos', title: '照片', widthPx: 64, align: 'right', cell: (row) => row.photoCount },
  {
    key: 'bag',
    title: '封袋码',
    widthPx: 140,
    cell: (row) => (row.bagCode ? <span className="code">{row.bagCode}</span> : <span className="muted">未封袋</span>),
    copy: (row) => row.bagCode ?? '',
  },
  { key: 'shop', title: '店铺', widthPx: 128, cell: (row) => row.shopName ?? <span className="muted">未指定</span> },
  { key: 'inspector', title: '质检员', widthPx: 88, cell: (row) => row.inspectorName },
  { key: 'createdAt', title: '质检时间', widthPx: 142, cell: (row) => <Time at={row.createdAt} /> },
  { key: 'updatedAt', title: '更新时间', widthPx: 142, cell: (row) => <Time at={row.updatedAt} />, hidden: true },
]
