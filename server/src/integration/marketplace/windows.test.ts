import { describe, expect, it } from 'vitest'
import { type ChangesPage, PAGE_SIZE, readChanges, type TimeWindow } from './windows.ts'

/** A marketplace with rows at the given seconds, which refuses pages beyond the ten-thousandth row as the real one does. */
function marketplaceWith(seconds: readonly number[]) {
  const asked: string[] = []
  const readPage = async ([fromS, toS]: TimeWindow, pageNo: number): Promise<ChangesPage<number>> => {
    if (pageNo * PAGE_SIZE > 10_000) throw new Error('page_no × page_size may not pass 10 000')
    asked.push(`${fromS}-${toS}:${pageNo}`)
    const inside = seconds.filter((at) => at >= fromS && at <= toS)
    return { list: inside.slice((pageNo - 1) * PAGE_SIZE, pageNo * PAGE_SIZE), count: inside.length }
  }
  return { readPage, asked }
}

async function readAll(seconds: readonly number[], window: TimeWindow) {
  const { readPage, asked } = marketplaceWith(seconds)
  const rows: number[] = []
  const ends: number[] = []
  for await (const part of readChanges(readPage, window)) {
    rows.push(...part.rows)
    ends.push(part.untilS)
  }
  return { rows, ends, asked }
}

describe('reading what changed in a window of time', () => {
  it('reads every page of a small window, and asks no more than it must', async () => {
    const seconds = Array.from({ length: 250 }, (_, index) => index)
    const { rows, ends, asked } = await readAll(seconds, [0, 999])
    expect(rows).toEqual(seconds)
    expect(ends).toEqual([999])
    expect(asked).toEqual(['0-999:1', '0-999:2', '0-999:3'])
    expect((await readAll([], [0, 999])).asked).toEqual(['0-999:1'])
  })

  it('loses nothing beyond the hundredth page, and says how far it has read', async () => {
    const seconds = Array.from({ length: 12_400 }, (_, index) => Math.floor(index / 4))
    const { rows, ends } = await readAll(seconds, [0, 9_999])
    expect(rows).toEqual(seconds)
    expect(ends).toEqual([...ends].sort((a, b) => a - b))
    expect(ends.at(-1)).toBe(9_999)
  })

  it('gives what came before a second that has too many rows, and does not pretend to have read that second', async () => {
    const seconds = [...Array.from({ length: 10 }, () => 5), ...Array.from({ length: 10_001 }, () => 600)]
    const { readPage } = marketplaceWith(seconds)
    const ends: number[] = []
    const reading = (async () => {
      for await (const part of readChanges(readPage, [0, 1_000])) ends.push(part.untilS)
    })()
    await expect(reading).rejects.toThrow('one second')
    expect(Math.max(...ends)).toBeLessThan(600)
  })
})
