import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginJournal, openJournal } from './journal.ts'

const PLAN = { seed: 1, phones: 3, merchants: 2, sellsAll: false, startMs: 1_000, endMs: 9_000 }
let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'huanji-journal-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

it('does each step once, also after a restart, and remembers how far time had come', async () => {
  expect(openJournal(folder)).toBeNull()
  const first = beginJournal(folder, PLAN)
  expect(await first.once('a', 2_000, async () => ({ id: 'x' }))).toEqual({ id: 'x' })
  const again = openJournal(folder)
  const work = vi.fn()
  expect(await again?.once('a', 3_000, work)).toEqual({ id: 'x' })
  expect(work).not.toHaveBeenCalled()
  expect(again).toMatchObject({ plan: PLAN, reachedMs: 2_000, isFinished: false })
  again?.finish(9_500)
  expect(openJournal(folder)).toMatchObject({ isFinished: true, reachedMs: 9_500 })
})

it('leaves out a step that failed, and a line that a crash cut off', async () => {
  const journal = beginJournal(folder, PLAN)
  await journal.once('a', 2_000, async () => null)
  await expect(journal.once('b', 2_500, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  fs.appendFileSync(path.join(folder, 'demo.jsonl'), '{"key":"c","at')
  const again = openJournal(folder)
  expect(['a', 'b', 'c'].map((key) => again?.isDone(key))).toEqual([true, false, false])
  await again?.once('c', 4_000, async () => 1)
  expect(openJournal(folder)?.isDone('c')).toBe(true)
})
