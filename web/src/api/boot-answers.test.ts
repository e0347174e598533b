import { afterEach, expect, test, vi } from 'vitest'
import { elapsedMs, nowMs } from '../platform/clock.ts'
import { takeBootAnswer } from './boot-answers.ts'
import { send } from './send.ts'

const BODY = '{"loginToken":"t","page":1}'

function asked(path: string, body: string): Promise<Response> {
  const answer = Promise.resolve(Response.json({ _errCode: '0', _data: { from: 'the boot script' } }))
  globalThis.bootAnswers = [{ path, body, askedMs: elapsedMs(), answer }]
  return answer
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  globalThis.bootAnswers = undefined
  localStorage.clear()
})

test('the same request takes up the answer, once', () => {
  const answer = asked('/rows', BODY)
  expect(takeBootAnswer('/rows', BODY)?.answer).toBe(answer)
  expect(takeBootAnswer('/rows', BODY)).toBeUndefined()
})

test('another page, another session or another call leaves it', () => {
  void asked('/rows', BODY)
  expect(takeBootAnswer('/rows', '{"loginToken":"t","page":2}')).toBeUndefined()
  expect(takeBootAnswer('/rows', '{"loginToken":"u","page":1}')).toBeUndefined()
  expect(takeBootAnswer('/others', BODY)).toBeUndefined()
  expect(takeBootAnswer('/rows', BODY)).toBeDefined()
})

test('an answer of a while ago is not given', () => {
  vi.useFakeTimers()
  void asked('/rows', BODY)
  vi.advanceTimersByTime(15_001)
  expect(takeBootAnswer('/rows', BODY)).toBeUndefined()
})

test('a call that was made already is not made again', async () => {
  const made = vi.fn(async () => Response.json({ _errCode: '0', _data: { from: 'the call' } }))
  vi.stubGlobal('fetch', made)
  localStorage.setItem('loginToken', 't')
  void asked('/rows', '{"loginToken":"t","loginPhone":"","employeeId":"","merchantId":"","page":1}')
  expect(await send('/rows', false, { page: 1, keyword: '' })).toEqual({ from: 'the boot script' })
  expect(await send('/rows', false, { page: 1 })).toEqual({ from: 'the call' })
  expect(made).toHaveBeenCalledTimes(1)
})

test('defect: the calls of the boot script were reported with the time since they were taken up', async () => {
  vi.useFakeTimers()
  const beacon = vi.fn<(url: string, data: Blob) => boolean>()
  vi.stubGlobal('location', { hostname: 'shop.example.com' })
  vi.stubGlobal('navigator', { sendBeacon: beacon })
  const body = '{"loginToken":"","loginPhone":"","employeeId":"","merchantId":""}'
  void asked('/menu', body)
  const [one] = globalThis.bootAnswers ?? []
  vi.advanceTimersByTime(80)
  Object.assign(one ?? {}, { arrivedMs: elapsedMs() })
  vi.advanceTimersByTime(400)
  await send('/menu', false, {})
  vi.advanceTimersByTime(300)
  expect(await beacon.mock.calls[0]?.[1].text()).toBe('{"path":"/menu","durationMs":80,"errCode":"0"}')
})

test('the time of the server is learned from what the boot script asked for, by when it left and came', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T07:00:00.000Z') })
  const body = '{"loginToken":"","loginPhone":"","employeeId":"","merchantId":""}'
  const headers = { 'x-server-time': String(Date.parse('2026-11-20T10:00:00.000Z')) }
  const askedMs = elapsedMs()
  const answer = Promise.resolve(Response.json({ _errCode: '0', _data: {} }, { headers }))
  globalThis.bootAnswers = [{ path: '/menu', body, askedMs, arrivedMs: askedMs + 80, answer }]
  vi.advanceTimersByTime(540)
  await send('/menu', false, {})
  expect(new Date(nowMs()).toISOString()).toBe('2026-11-20T10:00:00.500Z')
})
