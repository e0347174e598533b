import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeAllOverlays, OverlayHost } from '../overlay/overlay-host.tsx'
import type { PhotoMark } from './marks.ts'
import { viewPhotos } from './photo-viewer.tsx'

const CIRCLE: PhotoMark = { shape: 'circle', x1: 0.2, y1: 0.2, x2: 0.4, y2: 0.4 }
const PHOTOS = [
  { photoId: 'one', url: '/1', thumbUrl: '/1', caption: '背面', marks: [CIRCLE] },
  { photoId: 'two', url: '/2', thumbUrl: '/2', caption: '左边框' },
]

beforeEach(() => void render(<OverlayHost />))
afterEach(() => {
  closeAllOverlays()
  cleanup()
})

const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const marksOnScreen = () => [...document.querySelectorAll('[data-mark]')].map((mark) => mark.getAttribute('aria-label'))

async function startMarking(saveMarks = vi.fn(async (_photoId: string, _marks: readonly PhotoMark[]) => {})) {
  void viewPhotos(PHOTOS, 0, { saveMarks })
  fireEvent.click(await screen.findByRole('button', { name: '圈注' }))
  await screen.findByRole('button', { name: '圆圈' })
  return saveMarks
}

describe('the photo viewer', () => {
  test('has the focus where its keys work, and shows the marks of each photograph', async () => {
    void viewPhotos(PHOTOS)
    await screen.findByRole('dialog', { name: '背面（1 / 2）' })
    expect(screen.getByRole('img', { name: '1处圈注' })).toBeTruthy()
    press('ArrowRight')
    expect(screen.getByRole('dialog', { name: '左边框（2 / 2）' })).toBeTruthy()
    expect(screen.queryByRole('img', { name: /圈注/ })).toBeNull()
    press('+')
    expect(screen.getByRole('button', { name: '125%' })).toBeTruthy()
  })

  test('offers 圈注 only where marks can be kept', async () => {
    void viewPhotos(PHOTOS)
    await screen.findByRole('dialog')
    expect(screen.queryByRole('button', { name: '圈注' })).toBeNull()
  })

  test('marks by keys: laid, moved, sized, taken back, deleted, saved', async () => {
    const saveMarks = await startMarking()
    expect(screen.getByRole('button', { name: '保存圈注' })).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('button', { name: '箭头' }))
    fireEvent.click(screen.getByRole('button', { name: /添加到中间/ }))
    expect(marksOnScreen()).toEqual(['圆圈1', '箭头2'])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('箭头2')
    press('ArrowLeft')
    press('ArrowUp', { shiftKey: true })
    press('z', { ctrlKey: true })
    fireEvent.focus(screen.getByRole('button', { name: '圆圈1' }))
    fireEvent.keyDown(screen.getByRole('button', { name: '圆圈1' }), { key: 'Delete' })
    expect(marksOnScreen()).toEqual(['箭头1'])
    fireEvent.click(screen.getByRole('button', { name: '保存圈注' }))
    await waitFor(() => expect(saveMarks).toHaveBeenCalledTimes(1))
    const [photoId, marks] = saveMarks.mock.calls[0] ?? []
    expect(photoId).toBe('one')
    expect(marks).toMatchObject([{ shape: 'arrow', y2: 0.5 }])
    expect(marks?.[0]?.x2).toBeCloseTo(0.48)
    expect(await screen.findByRole('img', { name: '1处圈注' })).toBeTruthy()
  })

  test('marks that could not be kept stay open', async () => {
    await startMarking(vi.fn(async () => Promise.reject(new TypeError('no connection'))))
    fireEvent.click(screen.getByRole('button', { name: /添加到中间/ }))
    fireEvent.click(screen.getByRole('button', { name: '保存圈注' }))
    await waitFor(() => expect(screen.getByRole('button', { name: '保存圈注' })).toHaveProperty('disabled', false))
    expect(marksOnScreen()).toEqual(['圆圈1', '圆圈2'])
  })
})
