import { MarksLayer } from '../../components/photo-viewer/marks-layer.tsx'
import type { Photo } from '../inspection/types.ts'
import styles from './photo-thumb.module.css'

interface PhotoThumbProps {
  photo: Photo
  /** What it shows. */
  caption: string
  onOpen: () => void
}

/** A small photograph with its circles and arrows; pressed, it opens large. */
export function PhotoThumb({ photo, caption, onOpen }: PhotoThumbProps) {
  const ratio = photo.width / photo.height || 3 / 4
  return (
    <button type="button" className={styles.thumb} onClick={onOpen}>
      <span className={styles.picture} style={{ aspectRatio: ratio, width: ratio < 0.75 ? 128 * ratio : 96 }}>
        <img src={photo.thumbUrl} alt={`查看${caption}`} loading="lazy" />
        <MarksLayer marks={photo.marks} ratio={ratio} />
      </span>
    </button>
  )
}
