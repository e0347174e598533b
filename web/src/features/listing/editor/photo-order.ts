import type { Photo } from '../types.ts'

/** The photographs of a listing by their ids: those that buyers see, the first one being the cover. */
export type PhotoOrder = readonly string[]

/** The order with a photograph at another place; a place past either end is that end. */
export function moved(order: PhotoOrder, photoId: string, to: number): PhotoOrder {
  const from = order.indexOf(photoId)
  if (from < 0) return order
  const left = order.toSpliced(from, 1)
  return left.toSpliced(Math.min(left.length, Math.max(0, to)), 0, photoId)
}

/** The order without a photograph. The last one stays: goods without a picture are not taken. */
export const leftOut = (order: PhotoOrder, photoId: string): PhotoOrder =>
  order.length <= 1 ? order : order.filter((id) => id !== photoId)

/** The order with a photograph that was left out, at its end. */
export const addedBack = (order: PhotoOrder, photoId: string): PhotoOrder =>
  order.includes(photoId) ? order : [...order, photoId]

/** Where a key moves a photograph that has the focus; null for a key that moves nothing. */
export function placeAfter(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, at - 1)
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(count - 1, at + 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** A photograph as far as it tells which picture took its place. */
type Taken = Pick<Photo, 'photoId' | 'inspectionId' | 'position'>

/** The order after pictures were taken anew: the new one stands where the one that showed the same stood. */
export function withRetaken(order: PhotoOrder, before: readonly Taken[], now: readonly Taken[]): PhotoOrder {
  return order.flatMap((id) => {
    if (now.some(({ photoId }) => photoId === id)) return [id]
    const old = before.find(({ photoId }) => photoId === id)
    const successor = now.find(
      ({ photoId, inspectionId, position }) =>
        position !== null &&
        position === old?.position &&
        inspectionId === old.inspectionId &&
        !order.includes(photoId),
    )
    return successor ? [successor.photoId] : []
  })
}
