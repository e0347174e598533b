import { detConfig } from '@huanji/contract/features/inspection/detect-config'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCalls, bodiesTo, refused } from '../../api/testing/answers.ts'
import { uploadPicture } from './upload.ts'

const SIGN = detConfig.getUploadSign.path
const PART_BYTES = 4
/** Three parts: 4, 4 and 1 bytes. */
const PICTURE = new Blob(['aaaabbbbc'])

/** A request that goes on as the test says; by itself it is answered with what stands in `statuses`, 204 after that. */
class FakeRequest {
  static all: FakeRequest[] = []
  static statuses: (number | 'lost' | 'open')[] = []
  readonly upload: { onprogress?: (event: object) => void } = {}
  status = 0
  url = ''
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  constructor() {
    FakeRequest.all.push(this)
  }
  open(_method: string, url: string): void {
    this.url = url
  }
  send(): void {
    const outcome = FakeRequest.statuses.shift() ?? 204
    if (outcome === 'open') return
    queueMicrotask(() => {
      if (outcome === 'lost') this.onerror?.()
      else this.answer(outcome)
      this.onloadend?.()
    })
  }
  answer(status: number): void {
    this.status = status
    this.onload?.()
  }
  abort(): void {
    this.onabort?.()
    this.onloadend?.()
  }
}

const sent = () => FakeRequest.all.map((request) => request.url)
const last = () => FakeRequest.all.at(-1)

const formFor = (uploadId: string, indexes: readonly number[]) => ({
  _data: {
    uploadId,
    method: 'POST',
    partBytes: PART_BYTES,
    partCount: 3,
    parts: indexes.map((index) => ({ index, url: `/files/${uploadId}/${index}`, fields: {} })),
    expiresAt: '2026-11-21T10:00:00.000Z',
  },
})

const resuming = (uploadId: string | null = null) => ({ uploadId, keep: vi.fn<(id: string) => void>() })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  FakeRequest.all = []
  FakeRequest.statuses = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('defect: an upload that stood still was waited for without end', async () => {
  answerCalls({ [SIGN]: formFor('u1', [0]) })
  FakeRequest.statuses = ['open']
  const progress = vi.fn<(share: number) => void>()
  const outcome = uploadPicture('task', new Blob(['xxxx']), progress).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(50_000)
  last()?.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 })
  await vi.advanceTimersByTimeAsync(59_999)
  expect(progress).toHaveBeenCalledExactlyOnceWith(0.5)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toMatchObject({ name: 'TimeoutError' })
})

test('an upload that came through stays so', async () => {
  answerCalls({ [SIGN]: formFor('u1', [0, 1, 2]) })
  const outcome = uploadPicture('task', PICTURE, () => {})
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await outcome).toBe('u1')
})

describe('the parts of a file', () => {
  test('go one after the other, and the progress is that of the whole file', async () => {
    answerCalls({ [SIGN]: formFor('u1', [0, 1, 2]) })
    FakeRequest.statuses = ['open', 'open', 'open']
    const progress = vi.fn<(share: number) => void>()
    const outcome = uploadPicture('task', PICTURE, progress)
    for (const count of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(0)
      expect(sent()).toHaveLength(count)
      last()?.upload.onprogress?.({ lengthComputable: true, loaded: 2, total: 2 })
      last()?.answer(204)
    }
    expect(await outcome).toBe('u1')
    expect(sent()).toEqual(['/files/u1/0', '/files/u1/1', '/files/u1/2'])
    expect(progress.mock.calls.map(([share]) => share)).toEqual([4 / 9, 8 / 9, 1])
  })

  test('are sent again, each by itself, when the line was lost or the server was busy', async () => {
    answerCalls({ [SIGN]: formFor('u1', [0, 1, 2]) })
    FakeRequest.statuses = [204, 'lost', 503, 204, 429]
    const outcome = uploadPicture('task', PICTURE, () => {})
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toBe('u1')
    expect(sent().map((url) => url.at(-1))).toEqual(['0', '1', '1', '1', '2', '2'])
  })

  test('are given up after three tries', async () => {
    answerCalls({ [SIGN]: formFor('u1', [0, 1, 2]) })
    FakeRequest.statuses = ['lost', 'lost', 'lost']
    const outcome = uploadPicture('task', PICTURE, () => {}).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toBeInstanceOf(TypeError)
    expect(sent()).toHaveLength(3)
  })
})

describe('an upload that was broken off', () => {
  test('goes on with the parts that are missing', async () => {
    const made = answerCalls({
      [SIGN]: ({ uploadId }) => formFor(String(uploadId ?? 'u1'), uploadId ? [2] : [0, 1, 2]),
    })
    const again = resuming('u7')
    const progress = vi.fn<(share: number) => void>()
    FakeRequest.statuses = ['open']
    const outcome = uploadPicture('task', PICTURE, progress, again)
    await vi.advanceTimersByTimeAsync(0)
    last()?.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 })
    last()?.answer(204)
    expect(await outcome).toBe('u7')
    expect(bodiesTo(made, SIGN)).toMatchObject([{ photoTaskId: 'task', sizeBytes: 9, uploadId: 'u7' }])
    expect(sent()).toEqual(['/files/u7/2'])
    expect(progress).toHaveBeenCalledExactlyOnceWith(8.5 / 9)
    expect(again.keep).toHaveBeenCalledExactlyOnceWith('u7')
  })

  test('sends nothing when everything has arrived', async () => {
    answerCalls({ [SIGN]: formFor('u7', []) })
    expect(await uploadPicture('task', PICTURE, () => {}, resuming('u7'))).toBe('u7')
    expect(sent()).toEqual([])
  })

  test.each(['NOT_FOUND', 'UPLOAD_EXPIRED'])('begins anew when the server answers %s', async (word) => {
    answerCalls({ [SIGN]: ({ uploadId }) => (uploadId ? refused(word, '') : formFor('u2', [0, 1, 2])) })
    const again = resuming('gone')
    expect(await uploadPicture('task', PICTURE, () => {}, again)).toBe('u2')
    expect(again.keep).toHaveBeenCalledExactlyOnceWith('u2')
    expect(sent()).toHaveLength(3)
  })

  test('asks once for new forms when those it had ran out', async () => {
    answerCalls({ [SIGN]: ({ uploadId }) => formFor('u1', uploadId ? [1, 2] : [0, 1, 2]) })
    FakeRequest.statuses = [204, 400]
    expect(await uploadPicture('task', PICTURE, () => {})).toBe('u1')
    expect(sent().map((url) => url.at(-1))).toEqual(['0', '1', '1', '2'])
    FakeRequest.statuses = [400, 400]
    await expect(uploadPicture('task', PICTURE, () => {})).rejects.toThrow('answered 400')
  })
})
