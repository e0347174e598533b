import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerCalls } from '../../api/testing/answers.ts'
import type { DefectPhotos, RealPhotos } from '../inspection/types.ts'
import { recordDetail } from '../station/testing/records.ts'
import { onTaskMoved, useTaskMoves } from './task-moves.ts'

const TASK = '01890000-0000-7000-8000-000000000002'

const real = (state: RealPhotos['state']): RealPhotos => ({
  photoTaskId: TASK,
  inspectionId: '01890000-0000-7000-8000-000000000001',
  inspectionNo: 'ZJ261120000001',
  modelName: 'iPhone 13',
  state,
  shots: [],
  photos: [],
  missingShots: [],
  updatedAt: '2026-11-20T08:00:00.000Z',
})
const defects = (photoCount: number): DefectPhotos => ({
  photoTaskId: TASK,
  photos: [],
  required: [{ itemCode: 'C01', itemName: '屏幕划痕', optionCode: 'C01-3', optionName: '轻微划痕', photoCount }],
})

function Watcher(props: { real: RealPhotos; defects: DefectPhotos }) {
  useTaskMoves(TASK, props.real, props.defects)
  return null
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('defect: a record whose last photograph a phone sent stood at the desk as if it still waited', async () => {
  answerCalls({ [detRecord.getDetRecordDetails.path]: { _data: recordDetail({ state: 'awaiting_seal' }) } })
  const moved = vi.fn()
  const stop = onTaskMoved(moved)
  const client = createQueryClient()
  const shown = (state: RealPhotos['state'], photoCount: number) => (
    <QueryClientProvider client={client}>
      <Watcher real={real(state)} defects={defects(photoCount)} />
    </QueryClientProvider>
  )
  const { rerender } = render(shown('waiting', 0))
  rerender(shown('complete', 0))
  expect(moved).not.toHaveBeenCalled()
  rerender(shown('complete', 1))
  await waitFor(() => expect(moved).toHaveBeenCalledExactlyOnceWith(TASK, 'awaiting_seal'))
  rerender(shown('complete', 2))
  expect(moved).toHaveBeenCalledTimes(1)
  stop()
})

test('a record that was complete when it was opened has not moved', () => {
  const made = answerCalls({})
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Watcher real={real('complete')} defects={defects(1)} />
    </QueryClientProvider>,
  )
  expect(made).toEqual([])
})
