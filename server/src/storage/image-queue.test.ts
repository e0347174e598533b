import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { createWorkQueue, inImageQueue, type WorkQueue } from './image-queue.ts'

/** Puts so many works into a queue, and gives the most that ran at the same time and the order in which they began. */
async function runIn(queue: WorkQueue, count: number, fails: (index: number) => boolean = () => false) {
  let running = 0
  let most = 0
  const order: number[] = []
  const works = Array.from({ length: count }, (_, index) =>
    queue(async () => {
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
    expect(await queue(async () => 'next')).toBe('next')
  })

  it('leaves a core free of pictures', async () => {
    const { most } = await runIn(inImageQueue, 20)
    expect(most).toBe(Math.max(1, availableParallelism() - 1))
  })
})
