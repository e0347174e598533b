import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportTiming } from './timing.ts'

const beacon = vi.fn<(url: string, data: Blob) => boolean>()

function openAt(hostname: string): void {
  vi.stubGlobal('location', { hostname })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { sendBeacon: beacon })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('a call is reported 300 ms after its end, rounded and capped', async () => {
  openAt('shop.example.com')
  reportTiming('/api/mch/menu', 123_456.7, '0')
  vi.advanceTimersByTime(299)
  expect(beacon).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(beacon.mock.calls[0]?.[0]).toBe('/report/timing')
  expect(await beacon.mock.calls[0]?.[1].text()).toBe('{"path":"/api/mch/menu","durationMs":10000,"errCode":"0"}')
})

test.each(['localhost', '127.0.0.1', '[::1]'])('nothing is reported on %s', (hostname) => {
  openAt(hostname)
  reportTiming('/api/mch/menu', 10, '0')
  vi.runAllTimers()
  expect(beacon).not.toHaveBeenCalled()
})
