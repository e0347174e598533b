import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { createWorkQueue, imageQueue, PICTURES_AT_ONCE, type WorkQueue } from './image-queue.ts'

/** Puts so many works into a queue, and gives the most that ran at the same time and the order in which they began. */
async function runIn(queue: WorkQueue, count: number, fails: (index: number) => boolean = () => false) {
  let running = 0
  let most = 0
  const order: number[] = []
  const works = Array.from({ length: count }, (_, index) =>
    queue.run(async () => {
      order.push(index)
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 1 + (index % 3)))
      running -= 1
      if (fails(index)) throw new Error(`work ${index}`)
      return index
    }),
  )
  return { results: await Promise.allSettled(works), most, order }
}

describe('a queue of work', () => {
  it('runs so many at once and no more, in the order of their coming', async () => {
    const { results, most, order } = await runIn(createWorkQueue(3), 40)
    expect(most).toBe(3)
    expect(order).toEqual(Array.from({ length: 40 }, (_, index) => index))
    expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual(order)
  })

  it('goes on after work that fails, which fails for whoever asked', async () => {
    const queue = createWorkQueue(2)
    const { results, most } = await runIn(queue, 10, (index) => index % 2 === 0)
    expect(results.map((result) => result.status)).toEqual(
      Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'rejected' : 'fulfilled')),
    )
    expect(most).toBe(2)
    expect(await queue.run(async () => 'next')).toBe('next')
  })

  it('leaves a core free of pictures', async () => {
    const { most } = await runIn(imageQueue, 20)
    expect(most).toBe(PICTURES_AT_ONCE)
    expect(PICTURES_AT_ONCE).toBeLessThan(Math.max(2, availableParallelism()))
  })
})

/** A work that has begun and ends when it is told to. */
function held(queue: WorkQueue, left?: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<string>()
  let hasBegun = false
  const result = queue.run(
    () => {
      hasBegun = true
      return promise
    },
    { left },
  )
  return { result, end: () => resolve('done'), hasBegun: () => hasBegun }
}

describe('what the work needs is away', () => {
  const away = new Error('away')

  it('defect: all that waits is refused at once, and not each in its turn', async () => {
    const queue = createWorkQueue(1)
    const first = queue.run(async () => {
      queue.refuse('', away, 5_000)
      throw away
    })
    const others = Array.from({ length: 5 }, () => held(queue))
    const results = await Promise.allSettled([first, ...others.map(({ result }) => result)])
    expect(results.map((one) => one.status === 'rejected' && one.reason)).toEqual(Array(6).fill(away))
    expect(others.some(({ hasBegun }) => hasBegun())).toBe(false)
  })

  it('what comes is refused for its time, then one tries again, and goes on where that ends well', async () => {
    let nowMs = 0
    const queue = createWorkQueue(1, () => nowMs)
    queue.refuse('', away, 5_000)
    nowMs = 4_999
    await expect(queue.run(async () => 'too early')).rejects.toBe(away)
    nowMs = 5_000
    expect(await queue.run(async () => 'again')).toBe('again')
    queue.refuse('', away, 5_000)
    nowMs = 11_000
    expect(await queue.run(async () => 'and again')).toBe('and again')
  })

  it('what needs something else is not refused', async () => {
    const queue = createWorkQueue(1)
    const running = held(queue)
    const other = queue.run(async () => 'done', { needs: 'another folder' })
    queue.refuse('', away, 60_000)
    running.end()
    expect(await other).toBe('done')
  })

  it('work that runs goes on, and where it ends well nothing more is refused', async () => {
    const queue = createWorkQueue(2)
    const running = held(queue)
    queue.refuse('', away, 60_000)
    await expect(queue.run(async () => 'refused')).rejects.toBe(away)
    running.end()
    expect(await running.result).toBe('done')
    expect(await queue.run(async () => 'taken')).toBe('taken')
  })
})

describe('defect: whoever left was worked off all the same', () => {
  const gone = new Error('gone')

  it('waiting work is taken out of the queue, and the others keep their turn', async () => {
    const queue = createWorkQueue(1)
    const leaving = new AbortController()
    const running = held(queue)
    const second = held(queue, leaving.signal)
    const third = held(queue)
    leaving.abort(gone)
    await expect(second.result).rejects.toBe(gone)
    running.end()
    third.end()
    expect([await running.result, await third.result, second.hasBegun()]).toEqual(['done', 'done', false])
  })

  it('who has left before is not taken in, and work that has begun is not broken off', async () => {
    const queue = createWorkQueue(1)
    await expect(queue.run(async () => 'begun', { left: AbortSignal.abort(gone) })).rejects.toBe(gone)
    const leaving = new AbortController()
    const running = held(queue, leaving.signal)
    leaving.abort(gone)
    running.end()
    expect(await running.result).toBe('done')
  })
})
