import type { ShotRule } from '@huanji/domain/photos/shots'
import type { Photo } from '../inspection/types.ts'
import type { QueuedPhoto } from './photo-queue.ts'

/** What a tile shows and what can be done with its photographs. */
export interface TileProps {
  /** Names the tile for the page that wants to lead here: a shot's code or an item's. */
  tileKey: string
  title: string
  hint: string
  rule: ShotRule
  photos: readonly Photo[]
  queued: readonly QueuedPhoto[]
  /** How many photographs it takes; a shot takes one, which a newer one replaces. */
  max: number
  isDisabled: boolean
  /** The other shots that a photograph of this tile can be moved to; none for a defect. */
  targets: readonly { readonly code: string; readonly name: string }[]
  /**
   * Takes what was chosen or dropped here; several go on to the next places that lack a picture.
   * @param insteadOf the key of a queued picture that makes room for it
   */
  onFiles: (files: readonly File[], insteadOf?: string) => void
  onRemove: (photo: Photo) => void
  onRetry: (key: string) => void
  onDrop: (key: string) => void
  /** A doubtful picture is used all the same. */
  onAccept: (key: string) => void
  /** Opens the viewer at a photograph. */
  onView: (photo: Photo) => void
  /** A photograph is to show another shot. */
  onMove: (photoId: string, position: string) => void
}
