import type { LiveTopic } from '@huanji/contract/live'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ChangeFeed, ChangeListener } from '../database/changes.ts'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { createLiveStreams, type Hearer, type Sink } from './live-streams.ts'

const login = { loginToken: 'good', loginPhone: '13800138000', employeeId: newId(), merchantId: newId() }
const hearer: Hearer = { employeeId: login.employeeId, topics: new Set<LiveTopic>(['order', 'badge']) }

/** What a browser would read, and how much of it lies unread. */
class FakeSink implements Sink {
  said = ''
  writableLength = 0
  isEnded = false
  isDestroyed = false
  write(text: string) {
    this.said += text
  }
  end(text = '') {
    this.said += text
    this.isEnded = true
  }
  destroy() {
    this.isDestroyed = true
  }
  /** What was said since the last time. */
  take(): string {
    const { said } = this
    this.said = ''
    return said
  }
}

let listener: ChangeListener
const read = vi.fn<() => Promise<Hearer | null>>(async () => hearer)
const feed: ChangeFeed = {
  on: (given) => {
    listener = given
    return () => undefined
  },
  hearOthers: () => undefined,
  isWhole: () => true,
  changedWithin: () => new Set<LiveTopic>(),
}

function opened() {
  const streams = createLiveStreams({ feed, read, perPerson: 100, inAll: 100, log: createLog('silent') })
  const open = () => {
    const sink = new FakeSink()
    const forget = streams.open(login, hearer, 0, () => sink)
    sink.take()
    return { sink, forget }
  }
  return { streams, open, ...open() }
}

const change = (...topics: LiveTopic[]) =>
  listener.changed({ merchantId: login.merchantId, topics: new Set(topics), ageMs: 12.7 })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  read.mockReset().mockImplementation(async () => hearer)
})

it('a silent stream says every 15 to 20 seconds that it is there, and one that spoke does not', () => {
  const { sink } = opened()
  vi.advanceTimersByTime(14_900)
  expect(sink.take()).toBe('')
  vi.advanceTimersByTime(5_100)
  expect(sink.take()).toBe(':\n\n')
  vi.advanceTimersByTime(9_000)
  change('order')
  expect(sink.take()).toBe('event: changed\ndata: {"topics":["order"],"ageMs":12}\n\n')
  vi.advanceTimersByTime(10_000)
  expect(sink.take()).toBe('')
})

it('cuts off a reader that reads nothing, and keeps nothing for it', () => {
  const { streams, sink } = opened()
  sink.writableLength = 65 * 1024
  change('order')
  expect([sink.isDestroyed, sink.take(), streams.count]).toEqual([true, '', 0])
})

it('reads the session every minute and ends the stream when it is over, but not when the database is away', async () => {
  const { streams, sink } = opened()
  read.mockRejectedValueOnce(new Error('the database is away'))
  await vi.advanceTimersByTimeAsync(65_000)
  expect([read.mock.calls.length, streams.count]).toEqual([1, 1])
  read.mockResolvedValueOnce(null)
  await vi.advanceTimersByTimeAsync(65_000)
  expect(sink.said).toMatch(/event: ended\ndata: \{\}\n\n$/)
  expect([sink.isEnded, streams.count]).toEqual([true, 0])
})

it('a session that ends while another is read is read as well', async () => {
  const { open } = opened()
  const second = open()
  let answer = (_: Hearer | null) => {}
  read.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  change('people')
  change('people')
  await vi.advanceTimersByTimeAsync(0)
  read.mockResolvedValue(null)
  answer(hearer)
  await vi.advanceTimersByTimeAsync(0)
  expect(second.sink.isEnded).toBe(true)
})

it('tells nobody of what they may not see', () => {
  const { sink } = opened()
  change('people')
  change('bill')
  expect(sink.take()).toBe('')
  change('bill', 'badge')
  expect(sink.take()).toContain('"topics":["badge"]')
})

it('what may have been missed is told to all, not all at once', () => {
  const { sink, open } = opened()
  const sinks = [sink, ...Array.from({ length: 90 }, () => open().sink)]
  listener.missed()
  vi.advanceTimersByTime(100)
  const early = sinks.filter(({ said }) => said !== '').length
  expect(early).toBeLessThan(91)
  vi.advanceTimersByTime(500)
  expect(sinks.filter(({ said }) => said.includes('"topics":["order","badge"]'))).toHaveLength(91)
})

it('says when the changes of other processes are not heard, and again when they are', () => {
  const { sink } = opened()
  listener.standing(false)
  expect(sink.take()).toBe('event: standing\ndata: {"isWhole":false}\n\n')
  listener.standing(true)
  vi.advanceTimersByTime(50)
  expect(sink.take()).toMatch(/"isWhole":true.*\n\n.*changed/s)
})

it('costs nothing while there is no stream', () => {
  const { forget } = opened()
  expect(vi.getTimerCount()).toBe(1)
  forget()
  expect(vi.getTimerCount()).toBe(0)
})
