import { cx } from '../../components/class-names.ts'
import { ChooseAgain } from './choose-again.tsx'
import { DOUBT_TEXT } from './photo-check.ts'
import type { QueuedPhoto } from './photo-queue.ts'
import styles from './photo-tile.module.css'
import type { TileProps } from './tile-props.ts'

const STEP_TEXT = {
  waiting: '排队中',
  shrinking: '处理中',
  uploading: '上传中',
  saving: '保存中',
  failed: '上传失败',
  doubtful: '待确认',
} as const

type WaitingPhotoProps = Pick<TileProps, 'title' | 'onFiles' | 'onRetry' | 'onDrop' | 'onAccept'> & {
  photo: QueuedPhoto
}

/** A photograph on its way: how far it has come, or what keeps it. */
export function WaitingPhoto(props: WaitingPhotoProps) {
  const { title, photo, onRetry, onDrop } = props
  const { step } = photo
  return (
    <div className={cx(styles.picture, styles.waiting, step === 'failed' && styles.failed)}>
      <img src={photo.previewUrl} alt={`${title}，${STEP_TEXT[step]}`} draggable={false} />
      {step === 'failed' ? (
        <div className={styles.error} role="alert">
          <p>{photo.error}</p>
          {photo.isUnusable ? (
            <ChooseAgain {...props} word="重选" />
          ) : (
            <button type="button" aria-label={`重试${title}`} onClick={() => onRetry(photo.key)}>
              重试
            </button>
          )}
          <button type="button" aria-label={`不要这张${title}`} onClick={() => onDrop(photo.key)}>
            不要这张
          </button>
        </div>
      ) : step === 'doubtful' ? (
        <Doubt {...props} />
      ) : (
        <progress
          max={1}
          value={step === 'uploading' ? photo.progress : step === 'saving' ? 1 : 0}
          aria-label={`${title}上传进度`}
        >
          {STEP_TEXT[step]}
        </progress>
      )}
    </div>
  )
}

/** Asks whether a picture that may show nothing is to be used all the same. */
function Doubt(props: WaitingPhotoProps) {
  const { title, photo, onAccept } = props
  return (
    <div className={cx(styles.error, styles.doubt)} role="alert">
      <p>{photo.doubt ? DOUBT_TEXT[photo.doubt] : ''}</p>
      <ChooseAgain {...props} word="重拍" />
      <button type="button" aria-label={`仍然使用${title}`} onClick={() => onAccept(photo.key)}>
        仍然使用
      </button>
    </div>
  )
}
