import { type DragEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { Button } from '../../components/button/button.tsx'
import { Section } from '../../components/detail/detail.tsx'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { viewPhotos } from '../../components/photo-viewer/photo-viewer.tsx'
import { useShortcuts } from '../../components/shortcuts/shortcuts.ts'
import { toast } from '../../components/toast/toast.ts'
import type { DefectToShoot } from '../checklist/checklist.ts'
import type { Photo } from '../inspection/types.ts'
import styles from './photo-panel.module.css'
import type { QueuedPhoto } from './photo-queue.ts'
import type { PhotoSubject } from './photo-subject.ts'
import { DEFECT_PHOTOS_MAX, PhotoTile } from './photo-tile.tsx'
import { spread } from './spread.ts'
import type { TileProps } from './tile-props.ts'
import { photoQueue } from './use-photo-queue.ts'
import { missingPhotos, type PhotoTask, subjectsToTake, tileKeyOf } from './use-photo-task.ts'

// Only who takes a phone to hand needs it, with the code's drawing.
const PhoneLinkDialog = latePart(async () => (await import('./phone-link/phone-link-dialog.tsx')).PhoneLinkDialog)

/** The key that opens 手机拍照: no item of the checklist begins with it. */
const PHONE_KEY = 'v'

export interface PhotoPanelHandle {
  /** Brings a tile into view and gives it the focus: a shot's code or an item's. */
  readonly goTo: (tileKey: string) => void
  /** Brings the photographs to the top, and gives the focus to the first one that is missing. */
  readonly goToFirst: () => void
}

interface PhotoPanelProps {
  task: PhotoTask
  /** The exceptions that must be photographed. */
  defects: readonly DefectToShoot[]
  /** Photographs can be taken from the first draft on, while the person may take them. */
  isEnabled: boolean
  ref?: Ref<PhotoPanelHandle>
}

const isOf = ({ subject }: QueuedPhoto, kind: PhotoSubject['kind'], key: string): boolean =>
  subject.kind === kind && tileKeyOf(subject) === key

const subjectOf = ({ itemCode, optionCode }: DefectToShoot): PhotoSubject => ({ kind: 'defect', itemCode, optionCode })

/**
 * Files that were chosen, dropped or pasted together fill the places that lack a picture in their order, those of the
 * tile on which they were given first.
 */
function fill(task: PhotoTask, defects: readonly DefectToShoot[], files: readonly File[], on: Tile | null): void {
  const first = on ? Array<PhotoSubject>(on.room).fill(on.subject) : []
  // several of one defect are all of it
  const others = subjectsToTake(task, defects).filter((subject) => tileKeyOf(subject) !== (on && tileKeyOf(on.subject)))
  const { given, notes } = spread(on?.subject.kind === 'defect' ? first : [...first, ...others], files)
  for (const [subject, picture] of given) task.add(subject, [picture])
  if (notes.length > 0) toast('error', notes.join('；'))
}

/** A tile that was given files, and how many it can take: a shot's newer one replaces the one that is there. */
interface Tile {
  readonly subject: PhotoSubject
  readonly room: number
}

const tileOfShot = (position: string): Tile => ({ subject: { kind: 'real', position }, room: 1 })

function tileOfDefect({ defects, queued }: PhotoTask, defect: DefectToShoot, insteadOf?: string): Tile {
  const takenCount =
    defects.filter(({ itemCode }) => itemCode === defect.itemCode).length +
    queued.filter((photo) => photo.key !== insteadOf && isOf(photo, 'defect', defect.itemCode)).length
  return { subject: subjectOf(defect), room: Math.max(0, DEFECT_PHOTOS_MAX - takenCount) }
}

/** Pasted pictures go to the tile that has the focus, or else to the next compulsory shot. */
function usePaste(
  root: { current: HTMLElement | null },
  isEnabled: boolean,
  task: PhotoTask,
  defects: readonly DefectToShoot[],
): void {
  const latest = useRef({ task, defects })
  latest.current = { task, defects }
  useEffect(() => {
    if (!isEnabled) return
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      const tile = document.activeElement?.closest<HTMLElement>('[data-tile]')
      const key = tile && root.current?.contains(tile) ? tile.dataset.tile : undefined
      const defect = latest.current.defects.find((one) => one.itemCode === key)
      const { task: now, defects: wanted } = latest.current
      fill(now, wanted, files, defect ? tileOfDefect(now, defect) : key ? tileOfShot(key) : null)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [isEnabled, root])
}

/** A picture dropped beside every tile would make the browser leave the page for it. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const stay = (event: globalThis.DragEvent) => event.preventDefault()
    addEventListener('dragover', stay)
    addEventListener('drop', stay)
    return () => {
      removeEventListener('dragover', stay)
      removeEventListener('drop', stay)
    }
  }, [])
}

const LATER = '选完机型和规格后即可拍照'

/** How many compulsory photographs the server does not have yet; what is still on its way may fail. */
function headText(task: PhotoTask, defects: readonly DefectToShoot[]): string {
  const missing = missingPhotos(task, defects)
  const doubtful = task.queued.filter(({ step }) => step === 'doubtful').length
  const question = doubtful > 0 ? `；${doubtful}张待确认` : ''
  if (missing.length === 0) return `必拍已齐${question}`
  const coming = missing.filter(({ isComing }) => isComing).length
  const onTheWay = coming > 0 ? `，其中${coming}张上传中` : ''
  return `还差${missing.length}张必拍${onTheWay}${question}；可拖入、粘贴或拍照`
}

/** What a photograph shows, and where it was taken over from. */
const captioned = (photo: Photo, caption: string) => ({
  ...photo,
  caption: photo.reusedFrom === null ? caption : `${caption}（复用自 ${photo.reusedFrom}）`,
})

/** Every photograph that the server has, in the order of the tiles, with what each shows. */
function viewedPhotos(task: PhotoTask, defects: readonly DefectToShoot[]) {
  const ofDefects = defects.flatMap(({ itemCode, itemName, text }) =>
    task.defects
      .filter((photo) => photo.itemCode === itemCode)
      .map((photo) => captioned(photo, `${itemName}：${text}`)),
  )
  const ofShots = task.shots.flatMap(({ code, name }) =>
    task.real.filter((photo) => photo.position === code).map((photo) => captioned(photo, name)),
  )
  return [...ofDefects, ...ofShots]
}

/** What every tile does with its photographs. */
function tileActions(task: PhotoTask, defects: readonly DefectToShoot[], isEnabled: boolean) {
  return {
    isDisabled: !isEnabled,
    onRemove: (photo: Photo) => void task.remove(photo),
    onRetry: (key: string) => photoQueue.retry(key),
    onDrop: (key: string) => photoQueue.drop(key),
    onAccept: (key: string) => photoQueue.accept(key),
    onView: ({ photoId }: Photo) => {
      const viewed = viewedPhotos(task, defects)
      const at = viewed.findIndex((photo) => photo.photoId === photoId)
      void viewPhotos(viewed, Math.max(0, at), isEnabled ? { saveMarks: task.mark } : {})
    },
    onMove: (photoId: string, position: string) => {
      const photo = task.real.find((one) => one.photoId === photoId)
      if (photo) void task.move(photo, position)
    },
  }
}

/** Opens the code that leads a phone to this task. */
function usePhoneLink(photoTaskId: string | null, isEnabled: boolean): (() => void) | null {
  const open =
    isEnabled && photoTaskId !== null
      ? () => void openOverlay((close) => <PhoneLinkDialog photoTaskId={photoTaskId} onClose={close} />)
      : null
  useShortcuts(open ? [{ key: PHONE_KEY, label: '手机拍照', run: open }] : [])
  return open
}

/** Every photograph of the phone: the shots in the order in which they are taken, and one place an exception. */
export function PhotoPanel({ task, defects, isEnabled, ref }: PhotoPanelProps) {
  const root = useRef<HTMLDivElement>(null)
  usePaste(root, isEnabled, task, defects)
  useNoStrayDrops()
  const openPhoneLink = usePhoneLink(task.photoTaskId, isEnabled)
  const tileAt = (tileKey = '') => root.current?.querySelector<HTMLElement>(`[data-tile="${tileKey}"]`)
  const focusIn = (tile: HTMLElement | null | undefined) =>
    tile?.querySelector<HTMLElement>('input:not([disabled]), button')?.focus({ preventScroll: true })
  useImperativeHandle(ref, () => ({
    goTo: (tileKey) => {
      tileAt(tileKey)?.scrollIntoView({ block: 'center' })
      focusIn(tileAt(tileKey))
    },
    goToFirst: () => {
      root.current?.scrollIntoView({ block: 'start' })
      root.current?.focus({ preventScroll: true })
      focusIn(tileAt(missingPhotos(task, defects)[0]?.tileKey))
    },
  }))
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    if (isEnabled) fill(task, defects, [...event.dataTransfer.files], null)
  }
  const shared = tileActions(task, defects, isEnabled)
  return (
    <Section
      title="照片"
      extra={
        <span className={styles.head}>
          <span className="muted">{isEnabled ? headText(task, defects) : LATER}</span>
          {openPhoneLink ? (
            <Button small icon="camera" onClick={openPhoneLink} aria-keyshortcuts={PHONE_KEY}>
              手机拍照 <kbd>{PHONE_KEY}</kbd>
            </Button>
          ) : null}
        </span>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping files is an extra way; the tiles have the keys */}
      <div
        ref={root}
        tabIndex={-1}
        className={styles.photos}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      >
        <DefectTiles task={task} defects={defects} shared={shared} />
        <ShotTiles task={task} defects={defects} shared={shared} />
      </div>
    </Section>
  )
}

interface TilesProps {
  task: PhotoTask
  defects: readonly DefectToShoot[]
  shared: Omit<TileProps, 'tileKey' | 'title' | 'hint' | 'rule' | 'photos' | 'queued' | 'max' | 'targets' | 'onFiles'>
}

function DefectTiles({ task, defects, shared }: TilesProps) {
  return defects.map((defect) => (
    <PhotoTile
      {...shared}
      key={defect.itemCode}
      tileKey={defect.itemCode}
      title={`${defect.itemName}瑕疵`}
      hint={defect.text}
      rule="must"
      max={DEFECT_PHOTOS_MAX}
      targets={[]}
      photos={task.defects.filter((photo) => photo.itemCode === defect.itemCode)}
      queued={task.queued.filter((photo) => isOf(photo, 'defect', defect.itemCode))}
      onFiles={(files, insteadOf) => fill(task, defects, files, tileOfDefect(task, defect, insteadOf))}
    />
  ))
}

function ShotTiles({ task, defects, shared }: TilesProps) {
  return task.shots.map((shot) => (
    <PhotoTile
      {...shared}
      key={shot.code}
      tileKey={shot.code}
      title={shot.name}
      hint={shot.hint}
      rule={shot.rule}
      max={1}
      targets={task.shots}
      photos={task.real.filter((photo) => photo.position === shot.code)}
      queued={task.queued.filter((photo) => isOf(photo, 'real', shot.code))}
      onFiles={(files) => fill(task, defects, files, tileOfShot(shot.code))}
    />
  ))
}
