import { quantile } from './load.ts'
import { ms, perSecond, ratio, thousands, verdict } from './markdown.ts'
import type { Measured, Result } from './measurements.ts'
import type { BenchOptions } from './options.ts'
import { PAUSE_MS, PEOPLE, peopleAtWork } from './people.ts'

/** The time is reported in so many parts of the same length. */
const PARTS = 10
const MEMORY_EVERY_MS = 1_000

/** What one part of the time came to. */
interface Part {
  readonly latencies: number[]
  shed: number
  memoryBytes: number
}

/** Whether the gateway stays as it is under people at work for as long as is asked: latencies, refusals, memory. */
export async function soak({ database, url, memory }: Measured, { soakMinutes }: BenchOptions): Promise<Result> {
  const partMs = (soakMinutes * 60_000) / PARTS
  const parts = Array.from({ length: PARTS }, (): Part => ({ latencies: [], shed: 0, memoryBytes: 0 }))
  const startedAt = performance.now()
  const present = (): Part | undefined => parts[Math.floor((performance.now() - startedAt) / partMs)]
  const timer = setInterval(() => {
    const part = present()
    if (part) part.memoryBytes = Math.max(part.memoryBytes, memory())
  }, MEMORY_EVERY_MS)
  await peopleAtWork(
    url,
    () => present() === undefined,
    ({ tookMs, isShed }) => {
      const part = present() ?? parts.at(-1)
      part?.latencies.push(tookMs)
      if (part && isShed) part.shed += 1
    },
  )
  clearInterval(timer)
  return reportOf(parts, { partMs, orders: database.orders })
}

function reportOf(parts: readonly Part[], { partMs, orders }: { partMs: number; orders: number }): Result {
  const measured = parts.map(({ latencies, shed, memoryBytes }) => {
    const sorted = latencies.sort((a, b) => a - b)
    return { calls: sorted.length, median: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), shed, memoryBytes }
  })
  // the first part warms up
  const [, early] = measured
  const late = measured.at(-1)
  if (!early || !late) throw new Error('there is nothing to compare')
  const memory = late.memoryBytes / early.memoryBytes
  return {
    note:
      `${thousands(orders)} orders; ${PEOPLE} people, each with a call ${PAUSE_MS} ms after the last, three in ten of them writes. ` +
      `Last part against the second: p99 ${ratio(late.p99 / early.p99)}, memory ${ratio(memory)} (${verdict(memory, { atMost: 1.25 })}).`,
    head: ['minutes', 'calls', 'median', 'p99', 'shed', 'memory'],
    rows: measured.map((part, index) => [
      ((index * partMs) / 60_000).toFixed(1),
      perSecond((part.calls * 1000) / partMs),
      ms(part.median),
      ms(part.p99),
      part.shed,
      `${Math.round(part.memoryBytes / 1024 / 1024)} MB`,
    ]),
  }
}
