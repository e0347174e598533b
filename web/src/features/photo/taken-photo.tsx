import { useRef } from 'react'
import { Icon } from '../../components/icon/icon.tsx'
import { MenuButton } from '../../components/menu/menu-button.tsx'
import type { Photo } from '../inspection/types.ts'
import styles from './photo-tile.module.css'
import type { TileProps } from './tile-props.ts'

/** What a photograph that is dragged from its tile carries: its id. */
export const DRAGGED_PHOTO = 'application/x-huanji-photo'

type TakenPhotoProps = Pick<
  TileProps,
  'tileKey' | 'title' | 'max' | 'isDisabled' | 'targets' | 'onFiles' | 'onRemove' | 'onView' | 'onMove'
> & { photo: Photo }

/** A photograph that the server has: seen large, taken anew, moved to another shot, or removed. */
export function TakenPhoto(props: TakenPhotoProps) {
  const { tileKey, title, photo, isDisabled, targets, onView } = props
  const isMovable = !isDisabled && targets.length > 0
  const marks = photo.marks.length
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is an extra way; 移动 has the keys
    <div
      className={styles.picture}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED_PHOTO, photo.photoId)
        event.dataTransfer.effectAllowed = 'move'
      }}
      data-photo-of={tileKey}
    >
      <button type="button" className={styles.view} onClick={() => onView(photo)}>
        <img
          src={photo.thumbUrl}
          alt={`查看${title}${marks > 0 ? `（${marks}处圈注）` : ''}`}
          loading="lazy"
          draggable={false}
        />
      </button>
      {marks > 0 ? (
        <span className={styles.marks} aria-hidden="true">
          圈注{marks}
        </span>
      ) : null}
      {isDisabled ? null : <Tools {...props} />}
    </div>
  )
}

function Tools({ tileKey, title, photo, max, targets, onFiles, onRemove, onMove }: TakenPhotoProps) {
  const replace = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.tools}>
      {targets.length > 0 ? (
        <MenuButton
          label={`移动${title}到…`}
          items={targets
            .filter(({ code }) => code !== tileKey)
            .map(({ code, name }) => ({ key: code, label: name, run: () => onMove(photo.photoId, code) }))}
        >
          移
        </MenuButton>
      ) : null}
      {max === 1 ? (
        <button type="button" aria-label={`重拍${title}`} onClick={() => replace.current?.click()}>
          <Icon name="refresh" size={14} />
        </button>
      ) : null}
      <button type="button" aria-label={`删除${title}`} onClick={() => onRemove(photo)}>
        <Icon name="trash" size={14} />
      </button>
      <input
        ref={replace}
        type="file"
        accept="image/*"
        hidden
        aria-label={`替换${title}`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}
