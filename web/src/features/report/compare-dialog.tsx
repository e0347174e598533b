import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button/button.tsx'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { viewPhotos } from '../../components/photo-viewer/photo-viewer.tsx'
import { Time } from '../../components/time/time.tsx'
import { inspectionLabel } from '../inspection/labels.ts'
import { detailQuery } from '../inspection/queries.ts'
import type { InspectionDetail, Photo } from '../inspection/types.ts'
import { viewedOf } from './album.ts'
import { type ComparedLine, type ComparedPhotos, comparePhotos, compareReports } from './compare.ts'
import styles from './compare-dialog.module.css'
import compared from './compared.module.css'
import { ComparedBand } from './compared-band.tsx'
import { PhotoThumb } from './photo-thumb.tsx'
import { useShotNames } from './shot-names.ts'

interface CompareDialogProps {
  detail: InspectionDetail
  /** The record to put beside it. */
  compareWith: string
  onClose: () => void
}

/** Two inspections of a phone side by side, the earlier one at the left: what differs first, and the photographs in pairs. */
export function CompareDialog({ detail, compareWith, onClose }: CompareDialogProps) {
  const query = useQuery(detailQuery(compareWith))
  return (
    <Dialog title="对比两次质检" onClose={onClose} widthPx={1040}>
      <DetailPending query={query} waiting={LOADING}>
        {(other) => <Reports pair={other.createdAt < detail.createdAt ? [other, detail] : [detail, other]} />}
      </DetailPending>
    </Dialog>
  )
}

type Pair = readonly [before: InspectionDetail, after: InspectionDetail]

function Reports({ pair: [before, after] }: { pair: Pair }) {
  const [showsSame, setShowsSame] = useState(false)
  const { differing, same } = compareReports(before, after)
  const shotName = useShotNames(before, after)
  const photos = comparePhotos(before, after, shotName)
  return (
    <table className={compared.table}>
      <thead className={styles.head}>
        <tr>
          <th scope="col">项目</th>
          <ReportHead detail={before} />
          <ReportHead detail={after} />
        </tr>
      </thead>
      <tbody>
        <ComparedBand text={differing.length > 0 ? `不同的 ${differing.length} 项` : '两次质检的结果完全相同'} />
        {differing.map((line) => (
          <LineRow key={line.key} line={line} isDifferent />
        ))}
      </tbody>
      <tbody>
        {photos.length > 0 ? <ComparedBand text="照片" /> : null}
        {photos.map((shot) => (
          <PhotosRow key={shot.key} shot={shot} />
        ))}
      </tbody>
      <tbody>
        <ComparedBand text={`相同的 ${same.length} 项`}>
          <Button tone="link" aria-expanded={showsSame} onClick={() => setShowsSame(!showsSame)}>
            {showsSame ? '收起' : '展开'}
          </Button>
        </ComparedBand>
        {showsSame ? same.map((line) => <LineRow key={line.key} line={line} />) : null}
      </tbody>
    </table>
  )
}

function ReportHead({ detail: { inspectionNo, state, createdAt } }: { detail: InspectionDetail }) {
  return (
    <th scope="col">
      <span className="code">{inspectionNo}</span>
      <span className={styles.when}>
        <Time at={createdAt} /> · {inspectionLabel(state)}
      </span>
    </th>
  )
}

function LineRow({ line, isDifferent = false }: { line: ComparedLine; isDifferent?: boolean }) {
  return (
    <tr className={isDifferent ? compared.different : undefined}>
      <th scope="row">{line.name}</th>
      <td>{line.before}</td>
      <td>{isDifferent ? <b>{line.after}</b> : line.after}</td>
    </tr>
  )
}

function PhotosRow({ shot }: { shot: ComparedPhotos }) {
  const { caption, before, after } = shot
  const all = [...before, ...after]
  const open = (photo: Photo) =>
    void viewPhotos(
      all.map((one) => viewedOf(one, caption)),
      all.indexOf(photo),
    )
  const cell = (photos: readonly Photo[]) => (
    <td>
      <div className={styles.photos}>
        {photos.length === 0 ? <span className="muted">没有照片</span> : null}
        {photos.map((photo) => (
          <PhotoThumb key={photo.photoId} photo={photo} caption={caption} onOpen={() => open(photo)} />
        ))}
      </div>
    </td>
  )
  return (
    <tr>
      <th scope="row">{caption}</th>
      {cell(before)}
      {cell(after)}
    </tr>
  )
}
