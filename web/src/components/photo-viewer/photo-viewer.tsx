import { type KeyboardEvent, Suspense, useState, type WheelEvent } from 'react'
import { Button } from '../button/button.tsx'
import { latePart } from '../late/late-part.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { openOverlay } from '../overlay/overlay-host.tsx'
import type { PhotoMark } from './marks.ts'
import { MarksLayer } from './marks-layer.tsx'
import styles from './photo-viewer.module.css'

// Most photographs are only looked at.
const MarkEditor = latePart(async () => (await import('./mark-editor.tsx')).MarkEditor)

export interface ViewedPhoto {
  readonly photoId: string
  readonly url: string
  readonly thumbUrl: string
  readonly caption: string
  /** The picture's measures in pixels, where they are known. */
  readonly width?: number
  readonly height?: number
  readonly marks?: readonly PhotoMark[]
}

interface ViewOptions {
  /**
   * Keeps the marks of a photograph, all of them. Absent where they may not be changed.
   * @throws as a promise what the call threw; the marks are then still open
   */
  readonly saveMarks?: (photoId: string, marks: readonly PhotoMark[]) => Promise<void>
}

const CLOSEST = 5
const STEP = 1.25

interface PhotoViewerProps extends ViewOptions {
  photos: readonly ViewedPhoto[]
  start: number
  onClose: () => void
}

const ratioOf = ({ width, height }: ViewedPhoto): number | undefined => (width && height ? width / height : undefined)

/** How the photograph lies in the window: as near as it is, and moved. */
function usePlace() {
  const [zoom, setZoom] = useState(1)
  const [offset, setOffset] = useState({ x: 0, y: 0 })
  return {
    zoom,
    offset,
    showWhole: () => {
      setZoom(1)
      setOffset({ x: 0, y: 0 })
    },
    scale: (factor: number) => setZoom((value) => Math.min(CLOSEST, Math.max(1, value * factor))),
    move: (byX: number, byY: number) => setOffset(({ x, y }) => ({ x: x + byX, y: y + byY })),
  }
}

/** The viewer's keys: ← → + − 0. */
const keysOf = (go: (step: 1 | -1) => void, place: ReturnType<typeof usePlace>) => (event: KeyboardEvent) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'ArrowRight') go(1)
  else if (event.key === 'ArrowLeft') go(-1)
  else if (event.key === '+' || event.key === '=') place.scale(STEP)
  else if (event.key === '-') place.scale(1 / STEP)
  else if (event.key === '0') place.showWhole()
  else return
  event.preventDefault()
}

/** One photograph at a time on a dark ground: arrows go on, the wheel and + − zoom, dragging moves, 0 fits. */
function PhotoViewer({ photos, start, saveMarks, onClose }: PhotoViewerProps) {
  const [at, setAt] = useState(start)
  /** What was marked here; the photographs are those of the moment of opening. */
  const [marked, setMarked] = useState<ReadonlyMap<string, readonly PhotoMark[]>>(new Map())
  const [isMarking, setMarking] = useState(false)
  const place = usePlace()
  const photo = photos[at]
  if (!photo) return null
  const marks = marked.get(photo.photoId) ?? photo.marks ?? []
  const go = (step: 1 | -1) => {
    setAt((at + step + photos.length) % photos.length)
    place.showWhole()
  }
  const save = async (next: readonly PhotoMark[]) => {
    await saveMarks?.(photo.photoId, next)
    setMarked(new Map([...marked, [photo.photoId, next]]))
    setMarking(false)
  }
  const startMarking = () => {
    place.showWhole()
    setMarking(true)
  }
  return (
    <Dialog
      title={`${photo.caption}（${at + 1} / ${photos.length}）`}
      // Esc leaves the marks first
      onClose={isMarking ? () => setMarking(false) : onClose}
      widthPx={1120}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are extra ways to press the buttons below */}
      <div
        className={styles.viewer}
        data-takes-focus
        tabIndex={-1}
        onKeyDown={isMarking ? undefined : keysOf(go, place)}
        onWheel={(event: WheelEvent) => {
          if (!isMarking) place.scale(event.deltaY < 0 ? STEP : 1 / STEP)
        }}
      >
        {isMarking ? (
          <Suspense fallback={null}>
            <MarkEditor
              key={photo.photoId}
              photo={photo}
              ratio={ratioOf(photo)}
              marks={marks}
              onSave={save}
              onCancel={() => setMarking(false)}
            />
          </Suspense>
        ) : (
          <>
            <Picture photo={photo} marks={marks} place={place} />
            <Tools place={place} isOnly={photos.length === 1} go={go} onMark={saveMarks ? startMarking : null} />
          </>
        )}
      </div>
    </Dialog>
  )
}

interface ToolsProps {
  place: ReturnType<typeof usePlace>
  /** There is no other photograph to go to. */
  isOnly: boolean
  go: (step: 1 | -1) => void
  /** Null where marks may not be changed. */
  onMark: (() => void) | null
}

function Tools({ place, isOnly, go, onMark }: ToolsProps) {
  return (
    <div className={styles.tools}>
      <Button small icon="left" aria-label="上一张" disabled={isOnly} onClick={() => go(-1)} />
      <Button small icon="zoomOut" aria-label="缩小" onClick={() => place.scale(1 / STEP)} />
      <Button small onClick={place.showWhole}>
        {Math.round(place.zoom * 100)}%
      </Button>
      <Button small icon="zoomIn" aria-label="放大" onClick={() => place.scale(STEP)} />
      <Button small icon="right" aria-label="下一张" disabled={isOnly} onClick={() => go(1)} />
      {onMark ? (
        <Button small icon="edit" onClick={onMark}>
          圈注
        </Button>
      ) : null}
    </div>
  )
}

interface PictureProps {
  photo: ViewedPhoto
  marks: readonly PhotoMark[]
  place: ReturnType<typeof usePlace>
}

function Picture({ photo, marks, place }: PictureProps) {
  const { offset, zoom, move } = place
  return (
    <div
      className={styles.picture}
      style={{ transform: `translate(${offset.x}px, ${offset.y}px) scale(${zoom})` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.buttons === 1 && zoom > 1) move(event.movementX, event.movementY)
      }}
    >
      <img src={photo.url} alt={photo.caption} draggable={false} />
      <MarksLayer marks={marks} ratio={ratioOf(photo)} />
    </div>
  )
}

/** Shows photographs over the page, beginning with one of them. */
export async function viewPhotos(photos: readonly ViewedPhoto[], start = 0, options: ViewOptions = {}): Promise<void> {
  await openOverlay((close) => <PhotoViewer {...options} photos={photos} start={start} onClose={close} />)
}
