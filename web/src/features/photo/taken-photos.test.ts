import { photoEdit } from '@huanji/contract/features/inspection/photo-reuse'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerCalls, bodiesTo, refused } from '../../api/testing/answers.ts'
import { realPhotosQuery } from '../inspection/queries.ts'
import type { RealPhotos } from '../inspection/types.ts'
import { keepMarks, movePhoto, movesFor } from './taken-photos.ts'
import { onTaskMoved } from './task-moves.ts'
import { photoOf } from './testing/photos.ts'

const TASK = '01890000-0000-7000-8000-000000000002'
const BACK = photoOf('back')
const LEFT = photoOf('left')

const answered = (photos: readonly RealPhotos['photos'][number][]): RealPhotos => ({
  photoTaskId: TASK,
  inspectionId: '01890000-0000-7000-8000-000000000001',
  inspectionNo: 'ZJ261120000001',
  modelName: 'iPhone 13',
  state: 'waiting',
  shots: [],
  photos: [...photos],
  missingShots: [],
  updatedAt: '2026-11-20T08:00:00.000Z',
})

let client: ReturnType<typeof createQueryClient>
const positions = () =>
  client
    .getQueryData<RealPhotos>(realPhotosQuery(TASK).queryKey)
    ?.photos.map(({ photoId, position }) => [photoId, position])

beforeEach(() => {
  client = createQueryClient()
  client.setQueryData(realPhotosQuery(TASK).queryKey, answered([BACK, LEFT]))
})
afterEach(() => vi.unstubAllGlobals())

describe('a photograph that is to show another shot', () => {
  test('changes places with the one there, or goes to an empty place', () => {
    expect(movesFor([BACK, LEFT], BACK, 'left')).toEqual([
      { photoId: 'photo back', position: 'left' },
      { photoId: 'photo left', position: 'back' },
    ])
    expect(movesFor([BACK, LEFT], BACK, 'top')).toEqual([{ photoId: 'photo back', position: 'top' }])
    expect(movesFor([BACK, LEFT], BACK, 'back')).toEqual([])
  })

  test('stands there at once, and what the record came to is told', async () => {
    const moved = vi.fn()
    const stop = onTaskMoved(moved)
    const swapped = [photoOf('left', { photoId: 'photo back' }), photoOf('back', { photoId: 'photo left' })]
    const made = answerCalls({
      [photoEdit.arrange.path]: { _data: { photos: swapped, missingShots: [], inspectionState: 'awaiting_seal' } },
    })
    const done = movePhoto(client, TASK, BACK, 'left')
    await vi.waitFor(() => expect(bodiesTo(made, photoEdit.arrange.path)).toHaveLength(1))
    expect(positions()).toEqual([
      ['photo back', 'left'],
      ['photo left', 'back'],
    ])
    await done
    expect(moved).toHaveBeenCalledExactlyOnceWith(TASK, 'awaiting_seal')
    stop()
  })

  test('goes back where it was when the server refuses', async () => {
    answerCalls({ [photoEdit.arrange.path]: refused('STATE_CHANGED', '记录已提交，请刷新') })
    await movePhoto(client, TASK, BACK, 'left')
    expect(positions()).toEqual([
      ['photo back', 'back'],
      ['photo left', 'left'],
    ])
  })
})

test('marks are shown as the server has kept them', async () => {
  const marks = [{ shape: 'circle' as const, x1: 0.1, y1: 0.1, x2: 0.4, y2: 0.4 }]
  const made = answerCalls({ [photoEdit.mark.path]: { _data: { photo: { ...BACK, marks } } } })
  await keepMarks(client, TASK, BACK.photoId, marks)
  expect(bodiesTo(made, photoEdit.mark.path)).toMatchObject([{ photoTaskId: TASK, photoId: BACK.photoId, marks }])
  const kept = client.getQueryData<RealPhotos>(realPhotosQuery(TASK).queryKey)?.photos
  expect(kept?.map((photo) => photo.marks.length)).toEqual([1, 0])
})
