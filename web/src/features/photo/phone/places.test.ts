import { describe, expect, test } from 'vitest'
import type { QueuedPhoto } from '../photo-queue.ts'
import { nextPlace, placesOf, progressOf, withSaved } from './places.ts'
import { phonePhoto, phoneTask } from './testing/phone-tasks.ts'

const queued = (position: string, change: Partial<QueuedPhoto> = {}): QueuedPhoto => ({
  key: position,
  photoTaskId: 'task',
  subject: { kind: 'real', position },
  step: 'uploading',
  progress: 0.4,
  error: '',
  isUnusable: false,
  doubt: null,
  previewUrl: 'blob:x',
  ...change,
})

const keys = (task = phoneTask(), onItsWay: readonly QueuedPhoto[] = []) =>
  placesOf(task, onItsWay).map(({ key, standing }) => `${key} ${standing}`)

describe('what a phone is asked to take', () => {
  test('the compulsory shots, then the defects, then what is recommended', () => {
    expect(keys()).toEqual(['front_off open', 'back open', 'C01 open', 'corners open', 'bag open'])
  })

  test('only what the server has is saved', () => {
    const task = phoneTask({ photos: [phonePhoto({ position: 'front_off' })] })
    expect(keys(task, [queued('back'), queued('corners', { step: 'doubtful', doubt: 'dark' })])).toEqual([
      'front_off saved',
      'back coming',
      'C01 open',
      'corners doubtful',
      'bag open',
    ])
    expect(progressOf(placesOf(task, [queued('back')]))).toEqual({
      mustCount: 3,
      savedCount: 1,
      comingCount: 1,
      isComplete: false,
      recommendedCount: 1,
      stuckCount: 0,
    })
  })

  test('the next one stands behind the one just taken; recommended ones come when nothing compulsory is left', () => {
    const open = placesOf(phoneTask(), [])
    expect(nextPlace(open, null)?.key).toBe('front_off')
    expect(nextPlace(open, 'back')?.key).toBe('C01')
    expect(nextPlace(open, 'C01')?.key).toBe('front_off')
    const defects = [{ ...defect(), photos: [phonePhoto({ itemCode: 'C01' })] }]
    const taken = phoneTask({
      photos: [phonePhoto({ position: 'front_off' }), phonePhoto({ position: 'back' })],
      defects,
    })
    expect(nextPlace(placesOf(taken, []), 'back')?.key).toBe('corners')
    expect(nextPlace(placesOf(taken, [queued('corners')]), null)).toBeNull()
  })

  test('a picture that failed is wanted again', () => {
    const places = placesOf(phoneTask(), [queued('front_off', { step: 'failed', error: '网络中断' })])
    expect(nextPlace(places, null)?.key).toBe('front_off')
  })

  test('what was saved takes the place of what was there', () => {
    const task = phoneTask({ photos: [phonePhoto({ position: 'back', photoId: 'old' })] })
    const after = withSaved(task, {
      photos: [phonePhoto({ position: 'back', photoId: 'new' })],
      missingShots: [],
    })
    expect(after.photos.map(({ photoId }) => photoId)).toEqual(['new'])
    const withDefect = withSaved(after, {
      photos: [phonePhoto({ itemCode: 'C01', photoId: 'close' })],
      missingShots: [],
    })
    expect(withDefect.photos).toHaveLength(1)
    expect(withDefect.defects[0]?.photos.map(({ photoId }) => photoId)).toEqual(['close'])
  })
})

function defect() {
  const [first] = phoneTask().defects
  if (!first) throw new Error('the task has no defect')
  return first
}
