import { cx } from '../../components/class-names.ts'
import { viewPhotos } from '../../components/photo-viewer/photo-viewer.tsx'
import styles from './photo-grid.module.css'
import type { Photo } from './types.ts'

/** What a photograph shows, as far as its record says. */
export const captionOf = (photo: Photo, index: number): string =>
  `${photo.itemCode === null ? '实拍图' : '瑕疵图'} ${index + 1}`

/** The photographs in the order that buyers see them, the cover first, then those that are left out; each opens large. */
export function PhotoGrid({ photos }: { photos: readonly Photo[] }) {
  if (photos.length === 0) return <p className="muted">还没有照片</p>
  const ordered = [...photos.filter(({ included }) => included), ...photos.filter(({ included }) => !included)]
  const viewed = ordered.map((photo, index) => ({
    photoId: photo.photoId,
    url: photo.url,
    thumbUrl: photo.thumbUrl,
    caption: captionOf(photo, index),
    included: photo.included,
  }))
  return (
    <ul className={styles.photos}>
      {viewed.map((photo, index) => (
        <li key={photo.photoId} className={cx(!photo.included && styles.out)}>
          <button type="button" aria-label={`放大${photo.caption}`} onClick={() => void viewPhotos(viewed, index)}>
            <img src={photo.thumbUrl} alt={photo.caption} width={96} height={128} loading="lazy" decoding="async" />
          </button>
          {photo.included ? null : <span>不展示</span>}
        </li>
      ))}
    </ul>
  )
}
