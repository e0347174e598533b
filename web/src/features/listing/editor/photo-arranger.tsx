import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { cx } from '../../../components/class-names.ts'
import { Icon, type IconName } from '../../../components/icon/icon.tsx'
import { viewPhotos } from '../../../components/photo-viewer/photo-viewer.tsx'
import { captionOf } from '../photo-grid.tsx'
import type { Photo } from '../types.ts'
import styles from './photo-arranger.module.css'
import { addedBack, leftOut, moved, type PhotoOrder, placeAfter } from './photo-order.ts'

/** What a photograph that is dragged carries: its id. */
const DRAGGED = 'application/x-huanji-listing-photo'

interface PhotoArrangerProps {
  photos: readonly Photo[]
  /** The ids of those that buyers see, the cover first. */
  order: PhotoOrder
  onChange: (order: PhotoOrder) => void
  disabled: boolean
}

interface ToolProps {
  icon: IconName
  label: string
  disabled: boolean
  onClick: () => void
}

function Tool({ icon, label, disabled, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      disabled={disabled}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} size={14} />
    </button>
  )
}

interface ShownPhotoProps extends PhotoArrangerProps {
  photo: Photo
  at: number
  name: string
  view: () => void
  /** Says where a photograph went, for people who cannot see it. */
  say: (text: string) => void
}

function ShownPhoto({ photo, at, name, photos, order, onChange, disabled, view, say }: ShownPhotoProps) {
  const [isOver, setOver] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const place = (to: number, by: PhotoOrder = moved(order, photo.photoId, to)) => {
    onChange(by)
    say(`${name}移到第 ${to + 1} 张${to === 0 ? '，作为封面' : ''}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.altKey ? placeAfter(event.key, at, order.length) : null
    if (to === null || disabled) return
    event.preventDefault()
    place(to)
    // it keeps the focus at its new place: React moves the element
    requestAnimationFrame(() => item.current?.querySelector('button')?.focus())
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    const dragged = event.dataTransfer.getData(DRAGGED)
    // one from another listing's page belongs to that
    if (disabled || !photos.some(({ photoId }) => photoId === dragged)) return
    event.preventDefault()
    onChange(moved(addedBack(order, dragged), dragged, at))
  }
  return (
    <li
      ref={item}
      className={cx(styles.photo, isOver && styles.over)}
      draggable={!disabled}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, photo.photoId)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onKeyDown={onKeyDown}
    >
      <button
        type="button"
        className={styles.picture}
        aria-label={at === 0 ? `第 1 张 封面 ${name}` : `第 ${at + 1} 张 ${name}`}
        onClick={view}
      >
        <img src={photo.thumbUrl} alt="" width={96} height={128} loading="lazy" decoding="async" draggable={false} />
        <span className={cx(styles.place, at === 0 && styles.cover)}>{at === 0 ? '封面' : at + 1}</span>
      </button>
      <span className={styles.tools}>
        <Tool icon="left" label={`前移${name}`} disabled={disabled || at === 0} onClick={() => place(at - 1)} />
        <Tool icon="tag" label={`设${name}为封面`} disabled={disabled || at === 0} onClick={() => place(0)} />
        <Tool
          icon="right"
          label={`后移${name}`}
          disabled={disabled || at === order.length - 1}
          onClick={() => place(at + 1)}
        />
        <Tool
          icon="minus"
          label={`不展示${name}`}
          disabled={disabled || order.length === 1}
          onClick={() => onChange(leftOut(order, photo.photoId))}
        />
      </span>
    </li>
  )
}

/** The photographs of a listing in the order that buyers see them: dragged, or moved with Alt and the arrows; some left out. */
export function PhotoArranger({ photos, order, onChange, disabled }: PhotoArrangerProps) {
  const [said, say] = useState('')
  const byId = new Map(photos.map((photo, index) => [photo.photoId, { photo, name: captionOf(photo, index) }]))
  const shown = order.flatMap((id) => byId.get(id) ?? [])
  const out = photos.flatMap(({ photoId }) => (order.includes(photoId) ? [] : (byId.get(photoId) ?? [])))
  const all = [...shown, ...out]
  const view = (at: number) =>
    void viewPhotos(
      all.map(({ photo, name }) => ({
        photoId: photo.photoId,
        url: photo.url,
        thumbUrl: photo.thumbUrl,
        caption: name,
      })),
      at,
    )
  return (
    <div className={styles.arranger}>
      <ul className={styles.photos} aria-label="展示的照片">
        {shown.map(({ photo, name }, at) => (
          <ShownPhoto
            key={photo.photoId}
            {...{ photo, at, name, photos, order, onChange, disabled, say }}
            view={() => view(at)}
          />
        ))}
      </ul>
      <p className="muted">
        拖动排序，或选中照片后按 <kbd>Alt</kbd> <kbd>←</kbd> <kbd>→</kbd>；第 1 张是封面。
      </p>
      {out.length > 0 ? (
        <>
          <h3>不展示的照片（{out.length}）</h3>
          <ul className={styles.photos} aria-label="不展示的照片">
            {out.map(({ photo, name }, index) => (
              <li key={photo.photoId} className={cx(styles.photo, styles.out)}>
                <button
                  type="button"
                  className={styles.picture}
                  aria-label={`放大${name}`}
                  onClick={() => view(shown.length + index)}
                >
                  <img src={photo.thumbUrl} alt="" width={96} height={128} loading="lazy" decoding="async" />
                </button>
                <span className={styles.tools}>
                  <Tool
                    icon="plus"
                    label={`加回${name}`}
                    disabled={disabled}
                    onClick={() => onChange(addedBack(order, photo.photoId))}
                  />
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  )
}
