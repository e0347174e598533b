import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Photo, Shot } from '../../inspection/types.ts'
import type { DefectToShoot } from '../checklist/checklist.ts'
import { PhotoPanel } from './photo-panel.tsx'
import type { PhotoSubject, QueuedPhoto } from './photo-queue.ts'
import { missingPhotos, type PhotoTask } from './use-photo-task.ts'

const shot = (code: string, rule: Shot['rule'] = 'must'): Shot => ({
  code,
  name: `拍摄${code}`,
  hint: '',
  rule,
  internal: false,
})
const DEFECTS: DefectToShoot[] = [{ itemCode: 'C01', itemName: '屏幕划痕', optionCode: 'C01-3', text: '轻微划痕' }]

const photo = (position: string | null, itemCode: string | null = null): Photo => ({
  photoId: `photo ${position}${itemCode}`,
  url: '/large',
  thumbUrl: '/small',
  width: 1200,
  height: 900,
  position,
  itemCode,
  optionCode: null,
  internal: false,
  takenAt: '2026-11-20T08:00:00.000Z',
  takenBy: '林小满',
  reusedFrom: null,
  marks: [],
})

const queued = (subject: PhotoSubject, step: QueuedPhoto['step'] = 'uploading'): QueuedPhoto => ({
  key: JSON.stringify(subject),
  photoTaskId: 'task',
  subject,
  step,
  progress: 0.5,
  error: step === 'failed' ? '网络连接失败' : '',
  doubt: step === 'doubtful' ? 'dark' : null,
  previewUrl: 'blob:preview',
})
const ofShot = (position: string): PhotoSubject => ({ kind: 'real', position })
const OF_DEFECT: PhotoSubject = { kind: 'defect', itemCode: 'C01', optionCode: 'C01-3' }

const task = (change: Partial<PhotoTask>): PhotoTask => ({
  photoTaskId: 'task',
  shots: [shot('front'), shot('back'), shot('bag', 'recommended')],
  real: [],
  defects: [],
  queued: [],
  add: () => {},
  remove: async () => {},
  move: async () => {},
  mark: async () => {},
  ...change,
})

function open(change: Partial<PhotoTask>) {
  render(<PhotoPanel task={task(change)} defects={DEFECTS} isEnabled />)
  const head = screen.getByRole('region', { name: '照片' }).querySelector('header')?.textContent ?? ''
  return { head, missingTiles: document.querySelectorAll('[data-tile][data-missing]').length }
}

afterEach(cleanup)

describe('defect: while photographs went up, all compulsory ones were said to be there', () => {
  test('a picture counts once the server has it, a compulsory defect like a shot', () => {
    const { head, missingTiles } = open({ queued: [queued(ofShot('front')), queued(ofShot('back'))] })
    expect(head).toContain('还差3张必拍，其中2张上传中')
    expect(missingTiles).toBe(3)
  })

  test('with every shot confirmed, the defect is still missing', () => {
    const { head, missingTiles } = open({ real: [photo('front'), photo('back')] })
    expect(head).toContain('还差1张必拍；')
    expect(missingTiles).toBe(1)
  })

  test('a picture that failed is missing and is not on its way', () => {
    const { head, missingTiles } = open({
      real: [photo('front'), photo('back')],
      queued: [queued(OF_DEFECT, 'failed')],
    })
    expect(head).toContain('还差1张必拍；')
    expect(missingTiles).toBe(1)
  })

  test('with everything confirmed, the head and the tiles say so', () => {
    const { head, missingTiles } = open({ real: [photo('front'), photo('back')], defects: [photo(null, 'C01')] })
    expect(head).toContain('必拍已齐')
    expect(missingTiles).toBe(0)
  })

  test('what is still missing names each with its tile', () => {
    expect(missingPhotos(task({ real: [photo('back')], queued: [queued(OF_DEFECT)] }), DEFECTS)).toEqual([
      { tileKey: 'C01', name: '屏幕划痕', kind: 'defect', isComing: true },
      { tileKey: 'front', name: '拍摄front', kind: 'real', isComing: false },
    ])
  })
})
