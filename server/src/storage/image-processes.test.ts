import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { startObjectStore } from '../../../tests/support/object-store.ts'
import { Refusal } from '../errors/refusal.ts'
import { systemClock } from '../platform/clock.ts'
import { makePictures } from './image-processes.ts'
import { PICTURES_AT_ONCE } from './image-queue.ts'
import { normaliseImage } from './images.ts'
import { openStorage } from './open.ts'
import { StorageUnavailable } from './storage.ts'

const dataFolder = mkdtempSync(path.join(tmpdir(), 'huanji-pictures-'))
afterAll(() => rmSync(dataFolder, { recursive: true }))

const files = { s3: null, dataFolder, secret: 'a secret of this test' }
const { storage } = openStorage(files, systemClock)
const keys = { fullKey: 'picture/full.jpg', thumbKey: 'picture/small.webp' }

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer()

/** Puts a file there as it is sent, in two parts. */
async function sent(bytes: Buffer) {
  const halves = [bytes.subarray(0, 1000), bytes.subarray(1000)]
  const parts = halves.map((half, index) => ({ key: `sent/file.${index}`, bytes: half.length }))
  for (const [index, { key }] of parts.entries()) {
    await storage.write(key, halves[index] ?? Buffer.alloc(0), 'application/octet-stream')
  }
  return { files, parts, ...keys }
}

/** The processes that this one has started, by their ids; of Linux. */
const children = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

it('pictures made apart are kept, and are those that would be made here', async () => {
  const bytes = await picture(2000, 1500)
  const made = await makePictures(await sent(bytes))
  const here = await normaliseImage(bytes)
  expect(made).toEqual({ width: 1800, height: 1350, sizeBytes: here.full.length, sha256: here.sha256 })
  expect((await storage.read(keys.fullKey)).equals(here.full)).toBe(true)
  expect((await storage.read(keys.thumbKey)).equals(here.thumb)).toBe(true)
})

it('a file of which a part is missing gives nothing', async () => {
  const job = await sent(await picture(900, 900))
  await storage.remove('sent/file.1')
  expect(await makePictures(job)).toBeNull()
})

it('what is refused here is refused apart, in the same words, and the next picture is made', async () => {
  const small = await picture(600, 600)
  const here = await normaliseImage(small).catch((error: unknown) => error)
  const apart = await makePictures(await sent(small)).catch((error: unknown) => error)
  expect(apart).toBeInstanceOf(Refusal)
  expect([(apart as Refusal).code, (apart as Refusal).message]).toEqual([
    'PHOTO_INVALID',
    here instanceof Refusal ? here.message : '',
  ])
  expect((await makePictures(await sent(await picture(900, 900))))?.width).toBe(900)
})

it('a folder that is gone is a lost disk, and is not made anew', async () => {
  const job = await sent(await picture(900, 900))
  const gone = path.join(dataFolder, 'gone')
  const outcome = makePictures({ ...job, files: { ...files, dataFolder: gone } })
  await expect(outcome).rejects.toBeInstanceOf(StorageUnavailable)
  expect(() => readFileSync(gone)).toThrow('ENOENT')
})

it('a process that dies fails its own picture only', async () => {
  const before = children()
  const job = await sent(await picture(4000, 3000))
  const outcome = makePictures(job).catch((error: unknown) => error)
  await expect.poll(() => children().length).toBeGreaterThan(0)
  const [child] = children().length > before.length ? children().filter((pid) => !before.includes(pid)) : before
  if (child === undefined) throw new Error('no process was started')
  process.kill(child, 'SIGKILL')
  expect(String(await outcome)).toContain('the process of a picture ended')
  expect((await makePictures(job))?.width).toBe(1800)
})

it('defect: of pictures saved at once in a store that hangs, each waited its time in turn', {
  timeout: 60_000,
}, async () => {
  const store = await startObjectStore()
  try {
    store.setHanging(true)
    const part = { key: 'sent/file.0', bytes: 10 }
    const job = { files: { ...files, s3: store.settings }, parts: [part], ...keys }
    const six = await Promise.allSettled(Array.from({ length: PICTURES_AT_ONCE + 5 }, () => makePictures(job)))
    for (const one of six) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(StorageUnavailable) })
    expect(store.arrivals()).toBe(PICTURES_AT_ONCE)
    // while it is refused nobody asks the store
    await expect(makePictures(job)).rejects.toBeInstanceOf(StorageUnavailable)
    expect(store.arrivals()).toBe(PICTURES_AT_ONCE)
  } finally {
    await store.close()
  }
})
