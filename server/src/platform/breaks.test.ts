import { expect, it } from 'vitest'
import { mapWithBreaks } from './breaks.ts'

const busyFor = (ms: number): void => {
  const startMs = performance.now()
  while (performance.now() - startMs < ms);
}

it('others are served while one works through a long list', async () => {
  const served: number[] = []
  const done: number[] = []
  const serve = () => {
    served.push(done.length)
    if (done.length < 30) setImmediate(serve)
  }
  setImmediate(serve)
  const results = await mapWithBreaks(Array.from({ length: 30 }), (_none, index) => {
    busyFor(3)
    done.push(index)
    return index * 2
  })
  expect(results).toEqual(Array.from({ length: 30 }, (_none, index) => index * 2))
  // 90 ms of work in stretches of 10
  expect(new Set(served.filter((count) => count > 0 && count < 30)).size).toBeGreaterThan(3)
})

it('a short list is done in one go', async () => {
  let isServed = false
  setImmediate(() => {
    isServed = true
  })
  await mapWithBreaks([1, 2, 3], () => undefined)
  expect(isServed).toBe(false)
})
