import { detConfig } from '@huanji/contract/calls/detect-config'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '../../../api/testing/answers.ts'
import { uploadPicture } from './upload.ts'

/** A request that goes on as the test says. */
class FakeRequest {
  static last: FakeRequest
  readonly upload: { onprogress?: (event: object) => void } = {}
  status = 204
  onload?: () => void
  onabort?: () => void
  onloadend?: () => void
  constructor() {
    FakeRequest.last = this
  }
  open(): void {}
  send(): void {}
  abort(): void {
    this.onabort?.()
    this.onloadend?.()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  answerCalls({ [detConfig.getUploadSign.path]: { _data: { url: '/files', fields: {}, uploadId: 'u1' } } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('defect: an upload that stood still was waited for without end', async () => {
  const progress = vi.fn<(share: number) => void>()
  const outcome = uploadPicture('task', new Blob(['x']), progress).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(50_000)
  FakeRequest.last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 })
  await vi.advanceTimersByTimeAsync(59_999)
  expect(progress).toHaveBeenCalledExactlyOnceWith(0.5)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcome).toMatchObject({ name: 'TimeoutError' })
})

test('an upload that came through stays so', async () => {
  const outcome = uploadPicture('task', new Blob(['x']), () => {})
  await vi.advanceTimersByTimeAsync(1000)
  FakeRequest.last.onload?.()
  FakeRequest.last.onloadend?.()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await outcome).toBe('u1')
})
