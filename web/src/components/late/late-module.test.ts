import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lateModule } from './late-module.ts'

const { toast } = vi.hoisted(() => ({ toast: vi.fn() }))
vi.mock('../toast/toast.ts', () => ({ toast }))

const GONE = new TypeError('Failed to fetch dynamically imported module')
let isServerThere = true
let isChunkThere = true
const load = vi.fn(() => (isChunkThere && isServerThere ? Promise.resolve('page') : Promise.reject(GONE)))
const reload = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  sessionStorage.clear()
  isServerThere = true
  isChunkThere = true
  vi.stubGlobal('fetch', () =>
    isServerThere ? Promise.resolve(new Response()) : Promise.reject(new TypeError('away')),
  )
  vi.stubGlobal('location', { reload })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What a promise has come to by now. */
async function outcomeOf(promise: Promise<unknown>, afterMs: number): Promise<unknown> {
  let outcome: unknown = 'waiting'
  promise.then(
    (value) => {
      outcome = value
    },
    (error: unknown) => {
      outcome = error
    },
  )
  await vi.advanceTimersByTimeAsync(afterMs)
  return outcome
}

describe('a page that is loaded when it is wanted', () => {
  it('comes after a lost answer, without a word', async () => {
    load.mockImplementationOnce(() => Promise.reject(GONE))
    expect(await outcomeOf(lateModule(load)(), 1000)).toBe('page')
    expect(toast).not.toHaveBeenCalled()
  })

  it('defect: what was loaded while the server was away took the whole page with it', async () => {
    isServerThere = false
    const coming = lateModule(load)()
    expect(await outcomeOf(coming, 60_000)).toBe('waiting')
    expect(toast.mock.calls).toEqual([['info', '网络不通，恢复后自动打开']])
    expect(reload).not.toHaveBeenCalled()
    isServerThere = true
    expect(await outcomeOf(coming, 10_000)).toBe('page')
  })

  it('comes at once when the network is said to be back', async () => {
    isServerThere = false
    const coming = lateModule(load)()
    await outcomeOf(coming, 1300)
    isServerThere = true
    dispatchEvent(new Event('online'))
    expect(await outcomeOf(coming, 0)).toBe('page')
  })

  it('of an earlier release reloads the page once, and then fails', async () => {
    isChunkThere = false
    expect(await outcomeOf(lateModule(load)(), 5000)).toBe('waiting')
    expect(reload).toHaveBeenCalledTimes(1)
    expect(await outcomeOf(lateModule(load)(), 5000)).toBe(GONE)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('unasked neither speaks nor reloads', async () => {
    isServerThere = false
    const coming = lateModule(load, 'quiet')()
    expect(await outcomeOf(coming, 20_000)).toBe('waiting')
    isServerThere = true
    expect(await outcomeOf(coming, 10_000)).toBe('page')
    isChunkThere = false
    expect(await outcomeOf(lateModule(load, 'quiet')(), 5000)).toBe(GONE)
    expect([toast, reload].flatMap(({ mock }) => mock.calls)).toEqual([])
  })
})
