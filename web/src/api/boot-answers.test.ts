import { afterEach, expect, test, vi } from 'vitest'
import { takeBootAnswer } from './boot-answers.ts'
import { send } from './send.ts'

const BODY = '{"loginToken":"t","page":1}'

function asked(path: string, body: string): Promise<Response> {
  const answer = Promise.resolve(Response.json({ _errCode: '0', _data: { from: 'the boot script' } }))
  globalThis.bootAnswers = [{ path, body, askedMs: performance.now(), answer }]
  return answer
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  globalThis.bootAnswers = undefined
  localStorage.clear()
})

test('the same request takes up the answer, once', () => {
  const answer = asked('/rows', BODY)
  expect(takeBootAnswer('/rows', BODY)).toBe(answer)
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
  void asked('/rows', BODY)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 15_001)
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
