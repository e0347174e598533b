import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiRefusal } from '../../api/refusal.ts'
import {
  AT_ONCE,
  isOnItsWay,
  PhotoQueue,
  type PhotoStore,
  type PhotoWork,
  PictureFault,
  type StoredPhoto,
} from './photo-queue.ts'
import type { PhotoSubject } from './photo-subject.ts'

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
    prepare: vi.fn(async (picture: Blob) => ({ picture, doubt: null })),
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
    expect(queue.photos()).toMatchObject([{ step: 'failed', error: '网络中断，恢复后自动续传' }])
    expect(store.kept.size).toBe(1)

    queue.retry('key-1')
    await settle()
    expect(steps()).toEqual(['uploading'])
    expect(opened.work.prepare).toHaveBeenCalledTimes(1)
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
    vi.mocked(opened.work.prepare).mockRejectedValueOnce(new PictureFault('请上传JPG/PNG格式'))
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
    expect(later.work.prepare).not.toHaveBeenCalled()
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

  test('a doubtful picture waits for a decision, holds no place, and goes when it is accepted', async () => {
    vi.mocked(opened.work.prepare).mockImplementation(async (blob) => ({ picture: blob, doubt: 'dark' }))
    queue.add(TASK, shot('back'), picture())
    await settle()
    expect(queue.photos()).toMatchObject([{ step: 'doubtful', doubt: 'dark' }])
    expect(queue.photos().filter(isOnItsWay)).toEqual([])
    const reloaded = new PhotoQueue(openWork().work, store)
    await reloaded.resume()
    await settle()
    expect(reloaded.photos()).toMatchObject([{ step: 'doubtful', doubt: 'dark' }])

    queue.accept('key-1')
    await settle()
    expect(queue.photos()).toMatchObject([{ step: 'uploading', doubt: null }])
    expect(opened.work.prepare).toHaveBeenCalledTimes(1)
    expect([...store.kept.values()]).toMatchObject([{ doubt: null }])
  })

  test('an upload goes on after a reload where it was', async () => {
    vi.mocked(opened.work.upload).mockImplementation((_task, _picture, _progress, { keep }) => {
      keep('begun')
      return new Promise(() => {})
    })
    queue.add(TASK, shot('back'), picture())
    await settle()
    const later = openWork()
    await new PhotoQueue(later.work, store).resume()
    await settle()
    expect(vi.mocked(later.work.upload).mock.calls[0]?.[3]).toMatchObject({ uploadId: 'begun' })
  })

  test('a picture that had arrived is only saved after a reload', async () => {
    vi.mocked(opened.work.save).mockImplementation(() => new Promise(() => {}))
    queue.add(TASK, shot('back'), picture())
    await settle()
    opened.uploads[0]?.resolve('upload-1')
    await settle()
    const later = openWork()
    await new PhotoQueue(later.work, store).resume()
    await settle()
    expect(later.work.upload).not.toHaveBeenCalled()
    expect(later.work.save).toHaveBeenCalledWith(TASK, shot('back'), 'upload-1')
  })

  test('what was lost with the network is tried again, what was refused is not', async () => {
    queue.add(TASK, shot('back'), picture())
    queue.add(TASK, shot('left'), picture())
    await settle()
    opened.uploads[0]?.reject(new TypeError('no connection'))
    opened.uploads[1]?.reject(new ApiRefusal('80060001', '照片已达上限', 'PHOTO_LIMIT', null))
    await settle()
    expect(steps()).toEqual(['failed', 'failed'])
    expect(queue.retryLost()).toBe(true)
    await settle()
    expect(steps()).toEqual(['uploading', 'failed'])
    expect(queue.retryLost()).toBe(false)
  })

  test('what was given up does not come back with a note that was still being written', async () => {
    const late: (() => void)[] = []
    const slow: PhotoStore = {
      ...store,
      put: (photo) =>
        new Promise((resolve) =>
          late.push(() => {
            store.kept.set(photo.key, photo)
            resolve()
          }),
        ),
    }
    const queued = new PhotoQueue(opened.work, slow)
    queued.add(TASK, shot('back'), picture())
    queued.drop('key-1')
    await settle()
    for (const write of late) write()
    await settle()
    expect(store.kept.size).toBe(0)
  })
})
