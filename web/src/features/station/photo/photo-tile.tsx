import { PHOTO_LIMITS } from '@huanji/domain/photos/limits'
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react'
import { cx } from '../../../components/class-names.ts'
import { Icon } from '../../../components/icon/icon.tsx'
import { viewPhotos } from '../../../components/photo-viewer/photo-viewer.tsx'
import type { Photo } from '../../inspection/types.ts'
import type { QueuedPhoto } from './photo-queue.ts'
import styles from './photo-tile.module.css'

const STEP_TEXT = { waiting: '排队中', shrinking: '处理中', uploading: '上传中', saving: '保存中', failed: '' } as const

export interface TileProps {
  /** Names the tile for the page that wants to lead here: a shot's code or an item's. */
  tileKey: string
  title: string
  hint: string
  rule: '必拍' | '建议' | '选拍'
  photos: readonly Photo[]
  queued: readonly QueuedPhoto[]
  /** How many photographs it takes; a shot takes one, which a newer one replaces. */
  max: number
  isDisabled: boolean
  onFiles: (files: readonly File[]) => void
  onRemove: (photo: Photo) => void
  onRetry: (key: string) => void
  onDrop: (key: string) => void
}

/** The pictures among dragged, pasted or chosen files. */
export const picturesIn = (files: FileList | null | undefined): File[] =>
  [...(files ?? [])].filter((file) => file.type.startsWith('image/') || /\.hei[cf]$/i.test(file.name))

/** A place for one shot or one defect: from a file, the camera, by drag or by paste. */
export function PhotoTile(props: TileProps) {
  const { title, rule, photos, queued, max, isDisabled, onFiles } = props
  const [isOver, setOver] = useState(false)
  const taken = photos.length + queued.length
  // A picture on its way may fail: the tile stays open until the server has one.
  const isMissing = rule === '必拍' && photos.length === 0
  const onDropped = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(false)
    if (!isDisabled) onFiles(picturesIn(event.dataTransfer.files))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is an extra way; the buttons inside have the keys
    <div
      className={cx(styles.tile, isMissing && styles.missing, isOver && styles.over)}
      data-tile={props.tileKey}
      data-missing={isMissing || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDropped}
    >
      <div className={styles.pictures}>
        {photos.map((photo, index) => (
          <TakenPhoto key={photo.photoId} {...props} photo={photo} index={index} />
        ))}
        {queued.map((photo) => (
          <WaitingPhoto key={photo.key} title={title} photo={photo} onRetry={props.onRetry} onDrop={props.onDrop} />
        ))}
        {taken < max ? <AddPhoto {...props} /> : null}
      </div>
      <p className={styles.title}>
        <span>{title}</span>
        <span className={cx(styles.rule, isMissing && styles.must)}>{taken > 0 && !isMissing ? '' : rule}</span>
      </p>
    </div>
  )
}

function AddPhoto({ title, hint, isDisabled, onFiles, max }: TileProps) {
  const id = useId()
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles(picturesIn(event.target.files))
    // The same file may be chosen again after a failure.
    event.target.value = ''
  }
  return (
    <div className={styles.add} title={hint}>
      <label htmlFor={id}>
        <Icon name="plus" size={20} />
        <span className="sr-only">选择照片：{title}</span>
        <input id={id} type="file" accept="image/*" multiple={max > 1} disabled={isDisabled} onChange={onChange} />
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

function TakenPhoto({
  title,
  photos,
  photo,
  index,
  max,
  isDisabled,
  onFiles,
  onRemove,
}: TileProps & { photo: Photo; index: number }) {
  const replace = useRef<HTMLInputElement>(null)
  const viewed = photos.map((one) => ({ photoId: one.photoId, url: one.url, thumbUrl: one.thumbUrl, caption: title }))
  return (
    <div className={styles.picture}>
      <button type="button" className={styles.view} onClick={() => void viewPhotos(viewed, index)}>
        <img src={photo.thumbUrl} alt={`查看${title}`} loading="lazy" />
      </button>
      {isDisabled ? null : (
        <div className={styles.tools}>
          {max === 1 ? (
            <button type="button" aria-label={`重拍${title}`} onClick={() => replace.current?.click()}>
              <Icon name="refresh" size={14} />
            </button>
          ) : null}
          <button type="button" aria-label={`删除${title}`} onClick={() => onRemove(photo)}>
            <Icon name="trash" size={14} />
          </button>
        </div>
      )}
      <input
        ref={replace}
        type="file"
        accept="image/*"
        hidden
        aria-label={`替换${title}`}
        onChange={(event) => {
          onFiles(picturesIn(event.target.files))
          event.target.value = ''
        }}
      />
    </div>
  )
}

interface WaitingPhotoProps extends Pick<TileProps, 'title' | 'onRetry' | 'onDrop'> {
  photo: QueuedPhoto
}

function WaitingPhoto({ title, photo, onRetry, onDrop }: WaitingPhotoProps) {
  const isFailed = photo.step === 'failed'
  return (
    <div className={cx(styles.picture, styles.waiting, isFailed && styles.failed)}>
      <img src={photo.previewUrl} alt={`${title}，${isFailed ? '上传失败' : STEP_TEXT[photo.step]}`} />
      {isFailed ? (
        <div className={styles.error} role="alert">
          <p>{photo.error}</p>
          <button type="button" onClick={() => onRetry(photo.key)}>
            重试
          </button>
          <button type="button" aria-label={`放弃${title}`} onClick={() => onDrop(photo.key)}>
            放弃
          </button>
        </div>
      ) : (
        <progress
          max={1}
          value={photo.step === 'uploading' ? photo.progress : photo.step === 'saving' ? 1 : 0}
          aria-label={`${title}上传进度`}
        >
          {STEP_TEXT[photo.step]}
        </progress>
      )}
    </div>
  )
}

/** How many photographs of one defect may be kept. */
export const DEFECT_PHOTOS_MAX = PHOTO_LIMITS.defectMaxPerItem
