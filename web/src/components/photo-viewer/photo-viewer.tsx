import { type KeyboardEvent, useState, type WheelEvent } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { openOverlay } from '../overlay/overlay-host.tsx'
import styles from './photo-viewer.module.css'

export interface ViewedPhoto {
  readonly photoId: string
  readonly url: string
  readonly thumbUrl: string
  readonly caption: string
}

const CLOSEST = 5
const STEP = 1.25

interface PhotoViewerProps {
  photos: readonly ViewedPhoto[]
  start: number
  onClose: () => void
}

/** One photograph at a time on a dark ground: arrows go on, the wheel and + − zoom, dragging moves, 0 fits. */
function PhotoViewer({ photos, start, onClose }: PhotoViewerProps) {
  const [at, setAt] = useState(start)
  const [zoom, setZoom] = useState(1)
  const [offset, setOffset] = useState({ x: 0, y: 0 })
  const photo = photos[at]
  const showWhole = () => {
    setZoom(1)
    setOffset({ x: 0, y: 0 })
  }
  const go = (step: 1 | -1) => {
    setAt((index) => (index + step + photos.length) % photos.length)
    showWhole()
  }
  const scale = (factor: number) => setZoom((value) => Math.min(CLOSEST, Math.max(1, value * factor)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(1)
    else if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === '+' || event.key === '=') scale(STEP)
    else if (event.key === '-') scale(1 / STEP)
    else if (event.key === '0') showWhole()
    else return
    event.preventDefault()
  }
  if (!photo) return null
  return (
    <Dialog title={`${photo.caption}（${at + 1} / ${photos.length}）`} onClose={onClose} widthPx={1120}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are extra ways to press the buttons below */}
      <div
        className={styles.viewer}
        onKeyDown={onKeyDown}
        onWheel={(event: WheelEvent) => scale(event.deltaY < 0 ? STEP : 1 / STEP)}
      >
        <img
          src={photo.url}
          alt={photo.caption}
          draggable={false}
          style={{ transform: `translate(${offset.x}px, ${offset.y}px) scale(${zoom})` }}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => {
            if (event.buttons !== 1 || zoom === 1) return
            setOffset({ x: offset.x + event.movementX, y: offset.y + event.movementY })
          }}
        />
        <div className={styles.tools}>
          <Button small icon="left" aria-label="上一张" onClick={() => go(-1)} />
          <Button small icon="zoomOut" aria-label="缩小" onClick={() => scale(1 / STEP)} />
          <Button small onClick={showWhole}>
            {Math.round(zoom * 100)}%
          </Button>
          <Button small icon="zoomIn" aria-label="放大" onClick={() => scale(STEP)} />
          <Button small icon="right" aria-label="下一张" onClick={() => go(1)} />
        </div>
      </div>
    </Dialog>
  )
}

/** Shows photographs over the page, beginning with one of them. */
export async function viewPhotos(photos: readonly ViewedPhoto[], start = 0): Promise<void> {
  await openOverlay((close) => <PhotoViewer photos={photos} start={start} onClose={close} />)
}
