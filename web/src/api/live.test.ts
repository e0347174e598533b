import { STREAM_PATH } from '@huanji/contract/live'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLive } from './live.ts'
import { pollMs } from './queries.ts'

const ORDERS = '/api/yushiorder/v1/order/list'
const BILLS = '/api/bill/v1/list'

/** A stream under the test's hand, as the server would write it. */
interface OpenStream {
  readonly headers: Headers
  say(event: string, data: object): void
  write(text: string): void
  end(): void
}

const opened: OpenStream[] = []
/** What the next request is answered instead of a stream. */
let refusals: Response[] = []
const stops: (() => void)[] = []

function streamFor(init: RequestInit | undefined): Response {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
  })
  init?.signal?.addEventListener('abort', () => controller?.error(new DOMException('aborted', 'AbortError')))
  const write = (text: string) => controller?.enqueue(encoder.encode(text))
  opened.push({
    headers: new Headers(init?.headers),
    write,
    say: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => controller?.close(),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

const fetched = vi.fn<typeof fetch>(async (url, init) => {
  expect(url).toBe(STREAM_PATH)
  return refusals.shift() ?? streamFor(init)
})

/** A window whose screen shows the answers of these calls. */
function openWindow(...paths: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry: false } } })
  const asked = vi.fn(async (path: string) => path)
  for (const path of paths) {
    const observer = new QueryObserver(client, {
      queryKey: [path, {}],
      queryFn: () => asked(path),
      refetchInterval: () => pollMs(30_000),
    })
    stops.push(observer.subscribe(() => undefined))
  }
  const stop = startLive(client)
  stops.push(stop)
  const times = (path: string) => asked.mock.calls.filter(([one]) => one === path).length
  return { client, times, stop }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const last = (): OpenStream => {
  const stream = opened.at(-1)
  if (!stream) throw new Error('no stream was opened')
  return stream
}

function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('fetch', fetched)
  for (const [key, value] of Object.entries({ loginToken: 't1', loginPhone: 'p1', employeeId: 'e1', merchantId: 'm1' }))
    localStorage.setItem(key, value)
})
afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop()
  opened.length = 0
  refusals = []
  localStorage.clear()
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the token travels in a header, and what happened since the page began is asked for', async () => {
  openWindow(ORDERS)
  await pass(0)
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/ext/stream')
  const { headers } = last()
  expect(headers.get('authorization')).toBe('Bearer t1')
  expect([headers.get('x-employee-id'), headers.get('x-merchant-id'), headers.get('x-login-phone')]).toEqual([
    'e1',
    'm1',
    'p1',
  ])
  expect(Number(headers.get('x-since-ms'))).toBeGreaterThanOrEqual(0)
})

test('what changed is asked again where it is on screen, and nothing else', async () => {
  const { client, times } = openWindow(ORDERS, BILLS)
  await pass(0)
  client.setQueryData([ORDERS, { page: 2 }], 'not on screen')
  last().say('standing', { isWhole: true })
  last().say('changed', { topics: ['order'], ageMs: 0 })
  await pass(1_100)
  expect([times(ORDERS), times(BILLS)]).toEqual([2, 1])
  expect(client.getQueryState([ORDERS, { page: 2 }])?.isInvalidated).toBe(true)
})

test('an event that comes in pieces is read whole', async () => {
  const { times } = openWindow(ORDERS)
  await pass(0)
  for (const piece of ['event: chan', 'ged\ndata: {"topics":["ord', 'er"],"ageMs":0}\n', '\n:\n\n']) {
    last().write(piece)
    await pass(5)
  }
  await pass(1_000)
  expect(times(ORDERS)).toBe(2)
})

test('however much changes, a list is asked again at most once a second', async () => {
  const { times } = openWindow(ORDERS)
  await pass(0)
  for (let count = 0; count < 50; count += 1) {
    last().say('changed', { topics: ['order'], ageMs: 0 })
    await pass(100)
  }
  await pass(1_000)
  expect(times(ORDERS)).toBeGreaterThanOrEqual(5)
  expect(times(ORDERS)).toBeLessThanOrEqual(8)
})

test('one’s own change is not asked for twice: an answer asked for after it shows it', async () => {
  const { client, times } = openWindow(ORDERS)
  await pass(2_000)
  // the change is committed, its answer arrives, and the screen asks again by itself
  await pass(20)
  await client.invalidateQueries({ queryKey: [ORDERS] })
  expect(times(ORDERS)).toBe(2)
  await pass(130)
  last().say('changed', { topics: ['order'], ageMs: 150 })
  await pass(1_000)
  expect(times(ORDERS)).toBe(2)
  // a later one by somebody else is
  last().say('changed', { topics: ['order'], ageMs: 10 })
  await pass(1_000)
  expect(times(ORDERS)).toBe(3)
})

test('asking from time to time rests while the stream stands, and is back within ten seconds when it does not', async () => {
  const { times } = openWindow(ORDERS)
  await pass(0)
  last().say('standing', { isWhole: true })
  for (let seconds = 0; seconds < 120; seconds += 10) {
    last().write(':\n\n')
    await pass(10_000)
  }
  expect(times(ORDERS)).toBe(1)
  refusals = Array.from({ length: 50 }, () => new Response('', { status: 502 }))
  last().end()
  await pass(10_000)
  expect(times(ORDERS)).toBe(2)
  await pass(61_000)
  expect(times(ORDERS)).toBe(4)
})

test('a stream that is refused time and again does not have the lists asked more often', async () => {
  refusals = Array.from({ length: 100 }, () => new Response('', { status: 503 }))
  const { times } = openWindow(ORDERS)
  await pass(120_500)
  expect(times(ORDERS)).toBe(5)
  expect(fetched.mock.calls.length).toBeLessThan(12)
})

test('a process that may not hear the others has the lists asked from time to time', async () => {
  const { times } = openWindow(ORDERS)
  await pass(0)
  last().say('standing', { isWhole: false })
  for (let seconds = 0; seconds < 60; seconds += 10) {
    last().write(':\n\n')
    await pass(10_100)
  }
  expect(times(ORDERS)).toBe(3)
})

test('a stream that falls silent is given up, and asked for anew with the time that was missed', async () => {
  const { times } = openWindow(ORDERS)
  await pass(0)
  last().say('standing', { isWhole: true })
  await pass(24_000)
  expect(opened).toHaveLength(1)
  await pass(6_000)
  expect(opened).toHaveLength(2)
  expect(Number(last().headers.get('x-since-ms'))).toBeGreaterThanOrEqual(25_000)
  last().say('standing', { isWhole: true })
  last().say('changed', { topics: ['order'], ageMs: 0 })
  await pass(2_000)
  expect(times(ORDERS)).toBe(2)
})

test('a server that leaves says when to come again; failures are waited out longer and longer', async () => {
  openWindow(ORDERS)
  await pass(0)
  last().write('retry: 20000\n\n')
  last().end()
  await pass(9_000)
  expect(opened).toHaveLength(1)
  await pass(1_500)
  expect(opened).toHaveLength(2)
})

test('a session that is over is not asked for again, and the screen learns it from its own calls', async () => {
  const { times } = openWindow(ORDERS)
  await pass(0)
  last().say('standing', { isWhole: true })
  last().say('ended', {})
  last().end()
  await pass(300_000)
  expect(opened).toHaveLength(1)
  expect(times(ORDERS)).toBeGreaterThan(1)
})

test('a refusal of the session at the start is no reason to come again', async () => {
  refusals = [Response.json({ _errCode: '80017101' })]
  openWindow(ORDERS)
  await pass(300_000)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('a window that nobody sees asks nothing, lets the stream go in the end, and is up to date when seen again', async () => {
  const { times } = openWindow(ORDERS)
  await pass(0)
  last().say('standing', { isWhole: true })
  setHidden(true)
  last().say('changed', { topics: ['order'], ageMs: 0 })
  await pass(5_000)
  expect(times(ORDERS)).toBe(1)
  await pass(6_000)
  await pass(300_000)
  expect(opened).toHaveLength(1)
  setHidden(false)
  await pass(0)
  expect(times(ORDERS)).toBe(2)
  expect(opened).toHaveLength(2)
  expect(Number(last().headers.get('x-since-ms'))).toBeGreaterThan(290_000)
})

test('nothing is left when the shell goes', async () => {
  const { stop, times } = openWindow(ORDERS)
  await pass(0)
  stop()
  await pass(60_000)
  expect(opened).toHaveLength(1)
  expect(times(ORDERS)).toBeGreaterThan(1)
})

/** The machine sleeps: its steady clock stands still, and so does every timer. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('defect: after the machine slept, what had changed meanwhile was neither asked for nor said', async () => {
  const { times } = openWindow(ORDERS, BILLS)
  await pass(0)
  last().say('standing', { isWhole: true })
  await pass(1_500)
  sleep(3_600_000)
  await pass(5_000)
  // before the stream has noticed anything
  expect([times(ORDERS), times(BILLS)]).toEqual([2, 2])
  sleep(3_600_000)
  last().end()
  await pass(5_000)
  expect(opened).toHaveLength(2)
  expect(Number(last().headers.get('x-since-ms'))).toBeGreaterThan(3_600_000)
  expect([times(ORDERS), times(BILLS)]).toEqual([3, 3])
})

test('defect: a window that shares the stream of another one did not see that its own knowledge was old after sleep', async () => {
  withLocks()
  openWindow(BILLS)
  const second = openWindow(ORDERS)
  await pass(0)
  last().say('standing', { isWhole: true })
  await pass(1_500)
  expect(second.times(ORDERS)).toBe(1)
  sleep(60_000)
  last().write(':\n\n')
  await pass(1_100)
  expect(second.times(ORDERS)).toBe(2)
})

/** Locks and channels as browsers have them, for several windows in one. */
function withLocks(): void {
  const queues = new Map<string, Promise<unknown>>()
  const request = (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<unknown>) => {
    const turn = (queues.get(name) ?? Promise.resolve()).then(() => (signal.aborted ? undefined : work()))
    queues.set(name, turn)
    return turn
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  const members = new Set<FakeChannel>()
  class FakeChannel extends EventTarget {
    constructor() {
      super()
      members.add(this)
    }
    postMessage(data: unknown) {
      for (const one of members)
        if (one !== this) queueMicrotask(() => one.dispatchEvent(new MessageEvent('message', { data })))
    }
    close() {
      members.delete(this)
    }
  }
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  stops.push(() => Reflect.deleteProperty(navigator, 'locks'))
}

test('all windows of a browser share one stream, and another takes over when the first is closed', async () => {
  withLocks()
  const first = openWindow(ORDERS)
  const second = openWindow(ORDERS)
  await pass(0)
  expect(opened).toHaveLength(1)
  last().say('standing', { isWhole: true })
  await pass(1_000)
  last().say('changed', { topics: ['order'], ageMs: 0 })
  await pass(1_100)
  expect([first.times(ORDERS), second.times(ORDERS)]).toEqual([2, 2])
  first.stop()
  await pass(10)
  expect(opened).toHaveLength(2)
  last().say('standing', { isWhole: true })
  last().say('changed', { topics: ['order'], ageMs: 0 })
  await pass(1_100)
  expect(second.times(ORDERS)).toBe(3)
})

test('a window that opens later learns what changed while it was opening', async () => {
  withLocks()
  openWindow(BILLS)
  await pass(0)
  last().say('standing', { isWhole: true })
  await pass(5_000)
  const late = openWindow(ORDERS)
  await pass(0)
  expect(late.times(ORDERS)).toBe(1)
  last().say('changed', { topics: ['order'], ageMs: 0 })
  await pass(1_100)
  expect(late.times(ORDERS)).toBe(2)
  expect(opened).toHaveLength(1)
})
