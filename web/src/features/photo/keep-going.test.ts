import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepGoing } from './keep-going.ts'
import { PhotoQueue, type PhotoWork } from './photo-queue.ts'

const store = { put: async () => {}, remove: async () => {}, all: async () => [] }

function queueOf(upload: PhotoWork<string>['upload']) {
  const work: PhotoWork<string> = {
    prepare: async (picture) => ({ picture, doubt: null }),
    upload,
    save: async () => 'saved',
    newId: () => 'key',
    previewOf: () => 'blob:preview',
    dropPreview: () => {},
  }
  return new PhotoQueue(work, store)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['the browser says that the network is back', () => dispatchEvent(new Event('online'))],
  ['the page is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['some seconds have passed', () => vi.advanceTimersByTimeAsync(5_000)],
])('a photograph that was lost with the network goes on when %s', async (_when, happen) => {
  const upload = vi.fn<PhotoWork<string>['upload']>()
  upload.mockRejectedValueOnce(new TypeError('no connection')).mockResolvedValue('u1')
  const queue = queueOf(upload)
  const stop = keepGoing(queue)
  queue.add('task', { kind: 'real', position: 'back' }, new Blob(['x']))
  await vi.advanceTimersByTimeAsync(1)
  expect(queue.photos()).toMatchObject([{ step: 'failed', error: '网络中断，恢复后自动续传' }])
  await happen()
  await vi.advanceTimersByTimeAsync(1)
  expect(queue.photos()).toEqual([])
  stop()
})
