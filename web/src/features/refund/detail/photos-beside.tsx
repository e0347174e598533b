import { useState } from 'react'
import { viewPhotos } from '../../../components/photo-viewer/photo-viewer.tsx'
import type { Photo } from '../../inspection/types.ts'
import { viewedOf } from '../../report/album.ts'
import type { RefundDetail, RefundUnit } from '../types.ts'
import styles from './photos-beside.module.css'

interface Pane {
  readonly key: string
  readonly title: string
  readonly photos: readonly Photo[]
}

/** What a photograph shows; null where nothing says so. */
const placeOf = ({ position, itemCode }: Photo): string | null => (itemCode === null ? position : `item ${itemCode}`)

function panesOf(refund: RefundDetail, unit: RefundUnit): Pane[] {
  const evidence = refund.evidence.flatMap(({ photo }) => (photo === null ? [] : [photo]))
  return [
    { key: 'sold', title: '售出时', photos: unit.soldPhotos },
    { key: 'recheck', title: '复检', photos: refund.recheckPhotos },
    { key: 'buyer', title: '买家凭证', photos: evidence },
  ]
}

/** The photograph of a pane that shows a place; the one it showed before where none does. */
function moved(pane: Pane, at: number, place: string | null): number {
  const found = place === null ? -1 : pane.photos.findIndex((photo) => placeOf(photo) === place)
  return found < 0 ? at : found
}

interface PaneViewProps {
  pane: Pane
  at: number
  onGo: (at: number) => void
}

function PaneView({ pane: { title, photos }, at, onGo }: PaneViewProps) {
  const photo = photos[at] ?? photos[0]
  const captionOf = (index: number) => `${title}照片${index + 1}`
  const open = () =>
    void viewPhotos(
      photos.map((one, index) => viewedOf(one, captionOf(index))),
      Math.max(0, photo ? photos.indexOf(photo) : 0),
    )
  return (
    <section className={styles.pane} aria-label={title}>
      <h4>
        {title} <span className="muted num">{photos.length} 张</span>
      </h4>
      {photo ? (
        <button type="button" className={styles.large} onClick={open}>
          <img src={photo.url} alt={`查看${captionOf(photos.indexOf(photo))}`} loading="lazy" />
        </button>
      ) : (
        <div className={styles.none}>没有照片</div>
      )}
      {photos.length > 1 ? (
        <div className={styles.strip}>
          {photos.map((one, index) => (
            <button key={one.photoId} type="button" aria-pressed={one === photo} onClick={() => onGo(index)}>
              <img src={one.thumbUrl} alt={captionOf(index)} loading="lazy" />
            </button>
          ))}
        </div>
      ) : null}
    </section>
  )
}

/** Photos beside photos: choosing a place on one side shows the same place on the others, where they have it. */
export function PhotosBeside({ refund, unit }: { refund: RefundDetail; unit: RefundUnit }) {
  const panes = panesOf(refund, unit)
  const [places, setPlaces] = useState<Readonly<Record<string, number>>>({})
  const go = (chosen: Pane, at: number) => {
    const photo = chosen.photos[at]
    const place = photo ? placeOf(photo) : null
    const next = panes.map((pane): [string, number] => [
      pane.key,
      pane.key === chosen.key ? at : moved(pane, places[pane.key] ?? 0, place),
    ])
    setPlaces(Object.fromEntries(next))
  }
  return (
    <div className={styles.panes}>
      {panes.map((pane) => (
        <PaneView key={pane.key} pane={pane} at={places[pane.key] ?? 0} onGo={(at) => go(pane, at)} />
      ))}
    </div>
  )
}
