import { PHOTO_LIMITS } from '@huanji/domain/photos/limits'
import { SHOT_RULES } from '@huanji/domain/photos/shots'
import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { cx } from '../../components/class-names.ts'
import { Icon } from '../../components/icon/icon.tsx'
import styles from './photo-tile.module.css'
import { DRAGGED_PHOTO, TakenPhoto } from './taken-photo.tsx'
import type { TileProps } from './tile-props.ts'
import { WaitingPhoto } from './waiting-photo.tsx'

/** A place for one shot or one defect: from a file, the camera, by drag or by paste; a shot's photograph changes places by drag. */
export function PhotoTile(props: TileProps) {
  const { tileKey, title, rule, photos, queued, max, targets, isDisabled, onFiles, onMove } = props
  const [isOver, setOver] = useState(false)
  const taken = photos.length + queued.length
  // A picture on its way may fail: the tile stays open until the server has one.
  const isMissing = rule === 'must' && photos.length === 0
  const onDropped = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    if (isDisabled) return
    const photoId = event.dataTransfer.getData(DRAGGED_PHOTO)
    if (photoId === '') onFiles([...event.dataTransfer.files])
    else if (targets.length > 0) onMove(photoId, tileKey)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra way; the buttons inside have the keys
    <div
      className={cx(styles.tile, isMissing && styles.missing, isOver && styles.over)}
      data-tile={tileKey}
      data-missing={isMissing || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDropped}
    >
      <div className={styles.pictures}>
        {photos.map((photo) => (
          <TakenPhoto key={photo.photoId} {...props} photo={photo} />
        ))}
        {queued.map((photo) => (
          <WaitingPhoto key={photo.key} {...props} photo={photo} />
        ))}
        {taken < max ? <AddPhoto {...props} /> : null}
      </div>
      <p className={styles.title}>
        <span>{title}</span>
        <span className={cx(styles.rule, isMissing && styles.must)}>
          {taken > 0 && !isMissing ? '' : SHOT_RULES[rule]}
        </span>
      </p>
    </div>
  )
}

function AddPhoto({ title, hint, isDisabled, onFiles }: TileProps) {
  const id = useId()
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])])
    // The same file may be chosen again after a failure.
    event.target.value = ''
  }
  return (
    <div className={styles.add} title={hint}>
      <label htmlFor={id}>
        <Icon name="plus" size={20} />
        <span className="sr-only">选择照片：{title}</span>
        <input id={id} type="file" accept="image/*" multiple disabled={isDisabled} onChange={onChange} />
      </label>
      <label htmlFor={`${id}-camera`} className={styles.camera}>
        <Icon name="camera" />
        <span className="sr-only">拍照：{title}</span>
        <input
          id={`${id}-camera`}
          type="file"
          accept="image/*"
          capture="environment"
          disabled={isDisabled}
          onChange={onChange}
        />
      </label>
    </div>
  )
}

/** How many photographs of one defect may be kept. */
export const DEFECT_PHOTOS_MAX = PHOTO_LIMITS.defectMaxPerItem
