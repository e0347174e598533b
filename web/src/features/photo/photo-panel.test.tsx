import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { OverlayHost } from '../../components/overlay/overlay-host.tsx'
import { shownToasts } from '../../components/toast/toast.ts'
import type { DefectToShoot } from '../checklist/checklist.ts'
import type { Shot } from '../inspection/types.ts'
import { PhotoPanel } from './photo-panel.tsx'
import type { QueuedPhoto } from './photo-queue.ts'
import type { PhotoSubject } from './photo-subject.ts'
import { photoOf } from './testing/photos.ts'
import { photoQueue } from './use-photo-queue.ts'
import { missingPhotos, type PhotoTask } from './use-photo-task.ts'

const shot = (code: string, rule: Shot['rule'] = 'must'): Shot => ({
  code,
  name: `拍摄${code}`,
  hint: '',
  rule,
  internal: false,
})
const DEFECTS: DefectToShoot[] = [{ itemCode: 'C01', itemName: '屏幕划痕', optionCode: 'C01-3', text: '轻微划痕' }]

const photo = (position: string | null, itemCode: string | null = null) => photoOf(position, { itemCode })

const queued = (subject: PhotoSubject, step: QueuedPhoto['step'] = 'uploading'): QueuedPhoto => ({
  key: JSON.stringify(subject),
  photoTaskId: 'task',
  subject,
  step,
  progress: 0.5,
  error: step === 'failed' ? '网络连接失败' : '',
  isUnusable: false,
  doubt: step === 'doubtful' ? 'dark' : null,
  previewUrl: 'blob:preview',
})
const ofShot = (position: string): PhotoSubject => ({ kind: 'real', position })
const OF_DEFECT: PhotoSubject = { kind: 'defect', itemCode: 'C01', optionCode: 'C01-3' }

const task = (change: Partial<PhotoTask>): PhotoTask => ({
  photoTaskId: 'task',
  shots: [shot('front'), shot('back'), shot('bag', 'recommended')],
  isKnown: true,
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
  render(
    <>
      <PhotoPanel task={task(change)} defects={DEFECTS} isEnabled />
      <OverlayHost />
    </>,
  )
  const head = screen.getByRole('region', { name: '照片' }).querySelector('header')?.textContent ?? ''
  return { head, missingTiles: document.querySelectorAll('[data-tile][data-missing]').length }
}

afterEach(cleanup)

describe('a picture that is of no use is chosen anew', () => {
  afterEach(() => vi.restoreAllMocks())
  const [first, second, third] = ['1', '2', '3'].map((key) => ({ ...queued(OF_DEFECT, 'failed'), key }))
  const unusable = { ...(first as QueuedPhoto), isUnusable: true, error: 'a.jpg：图片已损坏或为空，请重新选择' }
  const others = [second, third] as QueuedPhoto[]
  const file = (name: string, type: string) => new File(['content'], name, { type })
  const choose = (...files: File[]) => {
    const [box] = screen.getAllByLabelText<HTMLInputElement>(/^替换屏幕划痕/)
    fireEvent.change(box as HTMLInputElement, { target: { files } })
  }

  test('defect: a damaged picture offered 重试, which cannot help', () => {
    const drop = vi.spyOn(photoQueue, 'drop')
    const add = vi.fn()
    open({ queued: [unusable, ...others], add })
    expect(screen.getAllByRole('button', { name: /^重试/ })).toHaveLength(2)
    expect(screen.getByRole('button', { name: /^重选屏幕划痕/ })).toBeTruthy()
    const better = file('b.jpg', 'image/jpeg')
    choose(better)
    expect(drop).toHaveBeenCalledExactlyOnceWith('1')
    // the tile is full but for the one that makes room
    expect(add).toHaveBeenCalledExactlyOnceWith(OF_DEFECT, [better])
  })

  test('defect: a file that is no picture vanished without a word', () => {
    const drop = vi.spyOn(photoQueue, 'drop')
    open({ queued: [unusable] })
    choose(file('x.txt', 'text/plain'))
    expect(shownToasts().at(-1)?.text).toBe('“x.txt”不是图片，没有使用')
    expect(drop).not.toHaveBeenCalled()
  })
})

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

const tileOf = (key: string) => {
  const tile = document.querySelector<HTMLElement>(`[data-tile="${key}"]`)
  if (!tile) throw new Error(`no tile ${key}`)
  return tile
}

describe('files that are chosen together', () => {
  const files = (...names: string[]) => names.map((name) => new File(['x'], name, { type: 'image/jpeg' }))

  test('defect: a shot’s tile took the first of them and threw the others away', () => {
    const add = vi.fn()
    open({ add })
    const box = within(tileOf('back')).getByLabelText<HTMLInputElement>('选择照片：拍摄back')
    expect(box.multiple).toBe(true)
    const [one, two, three, four] = files('1.jpg', '2.jpg', '3.jpg', '4.jpg')
    fireEvent.change(box, { target: { files: [one, two, three, four] } })
    expect(add.mock.calls).toEqual([
      [ofShot('back'), [one]],
      [ofShot('front'), [two]],
      [OF_DEFECT, [three]],
      [ofShot('bag'), [four]],
    ])
  })

  test('defect: more than a defect’s tile holds was sent and refused one by one', async () => {
    const add = vi.fn()
    open({ add, defects: [photo(null, 'C01')] })
    const chosen = files('1.jpg', '2.jpg', '3.jpg')
    fireEvent.change(within(tileOf('C01')).getByLabelText('选择照片：屏幕划痕瑕疵'), { target: { files: chosen } })
    expect(add.mock.calls).toEqual(chosen.slice(0, 2).map((file) => [OF_DEFECT, [file]]))
    expect(shownToasts().map(({ text }) => text)).toContain('多选了1张，没有空位可放，没有使用：3.jpg')
  })
})

describe('a doubtful picture', () => {
  test('asks on its tile, is not counted as coming, and is used only by the person’s word', () => {
    const { head } = open({ queued: [queued(ofShot('back'), 'doubtful')] })
    expect(head).toContain('还差3张必拍；1张待确认')
    const tile = within(tileOf('back'))
    expect(tile.getByRole('alert').textContent).toContain('照片太暗')
    expect(tile.getByRole('button', { name: '重拍拍摄back' })).toBeTruthy()
    expect(tile.getByRole('button', { name: '仍然使用拍摄back' })).toBeTruthy()
  })

  test('taken again, the first one is given up', () => {
    const add = vi.fn()
    const doubtful = queued(OF_DEFECT, 'doubtful')
    open({ queued: [doubtful], add })
    const again = new File(['x'], 'x.jpg', { type: 'image/jpeg' })
    fireEvent.change(within(tileOf('C01')).getByLabelText('替换屏幕划痕瑕疵'), { target: { files: [again] } })
    expect(add).toHaveBeenCalledExactlyOnceWith(OF_DEFECT, [again])
  })
})

describe('photographs that the server has', () => {
  const both = { real: [photo('back'), photo('front')], defects: [photo(null, 'C01')] }

  test('defect: the viewer showed one photograph of one tile, 1 / 1', async () => {
    open(both)
    fireEvent.click(within(tileOf('front')).getByRole('button', { name: '查看拍摄front' }))
    const viewer = await screen.findByRole('dialog', { name: '拍摄front（2 / 3）' })
    const keys = viewer.querySelector('[data-takes-focus]') ?? viewer
    fireEvent.keyDown(keys, { key: 'ArrowRight' })
    expect(screen.getByRole('dialog', { name: '拍摄back（3 / 3）' })).toBeTruthy()
    fireEvent.keyDown(keys, { key: 'ArrowRight' })
    expect(screen.getByRole('dialog', { name: '屏幕划痕：轻微划痕（1 / 3）' })).toBeTruthy()
    fireEvent.keyDown(keys, { key: 'ArrowLeft' })
    expect(screen.getByRole('dialog', { name: '拍摄back（3 / 3）' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  })

  test('a shot dropped on another tile changes places, one on a defect’s tile does not', () => {
    const move = vi.fn()
    open({ ...both, move })
    const dataTransfer = {
      data: '',
      files: [],
      setData: (_type: string, value: string) => {
        dataTransfer.data = value
      },
      getData: () => dataTransfer.data,
    }
    const dragged = tileOf('back').querySelector('[draggable="true"]')
    if (!dragged) throw new Error('nothing to drag')
    fireEvent.dragStart(dragged, { dataTransfer })
    fireEvent.drop(tileOf('C01'), { dataTransfer })
    expect(move).not.toHaveBeenCalled()
    fireEvent.drop(tileOf('front'), { dataTransfer })
    expect(move).toHaveBeenCalledExactlyOnceWith(both.real[0], 'front')
  })

  test('a marked one says so', () => {
    const marks = [{ shape: 'circle' as const, x1: 0.1, y1: 0.1, x2: 0.4, y2: 0.4 }]
    open({ real: [photoOf('back', { marks })] })
    expect(within(tileOf('back')).getByRole('button', { name: '查看拍摄back（1处圈注）' })).toBeTruthy()
  })
})
