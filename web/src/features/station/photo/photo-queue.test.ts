import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiRefusal } from '../../../api/refusal.ts'
import {
  AT_ONCE,
  PhotoQueue,
  type PhotoStore,
  type PhotoSubject,
  type PhotoWork,
  PictureFault,
  type StoredPhoto,
} from './photo-queue.ts'

const TASK = '01890000-0000-7000-8000-000000000002'
const shot = (position: string): PhotoSubject => ({ kind: 'real', position })
const picture = () => new Blob(['picture'], { type: 'image/jpeg' })

function memoryStore(): PhotoStore & { kept: Map<string, StoredPhoto> } {
  const kept = new Map<string, StoredPhoto>()
  return {
    kept,
    put: async (photo) => void kept.set(photo.key, photo),
    remove: async (key) => void kept.delete(key),
    all: async () => [...kept.values()],
  }
}

/** Work whose steps are ended by the test, one by one. */
function openWork() {
  const uploads: { resolve: (uploadId: string) => void; reject: (error: Error) => void }[] = []
  let lastKey = 0
  const work: PhotoWork<string> = {
    shrink: vi.fn(async (blob: Blob) => blob),
    upload: vi.fn(() => new Promise<string>((resolve, reject) => uploads.push({ resolve, reject }))),
    save: vi.fn(async (_task: string, _subject: PhotoSubject, uploadId: string) => `saved ${uploadId}`),
    newId: () => `key-${++lastKey}`,
    previewOf: () => 'blob:preview',
    dropPreview: vi.fn(),
  }
  return { work, uploads }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('the photo queue', () => {
  let store: ReturnType<typeof memoryStore>
  let opened: ReturnType<typeof openWork>
  let queue: PhotoQueue<string>
  const steps = () => queue.photos().map((photo) => photo.step)

  beforeEach(() => {
    store = memoryStore()
    opened = openWork()
    queue = new PhotoQueue(opened.work, store)
  })

  test('sends three at a time and takes the next one when a place is free', async () => {
    for (const position of ['back', 'left', 'right', 'top', 'bottom']) queue.add(TASK, shot(position), picture())
    await settle()
    expect(steps()).toEqual(['uploading', 'uploading', 'uploading', 'waiting', 'waiting'])
    expect(opened.uploads).toHaveLength(AT_ONCE)
    opened.uploads[0]?.resolve('upload-1')
    await settle()
    expect(steps()).toEqual(['uploading', 'uploading', 'uploading', 'waiting'])
    expect(opened.work.save).toHaveBeenCalledWith(TASK, shot('back'), 'upload-1')
  })

  test('a failed upload keeps its picture, says why, and goes through on 重试', async () => {
    const saved = vi.fn()
    queue.onSaved(saved)
    queue.add(TASK, shot('back'), picture())
    await settle()
    opened.uploads[0]?.reject(new TypeError('no connection'))
    await settle()
    expect(queue.photos()).toMatchObject([{ step: 'failed', error: '网络连接失败，请检查网络后重试' }])
    expect(store.kept.size).toBe(1)

    queue.retry('key-1')
    await settle()
    expect(steps()).toEqual(['uploading'])
    expect(opened.work.shrink).toHaveBeenCalledTimes(1)
    opened.uploads[1]?.resolve('upload-2')
    await settle()
    expect(queue.photos()).toEqual([])
    expect(store.kept.size).toBe(0)
    expect(saved).toHaveBeenCalledWith(expect.objectContaining({ photoTaskId: TASK }), 'saved upload-2')
  })

  test('an upload whose save was lost on the way is saved again, not sent again', async () => {
    vi.mocked(opened.work.save).mockRejectedValueOnce(new TypeError('no connection'))
    queue.add(TASK, shot('back'), picture())
    await settle()
    opened.uploads[0]?.resolve('upload-1')
    await settle()
    expect(steps()).toEqual(['failed'])
    queue.retry('key-1')
    await settle()
    expect(opened.work.upload).toHaveBeenCalledTimes(1)
    expect(opened.work.save).toHaveBeenLastCalledWith(TASK, shot('back'), 'upload-1')
    expect(queue.photos()).toEqual([])
  })

  test('an upload that the server refuses is sent anew', async () => {
    vi.mocked(opened.work.save).mockRejectedValueOnce(
      new ApiRefusal('80060001', '上传凭证已过期，请重新上传', 'UPLOAD_EXPIRED', null),
    )
    queue.add(TASK, shot('back'), picture())
    await settle()
    opened.uploads[0]?.resolve('upload-1')
    await settle()
    expect(queue.photos()).toMatchObject([{ step: 'failed', error: '上传凭证已过期，请重新上传' }])
    queue.retry('key-1')
    await settle()
    expect(opened.work.upload).toHaveBeenCalledTimes(2)
  })

  test('a picture that cannot be used says so itself and holds no place', async () => {
    vi.mocked(opened.work.shrink).mockRejectedValueOnce(new PictureFault('请上传JPG/PNG格式'))
    for (const position of ['back', 'left', 'right', 'top']) queue.add(TASK, shot(position), picture())
    await settle()
    expect(queue.photos()[0]).toMatchObject({ step: 'failed', error: '请上传JPG/PNG格式' })
    expect(opened.uploads).toHaveLength(AT_ONCE)
  })

  test('a newer picture of a shot takes the place of the one that waits', async () => {
    queue.add(TASK, shot('back'), picture())
    await settle()
    queue.add(TASK, shot('back'), picture())
    await settle()
    expect(queue.photos().map((photo) => photo.key)).toEqual(['key-2'])
    opened.uploads[0]?.resolve('upload-1')
    await settle()
    expect(opened.work.save).not.toHaveBeenCalled()
    expect([...store.kept.keys()]).toEqual(['key-2'])
  })

  test('goes on after a reload with what had not been saved', async () => {
    queue.add(TASK, shot('back'), picture())
    queue.add(TASK, { kind: 'defect', itemCode: 'C01', optionCode: 'C01-3' }, picture())
    await settle()
    const later = openWork()
    const reloaded = new PhotoQueue(later.work, store)
    await reloaded.resume()
    await settle()
    expect(reloaded.photos().map((photo) => photo.subject)).toEqual([
      shot('back'),
      { kind: 'defect', itemCode: 'C01', optionCode: 'C01-3' },
    ])
    expect(later.work.shrink).not.toHaveBeenCalled()
    await reloaded.resume()
    expect(reloaded.photos()).toHaveLength(2)
  })

  test('a dropped photograph is gone for good', async () => {
    queue.add(TASK, shot('back'), picture())
    await settle()
    queue.drop('key-1')
    opened.uploads[0]?.resolve('upload-1')
    await settle()
    expect(queue.photos()).toEqual([])
    expect(store.kept.size).toBe(0)
    expect(opened.work.save).not.toHaveBeenCalled()
    expect(opened.work.dropPreview).toHaveBeenCalledWith('blob:preview')
  })
})
