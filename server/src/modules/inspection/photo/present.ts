import type { photoView } from '@huanji/contract/shapes'
import type * as z from 'zod'
import { later } from '../../../platform/clock.ts'
import type { Services } from '../../../services.ts'
import type { PhotoRow } from './store.ts'

export type PhotoView = z.output<typeof photoView>

const HOUR_MS = 60 * 60 * 1000

/**
 * An address that shows a stored photograph, or null without one. It is the same for every call within the hour, so
 * that a browser finds the picture in its cache, and good for one to two hours.
 */
export function photoUrl(key: string, services: Pick<Services, 'storage'>, now: Date): string
export function photoUrl(key: string | null, services: Pick<Services, 'storage'>, now: Date): string | null
export function photoUrl(key: string | null, services: Pick<Services, 'storage'>, now: Date): string | null {
  if (key === null) return null
  return services.storage.signedUrl(key, later(now, 2 * HOUR_MS - (now.getTime() % HOUR_MS)))
}

/** A photograph as a screen shows it. */
export function presentPhoto(row: PhotoRow, services: Pick<Services, 'storage'>, now: Date): PhotoView {
  return {
    photoId: row.photoId,
    url: photoUrl(row.fullKey, services, now),
    thumbUrl: photoUrl(row.thumbKey, services, now),
    width: row.width,
    height: row.height,
    position: row.position,
    itemCode: row.itemCode,
    optionCode: row.optionCode,
    internal: row.internal,
    takenAt: row.takenAt,
    takenBy: row.takenBy,
    reusedFrom: row.reusedFromNo,
    marks: [...row.marks],
  }
}
