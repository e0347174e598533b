import type { Photo } from '../../inspection/types.ts'

/** A photograph of a shot, known by it. */
export const photoOf = (position: string | null, change: Partial<Photo> = {}): Photo => ({
  photoId: `photo ${position ?? change.itemCode}`,
  url: '/large',
  thumbUrl: '/small',
  width: 1200,
  height: 900,
  position,
  itemCode: null,
  optionCode: null,
  internal: false,
  takenAt: '2026-11-20T08:00:00.000Z',
  takenBy: '林小满',
  reusedFrom: null,
  marks: [],
  ...change,
})
