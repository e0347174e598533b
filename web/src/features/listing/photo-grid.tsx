import { viewPhotos } from '../../components/photo-viewer/photo-viewer.tsx'
import styles from './photo-grid.module.css'
import type { Photo } from './types.ts'

/** What a photograph shows, as far as its record says. */
export const captionOf = (photo: Photo, index: number): string =>
  `${photo.itemCode === null ? '实拍图' : '瑕疵图'} ${index + 1}`

/** The photographs that buyers see; each opens large. */
export function PhotoGrid({ photos }: { photos: readonly Photo[] }) {
  if (photos.length === 0) return <p className="muted">还没有照片</p>
  const viewed = photos.map((photo, index) => ({
    photoId: photo.photoId,
    url: photo.url,
    thumbUrl: photo.thumbUrl,
    caption: captionOf(photo, index),
  }))
  return (
    <ul className={styles.photos}>
      {viewed.map((photo, index) => (
        <li key={photo.photoId}>
          <button type="button" aria-label={`放大${photo.caption}`} onClick={() => void viewPhotos(viewed, index)}>
            <img src={photo.thumbUrl} alt={photo.caption} width={96} height={128} loading="lazy" decoding="async" />
          </button>
        </li>
      ))}
    </ul>
  )
}
